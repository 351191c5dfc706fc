"""Redaction: every shape of a secret is hidden, and ordinary words are left."""

from __future__ import annotations

import html
import json
import re
from base64 import b64encode
from collections.abc import Callable
from string import ascii_letters, digits
from typing import TypeAlias
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.observability.redaction import HIDDEN, Redactor
from tests.patience import patience

_URL_SAFE = ascii_letters + digits + "-_"
TELEGRAM = "7123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0"
# Discord's tokens are put together here: whole ones in a file set off scanners of repositories.
_DISCORD_PARTS = ("MTk4NjIyNDgzNDcxOTI1MjQ4", "Cl2FMQ", "ZnCjm1XVW7vRze4b7Cq4se7kKWs")
DISCORD = ".".join(_DISCORD_PARTS)
INTERACTION = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OnNlY3JldA=="
HOOK = "k9Zc_4hV-" * 7
PRINTABLE = st.characters(categories=("L", "N", "P", "S"), exclude_characters="*") | st.just(" ")
Writing: TypeAlias = Callable[[str], str]
WRITINGS: tuple[Writing, ...] = (
    lambda said: json.dumps(said)[1:-1],
    lambda said: json.dumps(said, ensure_ascii=False)[1:-1],
    lambda said: json.dumps(json.dumps(said))[3:-3],
    lambda said: json.dumps(said)[1:-1].replace(r"\"", r"\u0022"),
    lambda said: repr(f"{said}'\"")[1:-4],
    html.escape,
    quote,
    quote_plus,
    lambda said: re.sub("%..", lambda code: code[0].lower(), quote(said, safe="")),
)
WORDS = (
    *("a", "a-", "token", "redis+", "Bot ", "token=", "1", "://"),
    *("token='", "token='\\\\", "token=\\\\", r"token=\"", r'token="\"', "token=[", "token=['"),
    *("\\", '"', r"\"", r"\u0022", "&quot;", "token=&quot;", "token=%22"),
)
SAID = (
    (f"POST https://api.telegram.org/bot{TELEGRAM}/sendMessage", TELEGRAM),
    (f"url=https%3A%2F%2Fx%2Fbot{TELEGRAM.replace(':', '%3A')}", TELEGRAM.partition(":")[2]),
    (f"url=https%3a%2f%2fx%2fbot{TELEGRAM.replace(':', '%3a')}", TELEGRAM.partition(":")[2]),
    (f"Authorization: Bot {DISCORD}", DISCORD),
    (f"Authorization: Bot {HOOK}", HOOK),
    (f"Authorization: Bearer {HOOK}", HOOK),
    (f"Authorization: Basic {HOOK}", HOOK),
    (f"with Bearer {HOOK}", HOOK),
    ("Authorization: hush", "hush"),
    ("Proxy-Authorization: Basic dXNlcjpwYXNz", "dXNlcjpwYXNz"),
    (f"logging in with {DISCORD}", DISCORD),
    (f"/interactions/1234/{INTERACTION}/callback", INTERACTION),
    (f"the token was {INTERACTION}!", INTERACTION),
    (f"PATCH /webhooks/1234/{HOOK}/messages/@original", HOOK),
    (f"POST /interactions/1234/{HOOK}/callback", HOOK),
    ("redis://bot:hunter2@cache:6379/0", "hunter2"),
    ("rediss://:hun/ter@2@cache", "hun/ter@2"),
    ("rediss+cluster://bot:hunter2@one:6379,two:6379", "hunter2"),
    ("at=1redis://bot:hunter2@cache", "hunter2"),
    ("REDIS://bot:hunter2@cache", "hunter2"),
    ("http://bot@example.org:hunter2@proxy:3128", "hunter2"),
    ("AUTH bot hunter2", "hunter2"),
    ("HELLO 3 AUTH bot hunter2 SETNAME x", "hunter2"),
    ("Connection(host='x', password='hunter2', db=0)", "hunter2"),
    ("redis://cache?password=hunter2&db=1", "hunter2"),
    ("see ftp://files/x://bot:hunter2@cache", "hunter2"),
    ("passwd=hunter2", "hunter2"),
    ("db.pwd=hunter2", "hunter2"),
    ("passphrase='hunter 2'", "hunter 2"),
    ("api_key=hush", "hush"),
    ('{"apiKey": "hush"}', "hush"),
    ("X-Api-Key: hush", "hush"),
    ("AWS_SECRET_ACCESS_KEY=hush", "hush"),
    ("PRIVATE_KEY=hush", "hush"),
    ("client_secret_value=hush", "hush"),
    ("secretKey=hush", "hush"),
    ("secret: hush", "hush"),
    ('{"accessToken": "hush"}', "hush"),
    ("{'X-Telegram-Bot-Api-Secret-Token': 'hush'}", "hush"),
    ("('X-Telegram-Bot-Api-Secret-Token', 'hush')", "hush"),
    ("{'token': ['hush'], 'n': ['1']}", "hush"),
    (r"the body is {\"token\": [\"hush\"]}", "hush"),
    ("{'token': ['a', 'hush'], 'n': ['1']}", "hush"),
    ("{'token': ['a]', 'hush'], 'n': ['1']}", "hush"),
    ("tokens: (a, hush)", "hush"),
    ("TOKENS: ['a\nb', 'hush']", "hush"),
    ('{"secrets": {"a": "hush"}}', "hush"),
    (r"the body is {\"token\": [\"a\", \"hush hus", "hush"),
    ("token=&quot;hush&quot;", "hush"),
    ("{&quot;token&quot;:&quot;hush hus&quot;}", "hush hus"),
    ("{&#39;token&#39;: &#39;hush hus", "hush hus"),
    (r"{\u0022token\u0022:\u0022hush hus\u0022}", "hush hus"),
    (r'{"body":"{\u0022token\u0022:\u0022a\\u0022hush hus', "hush hus"),
    ("body=%7B%22token%22%3A%22hush%20hus%22%7D", "hush%20hus"),
    ("body=token%3dhush", "hush"),
    ("X-Telegram-Bot-Api-Secret-Token: hush", "hush"),
    ('{"secret_token": "hush", "url": "https://x"}', "hush"),
    ("TELEGRAM_TOKEN=12:short", "12:short"),
    ("b'password': b'hunter2'", "hunter2"),
    ("Connection(host='x', password='hunter 2", "hunter 2"),
    ('{"token": "hush hus', "hush hus"),
    ("('X-Telegram-Bot-Api-Secret-Token', 'hush", "hush"),
    (r'{"password": "1\"hunter2"}', "hunter2"),
    (json.dumps({"body": json.dumps({"token": "hush"})}), "hush"),
    (json.dumps(json.dumps({"body": json.dumps({"token": '1"hush'})})), "hush"),
    (repr({"body": json.dumps(json.dumps({"token": "it's hush"}))}), "hush"),
)


