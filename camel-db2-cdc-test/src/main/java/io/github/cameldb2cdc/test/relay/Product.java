package io.github.cameldb2cdc.test.relay;

import java.nio.charset.Charset;

/**
 * The Db2 the relay says it is. The driver takes the product name from the server class and the version from the
 * release level, both in EXCSATRD and always EBCDIC. The product identifier of ACCRDBRM stays Derby's: from it the
 * driver concludes what the server understands, and a Db2 identifier makes it send what Derby refuses.
 *
 * @param name such as {@code DB2/LINUXX8664}
 * @param version such as {@code SQL12014}
 */
record Product(String name, String version) {
    static final Product DB2_ON_LINUX = new Product("DB2/LINUXX8664", "SQL12014");

    private static final Charset EBCDIC = Charset.forName("IBM500");
    /** The driver skips what stands before the slash. */
    private static final String LEVEL_PREFIX = "CSS10160/";

    /** The attributes of the server with the name and version of this product. */
    Ddm claim(Ddm attributes) {
        return attributes
                .withParameter(CodePoints.SRVCLSNM, name.getBytes(EBCDIC))
                .withParameter(CodePoints.SRVRLSLV, (LEVEL_PREFIX + version).getBytes(EBCDIC));
    }
}
