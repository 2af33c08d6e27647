package io.github.cameldb2cdc.test.relay;

/** The DDM code points the relay looks at; every other object passes unread. */
final class CodePoints {
    static final int ACCSEC = 0x106D;
    static final int EXCSATRD = 0x1443;
    static final int ACCRDB = 0x2001;
    static final int CNTQRY = 0x2006;
    static final int EXCSQLIMM = 0x200A;
    static final int EXCSQLSTT = 0x200B;
    static final int OPNQRY = 0x200C;
    static final int PRPSQLSTT = 0x200D;
    static final int RDBCMM = 0x200E;
    static final int RDBRLLBCK = 0x200F;
    static final int EXCSQLSET = 0x2014;

    static final int RDBNAM = 0x2110;
    static final int PRDID = 0x112E;
    static final int SRVCLSNM = 0x1147;
    static final int SRVRLSLV = 0x115A;
    static final int PKGNAMCSN = 0x2113;
    static final int QRYROWSET = 0x2156;
    static final int SVRCOD = 0x1149;

    static final int ENDUOWRM = 0x220C;
    static final int ABNUOWRM = 0x220D;
    static final int OPNQFLRM = 0x2212;

    static final int SQLERRRM = 0x2213;

    static final int SQLCARD = 0x2408;
    static final int SQLDARD = 0x2411;
    static final int SQLSTT = 0x2414;
    static final int QRYDTA = 0x241B;
    static final int EXTDTA = 0x146C;

    /** A parameter of ACCSEC that only recent IBM drivers send and Derby refuses. */
    static final int UNKNOWN_TO_DERBY = 0x1909;

    private CodePoints() {}
}
