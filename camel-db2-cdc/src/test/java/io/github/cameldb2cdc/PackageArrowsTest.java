package io.github.cameldb2cdc;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Date;
import java.util.stream.Stream;

/** Packages point one way, and what a package may know of the outside. */
@AnalyzeClasses(
        packages = PackageArrowsTest.BASE,
        importOptions = {ImportOption.DoNotIncludeTests.class, PackageArrowsTest.WithoutTestKit.class})
class PackageArrowsTest {

    /** The test kit shares the base package and is a module of its own. */
    static final class WithoutTestKit implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("camel-db2-cdc-test");
        }
    }

    static final String BASE = "io.github.cameldb2cdc";

    @ArchTest
    static final ArchRule eventKnowsNoOther = knowsOnly("event");

    @ArchTest
    static final ArchRule jdbcKnowsEvents = knowsOnly("jdbc", "event");

    @ArchTest
    static final ArchRule sourceKnowsEventsAndJdbc = knowsOnly("source", "event", "jdbc");

    @ArchTest
    static final ArchRule envelopeKnowsEvents = knowsOnly("envelope", "event");

    @ArchTest
    static final ArchRule checkpointKnowsEventsAndJdbc = knowsOnly("checkpoint", "event", "jdbc");

    @ArchTest
    static final ArchRule snapshotKnowsWhatItReadsAndWhatIsRead =
            knowsOnly("snapshot", "event", "jdbc", "source", "checkpoint");

    @ArchTest
    static final ArchRule signalKnowsEvents = knowsOnly("signal", "event");

    @ArchTest
    static final ArchRule engineKnowsAllBelow =
            knowsOnly("engine", "event", "jdbc", "source", "checkpoint", "snapshot", "signal");

    @ArchTest
    static final ArchRule setupKnowsEventsAndSource = knowsOnly("setup", "event", "source");

    @ArchTest
    static final ArchRule nothingGoesRound =
            slices().matching(BASE + ".(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule camelIsKnownToTheComponentAndTheStores = noClasses()
            .that(resideInAPackage(BASE + ".."))
            .and(not(resideInAnyPackage(BASE, BASE + ".checkpoint..")))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.camel..");

    @ArchTest
    static final ArchRule jacksonIsKnownToWhatReadsAndWritesJson = noClasses()
            .that(not(resideInAnyPackage(BASE, BASE + ".checkpoint..", BASE + ".envelope..", BASE + ".signal..")))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.fasterxml..");

    @ArchTest
    static final ArchRule eventsAndEnvelopesKnowNoDatabase = noClasses()
            .that(resideInAnyPackage(BASE + ".event..", BASE + ".envelope.."))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "javax.sql..");

    @ArchTest
    static final ArchRule onlyTheProgramPrints = noClasses()
            .that(not(simpleName(SetupSqlMain.class.getSimpleName())))
            .should(ACCESS_STANDARD_STREAMS);

    @ArchTest
    static final ArchRule oldDatesAreNotOffered = noMethods()
            .that()
            .arePublic()
            .should()
            .haveRawReturnType(Date.class)
            .orShould()
            .haveRawReturnType(Calendar.class);

    @ArchTest
    static final ArchRule namesSayWhatAClassIs =
            noClasses().should().haveNameMatching(".*(Manager|Helper|Utils?)(\\$.*)?");

    private static ArchRule knowsOnly(String name, String... others) {
        String[] allowed = Stream.concat(Stream.of(name), Arrays.stream(others))
                .map(other -> BASE + '.' + other + "..")
                .toArray(String[]::new);
        return noClasses()
                .that()
                .resideInAPackage(BASE + '.' + name + "..")
                .should()
                .dependOnClassesThat(resideInAPackage(BASE + "..").and(not(resideInAnyPackage(allowed))))
                .allowEmptyShould(true);
    }
}
