package io.github.cameldb2cdc.it.ledger;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names the assumption that a test is about. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface Proves {
    Assumption value();
}
