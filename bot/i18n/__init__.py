"""Texts as data, and the catalogues that say them in each language."""

from bot.i18n.language import LANGUAGES, best_language, codes_near, near_language
from bot.i18n.names import characters, clean_name, isolate
from bot.i18n.percent import about, percent, whole_percent
from bot.i18n.spoken import keys_by_name, number_in
from bot.i18n.text import Arg, Text
from bot.i18n.translator import Translator, own_translator

__all__ = [
    "LANGUAGES",
    "Arg",
    "Text",
    "Translator",
    "about",
    "best_language",
    "characters",
    "clean_name",
    "codes_near",
    "isolate",
    "keys_by_name",
    "near_language",
    "number_in",
    "own_translator",
    "percent",
    "whole_percent",
]
