"""find_style: from what a user typed after `--style` to a style that can be called."""

from __future__ import annotations

import difflib
import hashlib
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from bmreport.csl_style import CslStyle, read_csl, read_style_file
from bmreport.errors import BmreportError, DuplicateProviderError, PluginError, StyleError
from bmreport.host import Plugin, PluginHost, Registered
from bmreport.styling import CslStyleSource

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bmreport.providers import Style

_SUFFIX = ".csl"
_ZOTERO = re.compile(r"https?://(?:www\.)?zotero\.org/styles/([^/?#\s]+)[/?#]?\S*", re.IGNORECASE)
_URL = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)
_XML_DECLARATION = re.compile(r"^<\?xml[^>]*\?>")
_HINT = "`bmreport styles QUERY` searches by name"
_MAX_SUGGESTIONS = 3
# Longer text is no name; comparing it with ten thousand ids would take minutes.
_LONGEST_NAME = 200


@dataclass(frozen=True)
class FoundStyle:
    """A style and what a report says of it. `sha256` is that of the CSL text, empty for a style written in Python."""

    registered: Registered[Style]
    style_id: str
    title: str
    sha256: str
    notes: tuple[str, ...] = ()


def find_style(host: PluginHost, text: str) -> FoundStyle:
    """The style that `text` means: CSL as XML, a path, the address of a style at zotero.org, or a name.

    A name is looked up among the styles that plugins bring, then in their collections; a dependent style gets its
    parent from there. Raises StyleError for what is not there or cannot be read, and the failure of a plugin that was
    asked for by its name.
    """
    wanted = text.strip().lstrip("\ufeff").strip()
    if not wanted:
        raise StyleError("no style was named", remedy=_HINT)
    if wanted.startswith("<"):
        return _from_xml(host, _XML_DECLARATION.sub("", wanted).encode("utf-8", "replace"), "style given as text")
    zotero = _ZOTERO.fullmatch(wanted)
    if zotero:
        return _by_name(host, unquote(zotero[1]).removesuffix(_SUFFIX))
    if _URL.match(wanted):
        raise StyleError(
            f"styles are not fetched from the network: {wanted}", remedy="download the file and give its path"
        )
    path = _as_path(wanted)
    if path is not None:
        return _from_xml(host, read_style_file(path), path.name)
    return _by_name(host, wanted[: -len(_SUFFIX)] if wanted.lower().endswith(_SUFFIX) else wanted)


def list_styles(host: PluginHost) -> list[tuple[str, str, str]]:
    """Every style that can be named: id, title, and the plugin or collection it comes from; sorted by id."""
    rows = list(_plugin_styles(host))
    seen = {row[0] for row in rows}
    for registered in host.style_collections():
        with registered.guarded("names") as collection:
            for identifier, title in collection.names():
                if identifier not in seen:
                    seen.add(identifier)
                    rows.append((identifier, title, registered.name))
    return sorted(rows)


def _plugin_styles(host: PluginHost) -> Iterator[tuple[str, str, str]]:
    for name in host.names("style"):
        try:
            style = host.style(name)
        except DuplicateProviderError as clash:
            yield name, clash.message, ""
        else:
            yield name, style.provider.summary, style.plugin.name


def _as_path(text: str) -> Path | None:
    """The file that is meant, or None for a name. `apa.csl` is a file only if there is one; `./apa.csl` must be one."""
    if "/" not in text and "\\" not in text and not text.lower().endswith(_SUFFIX):
        return None
    try:
        path = Path(text).expanduser()
        exists = path.exists()
    except (OSError, RuntimeError) as error:  # too long a name; no such user
        raise StyleError(f"is no path to a style: {error}", where=text[:_LONGEST_NAME]) from error
    return path if exists or "/" in text or "\\" in text else None


