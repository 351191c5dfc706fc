"""Borrowing kernels, which count no references: none of them can come to own an array."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, get_args, get_type_hints

import numpy as np
import numpy.typing as npt

KERNELS = Path("core/solver/kernels")


def kernels() -> Iterator[tuple[str, str, ast.FunctionDef]]:
    """Return the kernels, each with its kind and the name of its module."""
    for path in sorted(KERNELS.glob("*.py")):
        module = ".".join(path.with_suffix("").parts)
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                for each in node.decorator_list:
                    if isinstance(each, ast.Name):
                        yield each.id, module, node


def function_of(module: str, name: str) -> Callable[..., Any]:
    """Return a kernel as the plain function that it is before it is compiled."""
    compiled = getattr(import_module(module), name)
    function: Callable[..., Any] = getattr(compiled, "py_func", compiled)
    return function


def holds_array(hint: Any) -> bool:
    """Tell whether a value of such a type is an array or holds one."""
    if getattr(hint, "__origin__", hint) is np.ndarray:
        return True
    if hasattr(hint, "__value__") and holds_array(hint.__value__):
        return True  # a name for another type, as NumPy's for arrays is from Python 3.12 on
    fields = get_type_hints(hint).values() if hasattr(hint, "_fields") else ()
    return any(holds_array(part) for part in (*get_args(hint), *fields))


def called_in(kernel: ast.FunctionDef) -> set[str]:
    """Return the names of the functions that a kernel calls."""
    calls = (each.func for each in ast.walk(kernel) if isinstance(each, ast.Call))
    return {function.id for function in calls if isinstance(function, ast.Name)}


def test_borrowing_kernels_make_no_arrays() -> None:
    """A borrowing kernel calls no other kind and returns no array: nobody would free it."""
    every = list(kernels())
    makers = {node.name for kind, _, node in every if kind == "kernel"}
    borrowing = [(module, node) for kind, module, node in every if kind == "borrowing"]
    assert makers
    assert borrowing
    for module, node in borrowing:
        assert not called_in(node) & makers, node.name
        assert not holds_array(get_type_hints(function_of(module, node.name))["return"]), node.name


def test_what_holds_an_array_is_known() -> None:
    """holds_array() finds arrays in return types, and in tuples of any depth."""
    ending = import_module("core.solver.kernels.endgame")
    assert not holds_array(ending.Ending)
    assert holds_array(get_type_hints(function_of(ending.__name__, "make_endgame"))["return"])
    assert holds_array(tuple[int, np.ndarray[Any, np.dtype[np.int8]]])
    assert holds_array(tuple[int, npt.NDArray[np.int8]])
    assert not holds_array(tuple[int, bool])
