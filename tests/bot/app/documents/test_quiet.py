"""Quiet hours: read as they are typed, on by the clock of their zone, shown to be typed again."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from zoneinfo import ZoneInfo

import msgspec
import pytest
import tzdata
from hypothesis import given
from hypothesis import strategies as st

from bot.app.documents.quiet import Quiet, read_quiet
from bot.i18n import LANGUAGES, Text, own_translator

HOUR = 60 * 60 * 1000
NOW = 1_767_225_600_000
"""2026-01-01, 00:00 UTC, when it is winter in Berlin."""
ZONES = files(tzdata).joinpath("zones").read_text(encoding="utf-8").split()
AT_ZERO = {"GMT", "GMT+0", "GMT-0", "UTC"}
"""Zones that are read as offsets."""
HOURS = st.integers(0, 23)


def quiet_of(text: str) -> Quiet:
    """Return the quiet hours that ``text`` names."""
    quiet = read_quiet(text, NOW)
    assert quiet is not None, text
    return quiet


def test_quiet_hours() -> None:
    """Quiet hours can go past midnight, in the group's time; unreadable times are refused."""
    quiet = quiet_of("22–7 UTC+3")
    assert quiet == Quiet(22, 7, 3)
    on = [hour for hour in (18, 19, 3, 4, 12) if quiet.is_on(hour * HOUR)]
    assert on == [19, 3]
    assert quiet_of("22:00-7:00 +3") == quiet_of("22-7 GMT+3") == quiet_of("22-7 +3")
    for text in ("22:30-7", "7-7", "1-2 +15", "1-2 GMT-13", "night"):
        assert read_quiet(text, NOW) is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ["settings.quiet_allowed", "settings.quiet_off", "option.change"])
def test_examples(key: str, language: str) -> None:
    """What the texts name as examples is read, a zone of the readers' among them."""
    examples = re.findall(r"22-7 [\w+:/]+", own_translator().say(Text(key), language))
    assert any(quiet_of(example).zone for example in examples)


