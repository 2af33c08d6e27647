package io.github.cameldb2cdc;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a number of bytes as people write it: {@code 64MB}, {@code 64m} or {@code 67108864}. */
final class ByteCount {

    private static final Pattern FORM = Pattern.compile("(\\d{1,18})\\s*([KMG]?)I?B?");

    private ByteCount() {}

    /**
     * The number of bytes; a kilobyte has 1,024.
     *
     * @throws IllegalArgumentException if the text has another form or the number is too large
     */
    static long parse(String text) {
        Matcher matcher = FORM.matcher(text.strip().toUpperCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a number of bytes");
        }
        try {
            return Math.multiplyExact(Long.parseLong(matcher.group(1)), unit(matcher.group(2)));
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("too many bytes", e);
        }
    }

    private static long unit(String letter) {
        return switch (letter) {
            case "K" -> 1L << 10;
            case "M" -> 1L << 20;
            case "G" -> 1L << 30;
            default -> 1;
        };
    }
}