@pytest.mark.parametrize(("said", "secret"), SAID)
def test_shapes(said: str, secret: str) -> None:
    """A secret of a known shape or name is hidden though nobody has told what it is."""
    hidden = Redactor()(said)
    assert secret not in hidden
    assert HIDDEN in hidden


@given(st.text(_URL_SAFE, min_size=20, max_size=60), st.integers(10_000, 10**15))
def test_any_telegram_token(secret: str, number: int) -> None:
    """Every token of Telegram's form is hidden, within an address and without."""
    for said in (f"/bot{number}:{secret}/getMe", f"{number}:{secret}"):
        assert secret not in Redactor()(said)


@given(st.integers(10**16, 10**19), st.text(_URL_SAFE, min_size=27, max_size=38), st.integers(6, 7))
def test_any_discord_token(bot: int, signature: str, length: int) -> None:
    """Every token of Discord's form is hidden, however long the bot's id is."""
    token = f"{b64encode(str(bot).encode()).decode().rstrip('=')}.{'Cl2FMQa'[:length]}.{signature}"
    assert token not in Redactor()(f"logging in with {token}")


@given(st.text(min_size=8, max_size=40).filter(lambda secret: "*" not in secret))
@example("a secret \udcff of bytes")
def test_any_value(secret: str) -> None:
    """What the settings hold is hidden wherever it stands, whatever its shape."""
    assert secret not in Redactor([secret])(f"before{secret}after")


@given(
    st.text(PRINTABLE, min_size=8, max_size=40),
    st.sampled_from(WRITINGS),
)
@example("1234567%", quote)
@example("pass word", quote_plus)
@example("1234567&", html.escape)
@example('1"2&3 4/5\\\\6', WRITINGS[0])
def test_any_value_in_any_writing(secret: str, writing: Writing) -> None:
    """What the settings hold is hidden as JSON, Python, HTML and addresses write it."""
    assert sorted(Redactor([secret])(f"<{writing(secret)}>")) == sorted(f"<{HIDDEN}>")


@pytest.mark.parametrize("word", WORDS)
def test_long_words(word: str) -> None:
    """Long words are read through once, not once from each letter, which takes many minutes."""
    said = word * (600_000 // len(word))
    with patience():
        assert "a secret" not in Redactor(["a secret", '\\\\""\\\\ secret'])(f"{said} a secret")


def test_what_follows_a_quoted_value_stays() -> None:
    """Hidden is a value as far as its own quotes reach, in JSON within JSON as well."""
    said = json.dumps({"body": json.dumps({"token": 'hu"sh', "id": 7}), "number": 8})
    assert Redactor()(said) == said.replace(r"\"hu\\\"sh\"", HIDDEN)


def test_quoted_values() -> None:
    """A password is hidden in the form it has in an address, and the longer of two as a whole."""
    redact = Redactor(["pass word/1", "pass word/1 and more", "", None])
    assert redact("x pass%20word%2F1 y") == f"x {HIDDEN} y"
    assert redact("pass word/1 and more") == HIDDEN


@pytest.mark.parametrize(
    "words",
    [
        "Telegram refuses the token; see TELEGRAM_TOKEN",
        "Update 123456789 (callback_query) failed",
        "operation telegram:7000000001:815 failed",
        "effect 1763730000000-0 of chat:telegram:-1001234567890 cannot be read and is left",
        "the store does not answer: Error 111 connecting to cache:6379. Connection refused.",
        "the process may write as AUTHOR of 3 games",
        "TELEGRAM_TOKEN_FILE: /run/secrets/telegram cannot be read",
        "https://example.org/a:b and https://example.org:8443/?key=value stay",
        "https://example.org/a:b@c, https://example.org?a:b@c and https://example.org#a:b@c",
        '{"url":"redis://cache:6379","to":"all@example.org"}',
        "{'url':'redis://cache:6379','to':'all@example.org'}",
        "key=chat:telegram:42 keys: 3, partition 17",
    ],
)
def test_other_words_stay(words: str) -> None:
    """What the bot says of itself can be read."""
    assert Redactor(["x", "se"])(words) == words