def test_quiet_hours_in_a_zone_of_half_an_hour() -> None:
    """Hours of a time zone that is no whole hours from UTC begin and end on its own clock."""
    zones = ("+5:30", 330), ("+0530", 330), ("-3:30", -210), ("+12:45", 765), ("-0:30", -30)
    for zone, ahead in zones:
        quiet = quiet_of(f"22-7 {zone}")
        minutes = [at for at in range(24 * 60) if quiet.is_on(at * HOUR // 60)]
        assert minutes == sorted((at - ahead) % 1440 for at in (*range(420), *range(1320, 1440)))
        assert quiet_of(str(quiet)) == quiet
    assert str(quiet_of("22-7 UTC+05:30")) == "22-7 +5:30"
    for text in ("22-7 +5:10", "22-7 -12:30", "22-7 +14:45"):
        assert read_quiet(text, NOW) is None


@pytest.mark.parametrize(
    ("zone", "written"),
    [
        ("Europe/Berlin", ("Europe/Berlin", "europe/BERLIN", "Berlin", "Europe／Berlin")),
        ("America/New_York", ("America/New_York", "america/new york", "New York", "new_york")),
        ("America/North_Dakota/New_Salem", ("America/North Dakota/New Salem", "new salem")),
        ("America/Port-au-Prince", ("America/Port-au-Prince", "port au prince")),
        ("Singapore", ("singapore",)),
        ("Asia/Singapore", ("asia/singapore",)),
        ("EST5EDT", ("est5edt",)),
        ("Europe/Istanbul", ("Istanbul",)),  # Asia/Istanbul is another name of it
        ("Asia/Nicosia", ("nicosia",)),
        ("America/Argentina/Buenos_Aires", ("Buenos Aires",)),
    ],
)
def test_names_of_zones(zone: str, written: tuple[str, ...]) -> None:
    """A zone is called by its name in any case and spacing, or by its last part alone."""
    for each in written:
        assert quiet_of(f"22-7 {each}").zone == zone


@pytest.mark.parametrize(
    "zone", ["Atlantis", "Europe", "Eastern", "../Berlin", "zones", "Berlin 3", "GMT 3"]
)
def test_no_zones(zone: str) -> None:
    """What names no zone, or several, is refused."""
    assert read_quiet(f"22-7 {zone}", NOW) is None


@given(st.permutations(range(24)), st.sampled_from(ZONES))
def test_read_back(hours: list[int], zone: str) -> None:
    """What is shown of hours in any zone is read as the same hours."""
    start, end, *_ = hours
    quiet = quiet_of(f"{start}-{end} {zone}")
    assert str(quiet) == f"{start}-{end} {'+0' if zone in AT_ZERO else zone}"
    assert quiet_of(str(quiet)) == quiet


# By the data base: the clock goes forward in Berlin on 2026-03-29 and back on 2026-10-25, at 01:00
# UTC; in New York forward on 2026-03-08 and back on 2026-11-01; on Lord Howe, by half an hour, back
# on 2026-04-05; in Kolkata it is not changed.
CHANGES = {
    "Europe/Berlin": (
        ("2026-03-27T21:00", "2026-03-28T06:00"),
        ("2026-03-28T21:00", "2026-03-29T05:00"),
        ("2026-03-29T20:00", "2026-03-30T05:00"),
        ("2026-10-24T20:00", "2026-10-25T06:00"),
    ),
    "America/New_York": (
        ("2026-03-07T03:00", "2026-03-07T12:00"),
        ("2026-03-08T03:00", "2026-03-08T11:00"),
        ("2026-11-01T02:00", "2026-11-01T12:00"),
    ),
    "Australia/Lord_Howe": (
        ("2026-04-03T11:00", "2026-04-03T20:00"),
        ("2026-04-04T11:00", "2026-04-04T20:30"),
        ("2026-04-05T11:30", "2026-04-05T20:30"),
    ),
    "Asia/Kolkata": (("2026-03-28T16:30", "2026-03-29T01:30"),),
}


@pytest.mark.parametrize("zone", CHANGES)
def test_days_of_change(zone: str) -> None:
    """On the days when a zone's clock is changed, hours begin and end as it shows them."""
    quiet = quiet_of(f"22-7 {zone}")
    for began, ended in CHANGES[zone]:
        start, end = (
            int(datetime.fromisoformat(at).replace(tzinfo=UTC).timestamp() * 1000)
            for at in (began, ended)
        )
        on = [at for at in range(start - 5 * HOUR, end + 5 * HOUR, HOUR // 60) if quiet.is_on(at)]
        assert on == [*range(start, end, HOUR // 60)]


@given(HOURS, HOURS, st.sampled_from([*CHANGES]), st.integers(0, 365 * 24 * 60))
def test_wall_clock(start: int, end: int, zone: str, minutes: int) -> None:
    """It is quiet while the hour that a clock in the zone shows is one of the quiet hours."""
    shown = datetime(2026, 1, 1, 0, minutes % 60, tzinfo=UTC) + timedelta(hours=minutes // 60)
    hour = shown.astimezone(ZoneInfo(zone)).hour
    is_quiet = start <= hour < end if start <= end else hour >= start or hour < end
    assert Quiet(start, end, zone=zone).is_on(NOW + minutes * 60_000) is is_quiet


@given(
    HOURS,
    HOURS,
    st.text().filter(lambda name: name not in ZONES),
    st.integers(0, 100 * 366 * 24 * HOUR),
)
def test_zones_that_are_not_known(start: int, end: int, zone: str, now: int) -> None:
    """A zone in the store that is none by now is the offset that it had, and shown as such."""
    kept, plain = Quiet(start, end, 5, 30, zone), Quiet(start, end, 5, 30)
    assert str(kept) == str(plain)
    assert kept.is_on(now) is plain.is_on(now)


class Before(msgspec.Struct, frozen=True, array_like=True):
    """Quiet hours as workers know them that know no names of zones."""

    start: int
    end: int
    offset: int = 0
    minutes: int = 0


@pytest.mark.parametrize(
    ("zone", "day", "before"),
    [
        ("Europe/Berlin", 0, Before(22, 7, 1)),
        ("Europe/Berlin", 180, Before(22, 7, 2)),
        ("America/St_Johns", 0, Before(22, 7, -3, -30)),
        ("America/St_Johns", 180, Before(22, 7, -2, -30)),
        ("Asia/Kathmandu", 0, Before(22, 7, 5, 45)),
    ],
)
def test_workers_of_before(zone: str, day: int, before: Before) -> None:
    """Who passes over a zone's name, and drops it, has the offset of when the hours were set."""
    quiet = read_quiet(f"22-7 {zone}", NOW + day * 24 * HOUR)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(quiet), type=Before) == before
    dropped = msgspec.msgpack.decode(msgspec.msgpack.encode(before), type=Quiet)
    assert dropped == Quiet(22, 7, before.offset, before.minutes)
