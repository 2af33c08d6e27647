package io.github.cameldb2cdc;

import org.apache.camel.Message;

/** One operation of the producer. Thread-safe: one instance answers the messages of all threads. */
interface Operation {

    /**
     * Does what is asked and answers.
     *
     * @param request the message as it was sent; read only
     * @return the body of the answer; null for none
     * @throws io.github.cameldb2cdc.event.CdcException if it cannot be done, with the operator's sentence
     */
    Object answer(Message request);
}
