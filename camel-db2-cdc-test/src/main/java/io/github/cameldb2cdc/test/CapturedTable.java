package io.github.cameldb2cdc.test;

import java.util.List;

/**
 * A registration that Capture is capturing.
 *
 * @param staged where its changes are staged
 * @param register the registration as Capture read it last
 * @param captureFrom only changes beyond this log position count
 * @param statements what moves staged changes to the change table, see {@link ChangeStatements}
 */
record CapturedTable(StagedSource staged, RegisterRow register, long captureFrom, List<String> statements) {}
