"""People who do anything on Telegram: in private chats, groups, a forum, and below posts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Final

from tests.bot.platforms.naughty import NAUGHTY
from tests.bot.platforms.telegram.playing import Playing, keys, playing
from tests.emulators.telegram.chat import Chat
from tests.emulators.telegram.group import Group
from tests.emulators.telegram.people import User
from tests.emulators.telegram.press import Press
from tests.emulators.telegram.private import PrivateChat
from tests.emulators.telegram.wire import ApiError
from tests.soak.anybody import GAMES, LEAPS_S, NEWEST, any_cell

_COMMANDS: Final = (
    "/hint", "/hint", "/hint", "/stats", "/stats Bob", "/review", "/review 3", "/review 999",
    "/review replay", "/solve", "/solve step", "/solve all", "/solve new", "/solve stop", "/train",
    "/save x", "/save y", "/load x", "/load y", "/games", "/again", "/giveup", "/undo", "/proof",
    "/scan d3", "/share", "/card", "/daily", "/top", "/top skill server last", "/listed off",
    "/duel easy", "/rematch", "/tournament 2 5 5 3", "/takeover", "/code", "/evf", "/learn",
    "/settings", "/access", "/invite @bob", "/privacy", "/export", "/delete", "/language",
    "/language ru", "/language zh", "/language en", "/help", "/board", "/start", "a1-c3", "a1 b2",
)  # fmt: skip
_TAKES_WORDS: Final = ("/newgame", "/play", "/duel", "/train", "/save", "/load", "/invite", "/top")
_NO_FAULT: Final = re.compile(
    "Too Many|not modified|not found|can't be deleted|not enough rights to (manage pinned|send)"
    "|bot was (blocked|kicked)|bot is not a member|Bad Gateway|upgraded to a supergroup"
)
"""What Telegram may refuse without anybody's fault: messages deleted or two days old, haste,
boards that a group wants pinned where the bot may not, places that are closed, and its own
troubles."""
_CALLS: Final = ("sendMessage", "editMessageText", "editMessageMedia", "sendPhoto")
"""The calls that fail when Telegram has trouble."""
_LANGUAGES: Final = ("en", "ru", "zh-hans", "zh-hant", "uk", None)


class AnybodyOnTelegram:
    """People on Telegram who do anything at all."""

    def __init__(self, play: Playing, seed: int) -> None:
        """Bring four people together in eight chats."""
        self._random = Random(seed)
        self._play, world = play, play.world
        ann, bob = world.user("Ann"), world.user("Bob", username="bob")
        zoya, li = world.user("Зоя", "ru"), world.user("李", "zh-hans")
        private = [world.private(one) for one in (ann, bob, zoya, li)]
        for chat in private:
            chat.send("/start")
        forum = world.supergroup("Forum", zoya, ann, li, forum=True)
        talk = world.supergroup("Talk", zoya, bob, li)
        den, self._hut = world.supergroup("Den", ann, bob, zoya), world.group("Hut", li, bob, zoya)
        groups = [den, self._hut, forum, talk]
        self._topic = forum.topic("Mines")
        self._post = talk.forward(world.channel("News", zoya), "What happened today")
        self._chats: list[Chat] = [*private, *groups, *groups]
        self._presses: list[Press] = []

    async def act(self) -> str:
        """Do something; return what kind of thing it was."""
        draw = self._random
        chat = draw.choice(self._chats)
        user, seen = self._member(chat), chat.shown[-NEWEST:]
        kinds = ("press", "answer", "delete", "leap", "befall", "say")
        what = draw.choices(kinds, (55, 6, 1, 2, 2, 36))[0]
        if what == "leap":
            await self._play.settle()
            await self._play.skip_time(draw.choice(LEAPS_S))
        elif what == "befall":
            self._befall(chat, user)
        elif what == "say" or not seen:
            self._say(chat, user)
        elif what == "press":
            self._press(chat, user)
        elif what == "answer":
            chat.say(user, self._words(), draw.choice(seen))
        else:
            draw.choice(seen).deleted = True
        if draw.random() < 0.7:
            await self._play.settle()
        return what

    async def settle(self) -> None:
        """Wait until all that follows has been shown."""
        await self._play.settle()

    def refused(self) -> Iterator[str]:
        """Return what Telegram refused for a fault of the bot's, call by call."""
        for call in self._play.world.requests:
            if call.error and not _NO_FAULT.search(call.error.description):
                yield f"{call.method}: {call.error.description}"

    def unanswered(self) -> int:
        """Return how many presses have no answer."""
        return sum(not press.answered for press in self._presses)

    def _befall(self, chat: Chat, user: User) -> None:
        """Let something happen that is no move."""
        draw, world = self._random, self._play.world
        match draw.randrange(7):
            case 0 if isinstance(chat, PrivateChat):
                chat.block_bot()
            case 1 if isinstance(chat, PrivateChat):
                chat.unblock_bot()
            case 0 if isinstance(chat, Group) and world.bot.id in chat.members:
                chat.remove(world.bot)
            case 1 if isinstance(chat, Group):
                chat.add(world.bot)
            case 2 if isinstance(chat, Group):
                chat.silence_bot()
            case 3:
                world.fail_next(draw.choice(_CALLS), ApiError(502, "Bad Gateway"))
            case 4:
                world.flood_next(draw.choice(_CALLS), draw.choice((1, 5, 40)), chat.id)
            case 5 if self._hut in self._chats:
                self._chats[self._chats.index(self._hut)] = world.migrate(self._hut)
                self._chats.remove(self._hut)
            case _:
                user.language = draw.choice(_LANGUAGES)

    def _member(self, chat: Chat) -> User:
        if isinstance(chat, PrivateChat):
            return chat.user
        assert isinstance(chat, Group)
        return self._random.choice([one for one in chat.members.values() if not one.is_bot])

    def _say(self, chat: Chat, user: User) -> None:
        if chat is self._topic.group and self._random.random() < 0.5:
            self._topic.say(user, self._words())
        elif chat is self._post.home and self._random.random() < 0.5:
            chat.say(user, self._words(), self._post)
        else:
            chat.say(user, self._words())

    def _press(self, chat: Chat, user: User) -> None:
        message = self._random.choice(chat.shown[-NEWEST:])
        # Two buttons may lead to the same page.
        if once := [data for data, times in Counter(keys(message)).items() if times == 1]:
            self._presses.append(message.press(user, self._random.choice(once)))

    def _words(self) -> str:
        draw = self._random
        cell = any_cell(draw)
        return draw.choice(
            (
                cell,
                cell,
                draw.choice(_COMMANDS),
                draw.choice(_COMMANDS),
                f"/newgame {draw.choice(GAMES)}",
                draw.choice(NAUGHTY),
                f"{draw.choice(_TAKES_WORDS)} {draw.choice(NAUGHTY)}",
            )
        )


@asynccontextmanager
async def on_telegram(folder: Path, seed: int) -> AsyncIterator[AnybodyOnTelegram]:
    """Run the bot, its files in ``folder``, and bring people together with it."""
    async with playing(folder) as play:
        anybody = AnybodyOnTelegram(play, seed)
        await anybody.settle()
        yield anybody
        play.world.faults.clear()  # some may be for calls that nobody caused
