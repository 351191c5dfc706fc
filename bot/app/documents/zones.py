"""Zones: time zones by their names in the IANA data base, with summer time where they have it.

All comes from the library, nothing from the system, so that workers anywhere decide alike.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Final
from zoneinfo import ZoneInfo

import tzdata

from bot.app.requests.called import folded

_MINUTE: Final = timedelta(minutes=1)
_REVERSED: Final = "Etc/"
"""What names begin with that have the sign of ISO 8601 reversed: Etc/GMT-3 is ahead of UTC."""


def zone_named(written: str) -> str | None:
    """Return the name of the zone that is ``written``, None if it is none.

    In any case, with spaces for underscores; the part behind the last slash is enough unless zones
    that differ have it, as Canada/Eastern and US/Eastern do.
    """
    return _names().get(folded(written))


def minutes_ahead(zone: str, now: int) -> int | None:
    """Return how far ``zone`` is ahead of UTC at ``now`` (ms since the epoch).

    None for a name that is none in this version of the data base.
    """
    found = _zone(zone)
    ahead = None if found is None else datetime.fromtimestamp(now // 1000, found).utcoffset()
    return None if ahead is None else ahead // _MINUTE


@cache
def _zone(name: str) -> ZoneInfo | None:
    """Return the zone of a ``name``, whose file of about 1 kB is read once in a process."""
    if name not in _names().values():
        return None
    return ZoneInfo.from_file(BytesIO(_data(name)), key=name)


def _data(name: str) -> bytes:
    return files(tzdata).joinpath("zoneinfo", *name.split("/")).read_bytes()


@cache
def _names() -> dict[str, str]:
    """Return the names of all zones, by what is compared with what is written.

    Read once in a process: 9 kB, and the 50 zones that share a last part, about 1 kB each.
    """
    zones = files(tzdata).joinpath("zones").read_text(encoding="utf-8").split()
    sharing = dict[str, list[str]]()
    for zone in zones:
        if not zone.startswith(_REVERSED):
            sharing.setdefault(folded(zone.rpartition("/")[2]), []).append(zone)
    short = {
        part: named[0]
        for part, named in sharing.items()
        if len(named) == 1 or len({_data(zone) for zone in named}) == 1
    }
    return short | {folded(zone): zone for zone in zones}
