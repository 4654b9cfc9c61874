"""The page of `ts.explain` in a real browser: `make browser`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from browser import Browser, Page
from fork_programs import PROGRAM, arrays

import xdsl_torchscript as ts

PICTURES = Path(__file__).resolve().parents[2] / "build" / "browser"
NAME = "a_name_that_is_longer_than_any_line_of_a_telephone_" * 2
FALLBACK = """
def f(x, y):
    z = torch.tanh(x * 2.0) + 1
    print("called")
    y.mul_(0.5)
    return torch.argsort(torch.relu(torch.sort(z)[0]) * 3), torch.neg(y)
"""
LONG = f"""
def {NAME}(x, {NAME}y):
    for i in range(x.size(0)):
        print(i)
    return torch.median(torch.tanh(x * {NAME}y) + 1)
"""
SCREENS = [(390, "light"), (390, "dark"), (820, "light"), (1280, "dark")]
"""Widths in pixels and colour schemes: a telephone, a tablet, and a desk."""

_SMALL, _LARGE = np.ones((40, 5), np.float32), np.ones((30, 40), np.float32)


def _fallback() -> ts.Explanation:
    f = ts.compile(FALLBACK, "fallback.py").f
    ts.explain(f, _LARGE, _LARGE)
    return ts.explain(f, _SMALL, _SMALL)


def _module() -> ts.Explanation:
    return ts.explain(ts.load(PICTURES.parents[1] / "examples/classifier.pt"), _SMALL[:4, :4])


def _forks() -> ts.Explanation:
    return ts.explain(ts.compile(PROGRAM, "forks.py").in_branches, *arrays(6, 6))


def _long() -> ts.Explanation:
    unit = ts.compile(LONG, f"{'some/folder/' * 12}{NAME}.py")
    return ts.explain(getattr(unit, NAME), _LARGE, _LARGE)


EXPLANATIONS = {"fallback": _fallback, "module": _module, "forks": _forks, "long": _long}


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture(scope="session", params=EXPLANATIONS)
def explained(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, ts.Explanation]:
    file = tmp_path_factory.mktemp("pages") / f"{request.param}.html"
    explanation = EXPLANATIONS[request.param]()
    explanation.save(file)
    return file, explanation


@pytest.fixture(params=SCREENS, ids="{0[0]}-{0[1]}".format)
def page(
    request: pytest.FixtureRequest, browser: Browser, explained: tuple[Path, ts.Explanation]
) -> Page:
    """The page at each width, in each colour scheme; `build/browser` has its picture."""
    file, _ = explained
    width, scheme = request.param
    found = browser.open(file, width, scheme)
    PICTURES.mkdir(parents=True, exist_ok=True)
    found.save(PICTURES / f"{file.stem}-{width}-{scheme}.png")
    return found


_SCRIPT = """
const shown = [...document.body.querySelectorAll("*")].filter(e => e.checkVisibility());
const name = e => `${e.tagName} ${(e.textContent || "").trim().slice(0, 40)}`;
const written = shown.filter(e => [...e.childNodes].some(n => n.nodeType == 3 && n.data.trim()));
"""


def found(page: Page, expression: str) -> Any:
    """Return the value of an expression over the elements that are shown."""
    return page.evaluate(f"(() => {{ {_SCRIPT} return {expression}; }})()")


def test_the_page_makes_no_requests_and_logs_no_errors(
    page: Page, explained: tuple[Path, ts.Explanation]
) -> None:
    assert page.requested == [explained[0].as_uri()]
    assert page.complaints == []


def test_nothing_is_wider_than_the_window(page: Page) -> None:
    """Graphs scroll within their frames."""
    assert found(page, "document.documentElement.scrollWidth <= innerWidth")
    outside = """shown.filter(e => !e.closest("pre"))
        .filter(e => e.getBoundingClientRect().right > innerWidth + 1).map(name)"""
    assert found(page, outside) == []


def test_texts_do_not_overlap(page: Page) -> None:
    overlapping = """(() => {
        const boxes = written.filter(e => !e.closest("pre") && !e.closest("mark"))
            .flatMap(e => [...e.childNodes].filter(n => n.nodeType == 3 && n.data.trim())
                .flatMap(n => {
                    const range = document.createRange();
                    range.selectNodeContents(n);
                    return [...range.getClientRects()].map(r => [name(e), r]);
                }));
        return boxes.flatMap(([one, a], i) => boxes.slice(i + 1)
            .filter(([_, b]) => a.left < b.right - 1 && b.left < a.right - 1
                && a.top < b.bottom - 4 && b.top < a.bottom - 4)
            .map(([other, _]) => `${one} / ${other}`));
    })()"""
    assert found(page, overlapping) == []


def test_texts_are_large_and_have_contrast(page: Page) -> None:
    """By WCAG 2.2, level AA: the contrast is 4.5 at least."""
    weak = """(() => {
        const channels = c => c.match(/[\\d.]+/g).map(Number);
        const light = c => channels(c).slice(0, 3).map(v => v / 255)
            .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
            .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
        const back = e => {
            const color = getComputedStyle(e).backgroundColor;
            return channels(color)[3] === 0 ? back(e.parentElement) : color;
        };
        const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        return written.filter(e => {
            const style = getComputedStyle(e);
            return parseFloat(style.fontSize) < 12
                || contrast(light(style.color), light(back(e))) < 4.5;
        }).map(name);
    })()"""
    assert found(page, weak) == []


def test_the_colour_scheme_is_the_reader_s(page: Page) -> None:
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    back = found(page, "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)")
    assert (max(back) < 64) == dark and (min(back) > 192) != dark


def test_all_facts_are_shown(page: Page, explained: tuple[Path, ts.Explanation]) -> None:
    text = " ".join(page.evaluate("document.body.innerText").split())
    facts = explained[1].facts
    assert facts.name in text and "Time of a call" in text
    for part in facts.times.parts:
        assert part.name in text
    for plan in facts.plans:
        assert " ".join(plan.graph.split()) in text
        shown = [(g.name, *g.operators, g.execution, g.place) for g in plan.groups]
        shown += [(g.value, g.type, g.reason) for g in plan.guards]
        shown += [(o.operator, o.place, o.reason) for o in plan.outside]
        shown += list(plan.constants)
        shown += [(k.name, k.roof.by) for k in plan.kernels if k.roof is not None]
        for schedule in (k.schedule for k in plan.kernels if k.schedule is not None):
            shown += [(step.name, step.effect, step.reason) for step in schedule.passes]
            assert " ".join(schedule.loops.split()) in text
        assert [word for row in shown for word in row if word not in text] == []


def test_columns_are_named(page: Page) -> None:
    """By the head of a table, or by each cell where there is no room for columns."""
    heads = found(page, "shown.filter(e => e.tagName == 'TH').length")
    label = "getComputedStyle(e, '::before').content"
    labels = found(page, f"shown.filter(e => e.tagName == 'TD').map(e => {label})")
    assert labels
    assert (heads > 0) == (page.evaluate("innerWidth") > 768)
    assert all((label == "none") == (heads > 0) for label in labels)


def test_links_lead_to_their_sections(page: Page) -> None:
    titles = page.evaluate("[...document.querySelectorAll('h2')].map(e => e.textContent)")
    links = page.evaluate("[...document.querySelectorAll('nav a')].map(e => e.textContent)")
    assert links == titles and len(set(titles)) == len(titles)
    for number, title in enumerate(titles):
        page.click(f"nav li:nth-child({number + 1}) a")
        there = "document.querySelector(decodeURIComponent(location.hash))"
        assert page.evaluate(f"{there}.textContent") == title
        top = page.evaluate(f"{there}.getBoundingClientRect().top")
        at_end = page.evaluate("scrollY + innerHeight >= document.body.scrollHeight - 1")
        assert top < 2 or (at_end and top < 800)


def test_graphs_fold_by_mouse_and_keyboard(page: Page) -> None:
    shown = "document.querySelector('pre').checkVisibility({contentVisibilityAuto: true})"
    assert page.evaluate(shown)
    page.click("summary")
    assert not page.evaluate(shown)
    page.press("summary", "Enter", 13)
    assert page.evaluate(shown)


def test_wide_graphs_scroll(page: Page) -> None:
    scrolled = """[...document.querySelectorAll("pre")].map(e => {
        e.focus();
        e.scrollLeft = 1e6;
        return document.activeElement == e && (e.scrollLeft > 0) == (e.scrollWidth > e.clientWidth);
    })"""
    assert all(page.evaluate(scrolled))
