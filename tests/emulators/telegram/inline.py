"""Inline mode: queries typed in any chat, their results, and messages sent that way."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.emulators.telegram.chat import Chat
from tests.emulators.telegram.content import Content
from tests.emulators.telegram.hub import Hub
from tests.emulators.telegram.limits import INLINE_QUERY
from tests.emulators.telegram.message import Sender, chat_instance
from tests.emulators.telegram.people import User
from tests.emulators.telegram.press import TOO_OLD, Press, Presses
from tests.emulators.telegram.wire import Json, bad_request


@dataclass(eq=False)
class InlineMessage:
    """A message sent through the bot; ``id`` is empty when it has no keyboard."""

    id: str
    user: User
    presses: Presses
    place: str
    versions: list[Content]

    @property
    def content(self) -> Content:
        """Return what is shown now."""
        return self.versions[-1]

    @property
    def text(self) -> str:
        """Return the text or caption shown."""
        return self.content.text

    @property
    def labels(self) -> list[list[str]]:
        """Return the labels of the buttons shown, row by row."""
        return self.content.labels

    def press(self, user: User, wanted: str) -> Press:
        """Let ``user`` press the button with data or label ``wanted``."""
        origin = {"inline_message_id": self.id, "chat_instance": chat_instance(self.place)}
        return self.presses.press(user, self.content.keyboard, wanted, origin)


@dataclass(eq=False)
class InlineQuery:
    """What somebody typed behind the bot's name; ``results`` once the bot has answered."""

    id: str
    user: User
    text: str
    at: float
    answered: bool = False
    results: list[Json] = field(default_factory=list)
    contents: dict[str, Content] = field(default_factory=dict)
    settings: Json = field(default_factory=dict)


class Inline:
    """Every inline query and message."""

    def __init__(self, hub: Hub, presses: Presses, life: float) -> None:
        """Take answers for ``life`` seconds."""
        self._hub = hub
        self._presses = presses
        self._life = life
        self._queries: dict[str, InlineQuery] = {}
        self.messages: dict[str, InlineMessage] = {}

    def ask(self, user: User, text: str, chat_type: str) -> InlineQuery:
        """Let ``user`` type ``text`` behind the bot's name in a chat of ``chat_type``."""
        number = str(next(self._hub.query_ids))
        query = InlineQuery(number, user, text[:INLINE_QUERY], self._hub.clock.now())
        self._queries[number] = query
        payload = {
            "id": number,
            "from": user.card(),
            "query": query.text,
            "offset": "",
            "chat_type": chat_type,
        }
        self._hub.updates.post("inline_query", payload, f"inline queries of {user.id}")
        return query

    def open(self, number: str) -> InlineQuery:
        """Return a query still to be answered; raise ApiError 400 for any other."""
        query = self._queries.get(number)
        late = query is not None and self._hub.clock.now() - query.at > self._life
        if query is None or query.answered or late:
            raise bad_request(TOO_OLD)
        return query

    def choose(self, query: InlineQuery, index: int, chat: Chat | None) -> InlineMessage:
        """Send result ``index``, to ``chat`` or to one the bot knows nothing of."""
        result = query.results[index]
        content = query.contents[result["id"]]
        number = f"BAAA{next(self._hub.query_ids)}" if content.keyboard else ""
        place = str(chat.id) if chat else f"elsewhere {query.id}"
        message = InlineMessage(number, query.user, self._presses, place, [content])
        if number:
            self.messages[number] = message
        self._report(query, result["id"], number)
        if chat is not None:
            post = chat.draft(Sender(query.user), content)
            post.via_bot = self._hub.bot
            post.versions = message.versions
            chat.post(post)
        return message

    def _report(self, query: InlineQuery, result_id: str, number: str) -> None:
        payload: Json = {"result_id": result_id, "from": query.user.card(), "query": query.text}
        payload |= {"inline_message_id": number} if number else {}
        queue = f"inline queries of {query.user.id}"
        self._hub.updates.post("chosen_inline_result", payload, queue)
