"""View: scenes and replies as Discord's messages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from typing import Final, TypeAlias

from discord.utils import escape_mentions

from bot.app.requests.button import Button, write_button
from bot.app.requests.links import told_link
from bot.app.requests.menu import Page
from bot.app.screens.controls import cells_data, controls, hint_label, play_row
from bot.app.screens.illustration import Animation, BoardPicture
from bot.app.screens.reply import Reply
from bot.app.screens.screen import Face, Screen
from bot.delivery import Scene
from bot.i18n import Text, Translator
from bot.platforms.discord import components as parts
from bot.platforms.discord import limits
from bot.platforms.discord.components import PICTURE_NAME, Component, Payload, Upload
from bot.platforms.discord.emoji import LABELS, EmojiSets, emoji_board
from bot.platforms.discord.faces import faces_of
from bot.platforms.discord.in_form import IN_FORM, IN_FORM_ALONE
from bot.platforms.discord.layout import Layout, layout_of, window_of
from bot.platforms.discord.spoilers import Toy, spoiler_texts
from bot.render import (
    MAP_LEGEND,
    beside_texts,
    draw_board,
    draw_chances,
    in_text,
    load_theme,
    status_texts,
)
from bot.render.alt_text import alt_text, picture_text
from bot.render.fitting import joined, length_of
from bot.render.panning import page_pan_buttons, pan_buttons
from bot.render.picture import (
    cell_looks,
    draw_picture,
    drawing_of,
    large_picture,
    load_picture_theme,
)
from bot.render.window import Window

Say: TypeAlias = Callable[[Text], str]

TYPED: Final = "typed"
"""What the id of the button and of the form for typed moves begins with."""
SHOW_EVERYONE: Final = "everyone"
"""What the id of the button begins with that shows a hint to all."""
_REMEMBERED: Final = 4096
"""Escaped texts that are kept, most of them parts of status lines, and rows of controls."""
_MARKUP: Final = re.compile(r"[\\`*_~|<\[\]]|^\s*[>#-]", re.MULTILINE)
"""What Discord would format: marks, spoilers, links, and what stands in angles (mentions, times,
emoji, commands). The library's own pattern leaves what looks like an address as it is."""
_BLANK: Final = "\u200b"