def _by_name(host: PluginHost, name: str) -> FoundStyle:
    for spelling in dict.fromkeys((name, name.lower())):
        if spelling in host.names("style"):
            return _registered_style(host, host.style(spelling))
    found = _in_collections(host, name)
    if found is not None:
        source, plugin = found
        return _from_source(source, plugin)
    host.raise_if_failed(name)
    near = _suggestions(host, name)
    remedy = f"did you mean {' or '.join(near)}? {_HINT}" if near else _HINT
    raise StyleError(f"there is no style named {name[:_LONGEST_NAME]!r}", remedy=remedy)


def _registered_style(host: PluginHost, registered: Registered[Style]) -> FoundStyle:
    provider = registered.provider
    if not isinstance(provider, CslStyle):
        return FoundStyle(registered, registered.name, provider.summary, "")
    with registered.guarded("read"):
        source = provider.source
    resolved = _with_parent(host, source, source.style_id)
    if resolved is not source:
        registered = replace(registered, provider=CslStyle.from_source(resolved, registered.name, provider.summary))
    return FoundStyle(registered, registered.name, resolved.title, _sha256(resolved.xml), resolved.notes)


def _from_xml(host: PluginHost, xml: bytes, where: str) -> FoundStyle:
    info = read_csl(xml, where)
    source = CslStyleSource(
        info.short_id, xml, requested=where, default_locale=info.default_locale, title=info.title or where
    )
    return _from_source(_with_parent(host, source, where), Plugin("csl-file", where, ""))


def _from_source(source: CslStyleSource, plugin: Plugin) -> FoundStyle:
    style: Style = CslStyle.from_source(source)
    registered = Registered(style, "style", source.style_id, plugin)
    return FoundStyle(registered, source.style_id, source.title, _sha256(source.xml), source.notes)


def _with_parent(host: PluginHost, source: CslStyleSource, where: str) -> CslStyleSource:
    """The source, with the parent's XML if it is a dependent style (CSL 1.0.2, "File types")."""
    info = read_csl(source.xml, where)
    if not info.parent:
        return source
    found = _in_collections(host, info.parent)
    if found is None:
        raise StyleError(
            f"the style depends on {info.parent!r}, which is not here",
            where=where,
            remedy="install a package that has the parent, or give the independent style",
        )
    return replace(
        source,
        xml=found[0].xml,
        default_locale=info.default_locale or found[0].default_locale,
        notes=(*source.notes, f"{source.style_id} follows {found[0].style_id}"),
    )


def _in_collections(host: PluginHost, name: str) -> tuple[CslStyleSource, Plugin] | None:
    """The first collection's answer; a collection that fails is only fatal when no other has the style."""
    failure: PluginError | None = None
    for registered in host.style_collections():
        try:
            with registered.guarded("find") as collection:
                source = collection.find(name)
        except PluginError as error:
            failure = failure or error
            continue
        if source is not None:
            return source, registered.plugin
    if failure is not None:
        raise failure
    return None


def _suggestions(host: PluginHost, name: str) -> list[str]:
    """Up to three ids: spelt nearly alike, then those whose id or title holds every word, then others that are near."""
    if len(name) > _LONGEST_NAME:
        return []
    wanted = _plain(name)
    words = wanted.split("-")
    titles = {identifier: _plain(title) for identifier, title, _origin in _listed(host)}
    near = difflib.get_close_matches(wanted, titles, n=_MAX_SUGGESTIONS, cutoff=0.7)
    alike = difflib.get_close_matches(wanted, near, n=_MAX_SUGGESTIONS, cutoff=0.8)
    holding = [known for known, title in titles.items() if all(word in f"{known} {title}" for word in words)]
    return list(dict.fromkeys([*alike, *sorted(holding, key=len), *near]))[:_MAX_SUGGESTIONS]


def _listed(host: PluginHost) -> Iterator[tuple[str, str, str]]:
    """What can be suggested; a plugin that cannot list its styles must not hide the error that is being reported."""
    try:
        yield from list_styles(host)
    except BmreportError:
        yield from ((name, "", "") for name in host.names("style"))


def _plain(text: str) -> str:
    return "-".join(re.findall(r"\w+", text.casefold()))


def _sha256(xml: bytes) -> str:
    return hashlib.sha256(xml).hexdigest()
