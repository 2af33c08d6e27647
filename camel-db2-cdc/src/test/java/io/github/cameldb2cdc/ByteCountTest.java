package io.github.cameldb2cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteCountTest {

    @ParameterizedTest
    @CsvSource({
        "64MB,67108864",
        "64m,67108864",
        "64 MiB,67108864",
        "67108864,67108864",
        "1k,1024",
        "2GB,2147483648",
        "7b,7"
    })
    void peoplesSpellingsAreRead(String text, long bytes) {
        assertThat(ByteCount.parse(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "MB", "-1", "1.5MB", "64 megabytes", "999999999999999999GB", "1TB"})
    void otherSpellingsAreRefused(String text) {
        assertThatThrownBy(() -> ByteCount.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