class View:
    """Turns scenes and replies into payloads."""

    def __init__(
        self,
        translator: Translator,
        emoji: EmojiSets | None = None,
        *,
        by_http: bool = False,
    ) -> None:
        """Say texts with ``translator``; draw with the application's ``emoji``.

        A worker that answers ``by_http`` gets no messages, and is not told that Discord has refused
        an answer for the emoji on its buttons.
        """
        self._translator = translator
        self._said_here = IN_FORM_ALONE if by_http else IN_FORM
        self._emoji = EmojiSets() if emoji is None else emoji
        self._on_buttons = not by_http
        self._glyphs = load_theme("emoji")
        self._plain = load_theme("plain")
        self._play_row = lru_cache(_REMEMBERED)(self._made_play_row)

    def say(self, text: Text, language: str) -> str:
        """Return ``text`` with nothing in it that Discord would format or take for a mention."""
        return _escaped(self.plain(text, language))

    def plain(self, text: Text, language: str) -> str:
        """Return ``text`` for where nothing is formatted."""
        key = self._said_here.get(text.key)
        return self._translator.say(Text(key, **dict(text.args)) if key else text, language)

    def message(self, reply: Reply, *, ephemeral: bool, drawn: bytes | None = None) -> Payload:
        """Return the texts of ``reply`` with its buttons, and its file or ``drawn`` picture."""
        say = partial(self.say, language=reply.language)
        label = partial(self.plain, language=reply.language)
        link = () if reply.link is None else (told_link(reply.link),)
        shown = [parts.text(_fitted(map(say, (*reply.texts, *link)), self._as_text(reply)))]
        upload = _upload(reply, drawn, label)
        if upload is not None:
            shown.append(parts.file(upload) if reply.file else parts.gallery(upload))
        pans = page_pan_buttons(reply.picture, partial(window_of, layout=Layout.TEXT))
        every = (pans, *reply.buttons)
        rows = [row for each in every for row in _in_rows(_button(b, label) for b in each)]
        below = parts.distinct(rows)
        room = max(0, _room([*shown, *below]))
        shown += _in_rows(_taps(reply, room // (limits.ROW + 1) * limits.ROW))
        for row in below:
            if parts.size(row) <= _room(shown):
                shown.append(row)
        return Payload(tuple(shown), upload, ephemeral)

    def drawing(self, reply: Reply) -> Callable[[], bytes] | None:
        """Return what draws the picture of ``reply``, in any thread; None where there is none."""
        return drawing_of(reply.picture, partial(self.plain, language=reply.language))

    def _as_text(self, reply: Reply) -> str:
        if reply.picture is None or not reply.picture.text_only:
            return ""
        board = partial(self._preformatted, say=partial(self.say, language=reply.language))
        label = partial(self.plain, language=reply.language)
        return in_text(reply.picture.subject, board, _pre, label)

    async def shown(self, scene: Scene) -> Payload:
        """Return a game as a message; the picture of a large board is drawn in another thread."""
        screen = scene.screen
        drawn = None
        if layout_of(screen) is Layout.PICTURE:
            drawn = await large_picture(screen, load_picture_theme(screen.theme), _framed(screen))
        return self.scene(scene, drawn)

    def scene(self, scene: Scene, drawn: bytes | None = None) -> Payload:
        """Return a game as a message, with the picture of it where that is ``drawn``."""
        screen = scene.screen
        layout = layout_of(screen)
        window = window_of(screen, layout)
        say = partial(self.say, language=scene.language)
        label = partial(self.plain, language=scene.language)
        upload = None
        lines = [self._status(screen, say)]
        lines += [say(text) for text in (*scene.texts, *beside_texts(screen))]
        if layout is Layout.PICTURE:
            upload = _picture(screen, _framed(screen), label, drawn)
            shown = [parts.text(_fitted(lines)), parts.gallery(upload)]
        else:
            room = limits.TEXT - length_of("\n".join(lines)) - 1
            shown = [parts.text(_fitted(lines, self._written(screen, layout, window, room, say)))]
        if layout is not Layout.TEXT and not screen.over:
            shown += self._cells(screen, window)
        shown += self._controls(scene, layout, window)
        return Payload(tuple(shown), upload)

    async def hint(self, scene: Scene, *, for_one: bool = True) -> Payload:
        """Return a hint with its board; ``for_one``: with a button that shows it to all."""
        screen = scene.screen
        label = partial(self.plain, language=scene.language)
        say = partial(self.say, language=scene.language)
        lines = [self._status(screen, say), *map(say, scene.texts)]
        if layout_of(screen) is Layout.TEXT:
            upload = None
            shown = [parts.text(_fitted(lines, self._preformatted(screen, say)))]
        else:
            drawn = await large_picture(screen, load_picture_theme(screen.theme))
            upload = _picture(screen, None, label, drawn)
            shown = [parts.text(_fitted(lines)), parts.gallery(upload)]
        if for_one and not scene.private and not screen.over:
            everyone = label(Text("control.show_everyone"))
            custom_id = f"{SHOW_EVERYONE}.{screen.number}"
            shown.append(parts.row([parts.button(everyone, custom_id)]))
        return Payload(tuple(shown), upload, ephemeral=for_one)

    def toy(self, toy: Toy, language: str, begun: float) -> list[Payload]:
        """Return a board of spoilers as the messages that show it whole.

        Its clock is Discord's: the time since ``begun`` (Unix time), which readers see run.
        """
        grid, mines = toy.begun.grid, toy.begun.mines
        title = Text("spoiler.title", rows=grid.rows, cols=grid.cols, mines=mines)
        first, *rest = spoiler_texts(toy, self._glyphs)
        status = f"{self._glyphs.faces[Face.READY]} {self.say(title, language)} <t:{int(begun)}:R>"
        shown = [(parts.text(status), parts.text(first))]
        return [Payload(each) for each in (*shown, *((parts.text(text),) for text in rest))]

    def _status(self, screen: Screen, say: Say) -> str:
        status = " · ".join(map(say, status_texts(screen)))
        return f"{self._glyphs.faces[screen.face]} **{status}**"

    def _written(self, screen: Screen, layout: Layout, window: Window, room: int, say: Say) -> str:
        """Return what is text of a board; ``room`` is how many characters it may have."""
        if layout is Layout.TEXT:
            return self._preformatted(screen, say)
        if layout is Layout.EMOJI or screen.over:
            return emoji_board(screen, self._glyphs, self._emoji.of(screen.theme), room)
        return _map(screen, window, say) if screen.chances else ""

    def _cells(self, screen: Screen, window: Window) -> list[Component]:
        """Return the rows of cells to be pressed."""
        cells = window.cells(screen.rules.grid)
        faces = faces_of(screen, cells)
        emoji = self._emoji.of(screen.theme) if self._on_buttons else None
        if emoji:
            looks = cell_looks(screen).tolist()
            for at, cell in enumerate(cells):
                if looks[cell] in LABELS:
                    faces[at] = parts.emoji_face(emoji[looks[cell]].part, faces[at]["style"])
        buttons = parts.buttons(faces, cells_data(screen, cells))
        return [
            parts.row(buttons[at : at + window.cols]) for at in range(0, len(buttons), window.cols)
        ]

    def _controls(self, scene: Scene, layout: Layout, window: Window) -> tuple[Component, ...]:
        """Return the rows of controls below a board."""
        screen, is_in_play = scene.screen, scene.screen.page is Page.PLAY
        label = partial(self.plain, language=scene.language)
        can_move = layout is Layout.TEXT or (layout is not Layout.BUTTONS and not screen.over)
        rows: list[Component] = []
        if can_move and is_in_play:
            rows += _in_rows(_button(each, label) for each in pan_buttons(screen, window))
        if is_in_play and not screen.over:
            hint = hint_label(screen)
            row = self._play_row(screen.number, scene.language, flagging=screen.flagging, hint=hint)
            return (*rows, row)
        for buttons in controls(screen, private=scene.private):
            rows += _in_rows(_button(each, label) for each in buttons)
        return parts.distinct(rows)

    def _made_play_row(
        self, number: int, language: str, *, flagging: bool, hint: str | None
    ) -> Component:
        """Return the controls of a board in play, with the one that asks for a typed move."""
        label = partial(self.plain, language=language)
        made = [_button(each, label) for each in play_row(number, flagging=flagging, hint=hint)]
        made.insert(-1, parts.button(label(Text("control.typed")), f"{TYPED}.{number}"))
        return parts.row(made)

    def _preformatted(self, screen: Screen, say: Say) -> str:
        window = window_of(screen, Layout.TEXT)
        if screen.chances:
            return _map(screen, window, say)
        return _pre(draw_board(screen, self._plain, window))


@lru_cache(_REMEMBERED)
def _escaped(text: str) -> str:
    return escape_mentions(_MARKUP.sub(r"\\\g<0>", text))


def _framed(screen: Screen) -> Window | None:
    """Return the part of a picture whose cells are buttons, to be framed; None if none are."""
    return None if screen.over else window_of(screen, Layout.PICTURE)


def _picture(screen: Screen, window: Window | None, label: Say, drawn: bytes | None) -> Upload:
    data = drawn or draw_picture(screen, load_picture_theme(screen.theme), window)
    return Upload(PICTURE_NAME, data, alt_text(screen, window, label, limits.ALT_TEXT))


def _button(button: Button, label: Say) -> Component:
    data = write_button(button.action, button.game)
    return parts.button(label(button.label)[: limits.LABEL], data)


def _room(shown: Iterable[Component]) -> int:
    """Return how many components a message may have besides ``shown``."""
    return limits.COMPONENTS - sum(map(parts.size, shown))


def _taps(reply: Reply, most: int) -> list[Component]:
    """Return up to ``most`` cells of the picture's board as buttons, by their names.

    Where there is no room for every closed cell, those beside a number come first.
    """
    picture = reply.picture
    if picture is None or not isinstance(picture.subject, BoardPicture):
        return []
    screen = picture.subject.screen
    board = screen.board
    closed = [cell for cell in reply.taps if board.is_closed(cell) and not board.flagged[cell]]
    nearest = sorted(
        closed, key=lambda cell: not any(map(board.number, board.grid.neighbours(cell)))
    )
    return [
        parts.button(screen.coordinates.cell(board.grid.name(cell)), write_button(reply.taps[cell]))
        for cell in sorted(nearest[:most])
    ]


def _in_rows(buttons: Iterable[Component]) -> list[Component]:
    every = [*buttons]
    return [parts.row(every[at : at + limits.ROW]) for at in range(0, len(every), limits.ROW)]


def _fitted(lines: Iterable[str], below: str = "") -> str:
    """Return as many of ``lines`` as fit above ``below``, and that; never an empty text."""
    room = limits.TEXT - length_of(below) - 1
    return "\n".join(filter(None, (joined([*lines] or [_BLANK], room)[:room], below)))


def _map(screen: Screen, window: Window, say: Say) -> str:
    return f"{say(MAP_LEGEND)}\n{_pre(draw_chances(screen, window))}"


def _pre(lines: Sequence[str]) -> str:
    return "```\n" + "\n".join(lines) + "\n```"


def _upload(reply: Reply, drawn: bytes | None, say: Say) -> Upload | None:
    """Return the file that goes with ``reply``."""
    if reply.file is not None:
        return Upload(reply.file_name, reply.file)
    if drawn is None or reply.picture is None:
        return None
    is_animated = isinstance(reply.picture.subject, Animation)
    alt = picture_text(reply.picture, say, limits.ALT_TEXT)
    return Upload("replay.gif" if is_animated else PICTURE_NAME, drawn, alt)
