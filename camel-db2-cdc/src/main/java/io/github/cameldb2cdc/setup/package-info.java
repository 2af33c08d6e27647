/**
 * The SQL with which an administrator sets SQL Replication up for this component: registrations and grants. The
 * component never runs it. Not API, except through {@code SetupSqlMain}.
 */
package io.github.cameldb2cdc.setup;
