"""A press on a button, and what the person who pressed was told."""

from __future__ import annotations

from dataclasses import dataclass

from tests.emulators.telegram.hub import Hub
from tests.emulators.telegram.keyboard import Keyboard, find
from tests.emulators.telegram.limits import PRESS_SECONDS
from tests.emulators.telegram.people import User
from tests.emulators.telegram.wire import Json, bad_request

TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


@dataclass(eq=False)
class Press:
    """A callback query; ``answered`` once the spinner has stopped."""

    id: str
    user: User
    at: float
    data: str
    answered: bool = False
    toast: str = ""
    alert: bool = False
    url: str | None = None

    def expired(self, now: float) -> bool:
        """Return whether it is too late to answer."""
        return now - self.at > PRESS_SECONDS


class Presses:
    """Every press by its identifier."""

    def __init__(self, hub: Hub) -> None:
        """Post to the hub's queue."""
        self._hub = hub
        self._by_id: dict[str, Press] = {}

    def press(self, user: User, keyboard: Keyboard, wanted: str, origin: Json) -> Press:
        """Press the button with data or label ``wanted``; ``origin`` says where it is."""
        data = find(keyboard, wanted)["callback_data"]
        return self.forge(user, data, origin)

    def forge(self, user: User, data: str, origin: Json) -> Press:
        """Send ``data`` that no button need carry, as an altered client can."""
        number = str(next(self._hub.query_ids))
        press = Press(number, user, self._hub.clock.now(), data)
        self._by_id[number] = press
        payload = {"id": number, "from": user.card(), "data": data} | origin
        self._hub.updates.post("callback_query", payload, f"presses of {user.id}")
        return press

    def open(self, number: str) -> Press:
        """Return a press still to be answered; raise ApiError 400 for any other."""
        press = self._by_id.get(number)
        if press is None or press.answered or press.expired(self._hub.clock.now()):
            raise bad_request(TOO_OLD)
        return press
