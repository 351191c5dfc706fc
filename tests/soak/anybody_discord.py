"""People who do anything on Discord: in a server, a thread, with the bot, and without it."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

from tests.bot.platforms.bot_clock import BotClock
from tests.bot.platforms.discord.playing_discord import PlayingDiscord, playing_discord
from tests.bot.platforms.naughty import NAUGHTY
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.commands import BOOLEAN, INTEGER, USER
from tests.emulators.discord.interactions import Interaction
from tests.emulators.discord.people import User
from tests.emulators.discord.permissions import Permission
from tests.emulators.discord.slash import data_of, resolved
from tests.emulators.discord.wire import Json, server_error
from tests.soak.anybody import GAMES, LEAPS_S, NEWEST, any_cell

_LONGEST_INPUT: Final = 200
"""Characters that the form for typed moves takes."""
_ENDLESS: Final = "solve.all"
"""The end of the data of the button that has the solver play for minutes."""
_NO_FAULT: Final = re.compile(
    "^[a-z_]+: (403|404|429|502|400 40060)[: ]|^create_interaction_response: 400 50083:"
)
"""What Discord may refuse without anybody's fault: rights taken away, messages deleted, haste,
its own troubles, a second answer to what it has sent twice, and one that changes a board in a
thread that was archived after the press."""
_CALLS: Final = ("create_message", "update_message", "delete_message")
"""The calls that fail when Discord has trouble. Not answers to interactions, of which some would
then be given twice."""
_RIGHTS: Final = (
    Permission.SEND_MESSAGES,
    Permission.SEND_MESSAGES_IN_THREADS,
    Permission.ATTACH_FILES,
    Permission.EMBED_LINKS,
    Permission.READ_MESSAGE_HISTORY,
    Permission.USE_EXTERNAL_EMOJIS,
    Permission.VIEW_CHANNEL,
)
"""The permissions that the bot may be denied."""
_LOCALES: Final = ("en-US", "ru", "zh-CN", "zh-TW", "uk", "ja")


class AnybodyOnDiscord:
    """People on Discord who do anything at all."""

    def __init__(self, play: PlayingDiscord, seed: int) -> None:
        """Bring four people together in six places, in two of them without the bot."""
        self._random = Random(seed)
        self._play, world = play, play.world
        ann, bob = world.user("Ann", installed=True), world.user("Bob", installed=True)
        zoya, li = world.user("Зоя", "ru"), world.user("李", "zh-CN")
        self._people = (ann, bob, zoya, li)
        self._guild = guild = world.guild("Den", *self._people)
        self._den = den = guild.channel("mines")
        self._thread = guild.thread(den, "hard ones")
        elsewhere = world.guild("Strangers", bob, ann, zoya, installed=False).channel("talk")
        self._places: dict[Channel, tuple[User, ...]] = {
            den: self._people,
            self._thread: self._people,
            world.private(ann, world.hub.bot): (ann,),
            world.private(li, world.hub.bot): (li,),
            elsewhere: (ann, bob, zoya),
            world.private(ann, bob): (ann, bob),
        }
        self._begun: list[Interaction] = []

    async def act(self) -> str:
        """Do something; return what kind of thing it was."""
        draw = self._random
        place = draw.choice([*self._places])
        user = draw.choice(self._places[place])
        seen = [one for one in place.seen_by(user) if one.own][-NEWEST:]
        kinds = ("press", "command", "complete", "say", "form", "delete", "leap", "befall")
        what = draw.choices(kinds, (50, 30, 3, 8, 4, 1, 2, 2))[0]
        if what == "leap":
            await self.settle()
            await self._play.skip_time(draw.choice(LEAPS_S))
        elif what == "befall":
            await self._befall()
        elif what == "command" or not seen:
            self._command(place, user)
        elif what == "press":
            self._press(place, user)
        elif what == "complete":
            self._complete(place, user)
        elif what == "say":
            text = self._text()
            place.say(user, draw.choice((text, f"{self._play.world.hub.bot.mention} {text}")))
        elif what == "form":
            self._fill_in()
        else:
            draw.choice(seen).delete()
        if draw.random() < 0.7:
            await self.settle()
        return what

    async def settle(self) -> None:
        """Wait until all that follows has been shown; AssertionError names what is not answered."""
        last = self._begun[-1] if self._begun else None
        try:
            await self._play.settle(last)
        except (AssertionError, TimeoutError) as error:
            waiting = [each.data for each in self._begun if not each.answered]
            refused = [str(each.error) for each in self._play.world.requests if each.error]
            told = f"not answered: {waiting}; last refused: {refused[-1:]}"
            raise AssertionError(told) from error

    def refused(self) -> Iterator[str]:
        """Return what Discord refused for a fault of the bot's, call by call."""
        for call in self._play.world.requests:
            refused = f"{call.name}: {call.error}"
            if call.error and not _NO_FAULT.search(refused):
                yield refused

    def unanswered(self) -> int:
        """Return how many interactions have no answer."""
        return sum(not each.answered for each in self._begun)

    async def _befall(self) -> None:
        """Let something happen that is no player's doing."""
        draw, world = self._random, self._play.world
        match draw.randrange(9):
            case 0:
                self._thread.archive()
            case 1:
                self._den.deny(world.hub.bot, draw.choice(_RIGHTS))
            case 2 | 3:
                self._den.denied.clear()
            case 4:
                self._guild.fail()
                self._guild.recover()
            case 5:
                await self.settle()  # a command sent meanwhile would get no answer
                self._guild.kick_bot()
                self._guild.invite_bot()
            case 6:
                world.fail_next(draw.choice(_CALLS), server_error(502), done=draw.random() < 0.5)
            case 7:
                world.limit_next(draw.choice(_CALLS), draw.choice((0.5, 3.0, 20.0)))
            case 8 if self._begun:
                self._begun[-1].deliver_again()
            case _:
                draw.choice(self._people).locale = draw.choice(_LOCALES)

    def _press(self, place: Channel, user: User) -> None:
        message = self._random.choice([one for one in place.seen_by(user) if one.own][-NEWEST:])
        buttons = [data for data in message.keys if not data.endswith(_ENDLESS)]
        if buttons:
            self._begun.append(message.press(user, self._random.choice(buttons)))

    def _fill_in(self) -> None:
        forms = [each.modal for each in self._begun[-NEWEST:] if each.modal is not None]
        if forms:
            text = self._text().replace("\n", " ")[:_LONGEST_INPUT]
            self._begun.append(self._random.choice(forms).submit(text or "a1"))

    def _command(self, place: Channel, user: User) -> None:
        command = self._random.choice(self._commands())
        options = {
            one["name"]: self._value(one)
            for one in command["options"]
            if one.get("required") or self._random.random() < 0.3
        }
        given = [
            {"name": name, "type": one["type"], "value": options[name]}
            for one in command["options"]
            if (name := one["name"]) in options
        ]
        data = data_of(command, [command], given) | resolved(place, given)
        self._begun.append(place.interactions.begin(2, user, place, data))

    def _complete(self, place: Channel, user: User) -> None:
        proposing = [
            (command, one)
            for command in self._commands()
            for one in command["options"]
            if one.get("autocomplete")
        ]
        command, one = self._random.choice(proposing)
        typed = {"name": one["name"], "type": one["type"], "value": self._text(), "focused": True}
        data = data_of(command, [command], [typed])
        self._begun.append(place.interactions.begin(4, user, place, data))

    def _commands(self) -> list[Json]:
        return self._play.world.interactions.commands.visible(None)

    def _value(self, option: Json) -> Any:
        """Return a value that the client would let through."""
        draw = self._random
        if choices := option.get("choices"):
            values = [each["value"] for each in choices if each["value"] != "all"]
            return draw.choice(values)
        if option["type"] == BOOLEAN:
            return draw.random() < 0.5
        if option["type"] == INTEGER:
            least, most = option.get("min_value", 0), option.get("max_value", 99)
            return min(draw.choice((least, 5, 8, 10, 16, most)), most)
        if option["type"] == USER:
            return str(draw.choice(self._people).id)
        return self._text()[: option.get("max_length", 100)] or "x"

    def _text(self) -> str:
        draw = self._random
        level = draw.choice(GAMES).partition(" ")[0]
        return draw.choice((any_cell(draw), any_cell(draw), level or "1 1", draw.choice(NAUGHTY)))


@asynccontextmanager
async def on_discord(_folder: Path, seed: int) -> AsyncIterator[AnybodyOnDiscord]:
    """Run the bot and bring people together with it."""
    async with playing_discord() as play:
        play.bot._chat._service._clock = BotClock(play.clock)
        yield AnybodyOnDiscord(play, seed)
        play.world.faults.clear()  # some may be for calls that nobody caused
