"""Turns a request's body into what a message shows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from tests.emulators.discord import components as layout
from tests.emulators.discord import embeds as cards
from tests.emulators.discord.channel import MENTION, Channel
from tests.emulators.discord.content import Content, Flag
from tests.emulators.discord.files import Attachment, Upload
from tests.emulators.discord.limits import ALT_TEXT, CONTENT, UPLOADS
from tests.emulators.discord.permissions import Permission
from tests.emulators.discord.tree import every, media_of
from tests.emulators.discord.wire import ApiError, Form, Json, Path, refused_form

KEPT = Flag.EPHEMERAL | Flag.COMPONENTS_V2  # flags that an edit cannot take away
SETTABLE = Flag.SUPPRESS_EMBEDS | Flag.SUPPRESS_NOTIFICATIONS | Flag.COMPONENTS_V2


@dataclass(frozen=True)
class Draft:
    """What a message is made from: the body, its uploads by their part's name, the channel."""

    body: Json
    uploads: dict[str, Upload]
    place: Channel
    at: Path = ()  # where the body stands in the request

    def new(self, *, ephemeral: bool = False) -> Content:
        """Return the content of a new message; raise ApiError for what Discord refuses."""
        asked = Flag(self.body.get("flags") or 0) & SETTABLE
        content = self._merged(Content(flags=asked | (Flag.EPHEMERAL if ephemeral else Flag(0))))
        if not (content.text or content.embeds or content.components or content.attachments):
            raise ApiError(400, 50006, "Cannot send an empty message")
        return content

    def edit(self, before: Content) -> Content:
        """Return ``before`` with the body's fields changed; raise ApiError if refused."""
        asked = self.body.get("flags")
        flags = before.flags
        if asked is not None:
            if before.v2 and not asked & Flag.COMPONENTS_V2:
                words = "The IS_COMPONENTS_V2 flag cannot be removed"
                raise refused_form((*self.at, "flags"), "MESSAGE_FLAGS_INVALID", words)
            flags = (before.flags & KEPT) | (Flag(asked) & SETTABLE)
        return self._merged(replace(before, flags=flags & ~Flag.LOADING))

    def _merged(self, before: Content) -> Content:
        form = Form()
        attachments = self._attachments(before, form)
        text = (self._field("content", before.text) or "").strip()
        embeds = self._field("embeds", list(before.embeds)) or []
        parts = self._field("components", list(before.components)) or []
        self._check(text, embeds, parts, form, v2=before.v2)
        named, everyone = self._pings(Content(text, components=tuple(parts)).words)
        return Content(
            text,
            tuple(cards.shown(one) for one in embeds),
            self._unfurled(layout.shown(parts), attachments),
            attachments,
            before.flags,
            named,
            everyone=everyone,
        )

    def _pings(self, words: str) -> tuple[tuple[int, ...], bool]:
        """Return who is pinged by ``words``: those they name, as ``allowed_mentions`` permits."""
        allowed = self.body.get("allowed_mentions")
        kinds = ["users", "everyone"] if allowed is None else allowed.get("parse") or []
        listed = {int(number) for number in (allowed or {}).get("users") or []}
        named = {int(number) for number in MENTION.findall(words)} & set(self.place.hub.users)
        users = named if "users" in kinds else named & listed
        loud = "everyone" in kinds and ("@everyone" in words or "@here" in words)
        may = Permission.MENTION_EVERYONE in self.place.may(self.place.hub.bot)
        return tuple(sorted(users)), loud and may

    def _field(self, name: str, before: Any) -> Any:
        return self.body.get(name) if name in self.body else before

    def _check(
        self, text: str, embeds: list[Json], parts: list[Json], form: Form, *, v2: bool
    ) -> None:
        form.length(("content",), text, 0, CONTENT)
        cards.check(embeds, form)
        own = {str(number) for number in self.place.hub.emojis}
        layout.check(parts, form, v2=v2, emojis=own)
        for name, value in (("content", text), ("embeds", embeds)):
            if v2 and value:
                words = f"The '{name}' field cannot be used when using MessageFlags"
                code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
                form.fault((name,), code, f"{words}.IS_COMPONENTS_V2")
        if form.tree:
            tree = form.tree
            for step in reversed(self.at):
                tree = {str(step): tree}
            raise ApiError(400, 50035, "Invalid Form Body", errors=tree)

    def _attachments(self, before: Content, form: Form) -> tuple[Attachment, ...]:
        """Return the files kept and added: what ``attachments`` names, or all there are."""
        listed = self.body.get("attachments")
        if listed is None:
            added = [{"id": name[6:-1]} for name in self.uploads if name.startswith("files[")]
            listed = [] if "attachments" in self.body else [*numbers(before.attachments), *added]
        kept = {str(one.id): one for one in before.attachments}
        form.length(("attachments",), listed, 0, UPLOADS)
        found = [self._attachment(one, kept, form, index) for index, one in enumerate(listed)]
        return tuple(one for one in found if one is not None)

    def _attachment(
        self, one: Json, kept: dict[str, Attachment], form: Form, index: int
    ) -> Attachment | None:
        number, alt = str(one["id"]), one.get("description")
        form.length(("attachments", index, "description"), alt or "", 0, ALT_TEXT)
        if number in kept:
            return kept[number].described(alt) if "description" in one else kept[number]
        upload = self.uploads.get(f"files[{number}]")
        if upload is None:
            words = f"Attachment data for id {number} was not found"
            form.fault(("attachments", index), "ATTACHMENT_NOT_FOUND", words)
            return None
        name = one.get("filename") or upload.name
        return self.place.hub.files.store(upload, self.place.id, name, alt)

    def _unfurled(
        self, parts: tuple[Json, ...], attachments: tuple[Attachment, ...]
    ) -> tuple[Json, ...]:
        """Return ``parts`` with the files they show in place of ``attachment://`` addresses."""
        by_url = {f"attachment://{one.name}": one for one in attachments}
        by_url |= {one.url: one for one in attachments}
        for part in every(parts):
            for item in media_of(part):
                field = "media" if "media" in item else "file"
                url = item[field]["url"]
                item[field] = self._media(url, by_url)
        return parts

    def _media(self, url: str, by_url: dict[str, Attachment]) -> Json:
        if url in by_url:
            return by_url[url].media()
        if url.startswith("attachment://"):
            words = f"The referenced attachment {url} was not found"
            code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
            raise refused_form((*self.at, "components"), code, words)
        number = str(self.place.hub.ids.next())
        return {"id": number, "url": url, "proxy_url": url, "width": None, "height": None}


def numbers(attachments: Iterable[Attachment]) -> list[Json]:
    """Return how a request names ``attachments`` it keeps."""
    return [{"id": str(one.id)} for one in attachments]
