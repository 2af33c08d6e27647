package io.github.cameldb2cdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.cameldb2cdc.checkpoint.CheckpointFencedException;
import io.github.cameldb2cdc.event.CdcException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What an episode of failures writes to the log, and when it is tried again. */
class TroubleTest {

    private final Logger log = (Logger) LoggerFactory.getLogger("trouble.test");
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private Instant now = Instant.parse("2026-11-30T12:00:00Z");
    private final Trouble trouble = new Trouble(log, "c", Duration.ofSeconds(30), () -> now, new Random(1));

    @BeforeEach
    void listen() {
        log.setAdditive(false);
        log.setLevel(Level.TRACE);
        lines.start();
        log.addAppender(lines);
    }

    @AfterEach
    void leave() {
        log.detachAppender(lines);
    }

    private List<Level> levels() {
        return lines.list.stream().map(ILoggingEvent::getLevel).toList();
    }

    private static CdcException lost() {
        return CdcException.transientFailure("The connection was lost.", null);
    }

    @Test
    void anEpisodeIsOneLineAtItsBeginningAndOneAtItsEnd() {
        for (int i = 0; i < 10; i++) {
            trouble.begin(lost());
        }
        trouble.end();
        trouble.end();
        assertThat(levels()).containsExactly(Level.WARN, Level.INFO);
        assertThat(lines.list.get(1).getFormattedMessage()).contains("10 failed tries");
        trouble.begin(lost());
        assertThat(levels()).hasSize(3);
    }

    @Test
    void aNewReasonIsALineOfItsOwn() {
        trouble.begin(lost());
        trouble.begin(CdcException.definite("The privilege is missing."));
        trouble.begin(CdcException.definite("The privilege is missing."));
        assertThat(levels()).containsExactly(Level.WARN, Level.ERROR);
    }

    @Test
    void reasonsThatTakeTurnsAreOneLineEach() {
        CdcException refused = CdcException.transientFailure("No connection was to be had.", null);
        for (int i = 0; i < 10; i++) {
            trouble.begin(lost());
            trouble.begin(refused);
        }
        assertThat(levels()).containsExactly(Level.WARN, Level.WARN);
        assertThat(trouble.current()).isSameAs(refused);
        trouble.end();
        trouble.begin(lost());
        assertThat(levels()).containsExactly(Level.WARN, Level.WARN, Level.INFO, Level.WARN);
    }

    @Test
    void aTransientFailureIsTriedAgainAfterAPauseThatGrowsByTheClock() {
        List<Long> pauses = new ArrayList<>();
        for (int attempt = 0; attempt < 12; attempt++) {
            trouble.begin(lost());
            long millis = 0;
            for (; !trouble.mayTry(); millis++) {
                now = now.plusMillis(1);
            }
            pauses.add(millis);
        }
        for (int attempt = 0; attempt < pauses.size(); attempt++) {
            long most = Math.min(30_000, 100L << attempt);
            assertThat(pauses.get(attempt)).as("pause %s", attempt).isBetween(most * 3 / 4, most);
        }
        assertThat(pauses.stream().filter(pause -> pause % 25 != 0))
                .as("pauses with a random part")
                .isNotEmpty();
    }

    @Test
    void aDefiniteFailureIsLookedAtAgainAfterAMinuteAndAFencedOneNever() {
        trouble.begin(CdcException.definite("The privilege is missing."));
        now = now.plusSeconds(59);
        assertThat(trouble.mayTry()).isFalse();
        now = now.plusSeconds(1);
        assertThat(trouble.mayTry()).isTrue();
        trouble.begin(new CheckpointFencedException("c"));
        now = now.plus(Duration.ofDays(10_000));
        assertThat(trouble.mayTry()).isFalse();
    }

    @Test
    void pausesGrowToTheMaximumAndBeginAnew() {
        Backoff backoff = new Backoff(Duration.ofSeconds(10), new Random(1));
        for (int round = 0; round < 2; round++) {
            for (int attempt = 0; attempt < 100; attempt++) {
                long most = Math.min(10_000, 100L << Math.min(attempt, 20));
                assertThat(backoff.next().toMillis()).isBetween(most * 3 / 4, most);
            }
            backoff.reset();
        }
    }
}
