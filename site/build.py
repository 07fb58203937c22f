#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the static site of the documentation: site/build.py OUTPUT [--root DIR].

A page is a Markdown file that docs/README.md links to, in that order; its sections are the groups of the menu. README.md
becomes index.html, docs/NAME.md docs/NAME.html. Every other file or folder of the project that a page links to gets a
page of its own below source/. cmark-gfm (Debian) renders; a link or an anchor that leads nowhere ends the build
with its place and exit code 1. The site needs no server: search.js holds the words.
"""
import argparse
import html
import json
import os
import pathlib
import posixpath
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
INDEX = 'docs/README.md'
GROUP = re.compile(r'^## (.*)$')
ENTRY = re.compile(r'^- \[([^\]]+)\]\(([^)#]+)\)')
HEADING = re.compile(r'<h([1-6])>(.*?)</h\1>', re.S)
PICTURE = re.compile(r'<img src="([^"]*)"')
LINK = re.compile(r'<a href="([^"]*)"')
CAPTION = re.compile(r'<!-- file: (\S+) -->')
TAG = re.compile(r'<[^>]*>')
OUTSIDE = re.compile(r'[a-z]+:')


class Page:
    """A Markdown file, its place in the menu, and what was rendered."""

    def __init__(self, source, title, group):
        self.source, self.title, self.group = source, title, group
        self.target = target_of(source)
        self.body, self.anchors, self.sections = '', set(), []


def target_of(source):
    """Where the page of a Markdown file goes."""
    if source == 'README.md':
        return 'index.html'
    if source == INDEX:
        return 'docs/index.html'
    return source.removesuffix('.md') + '.html'


def pages_of(root):
    """The pages in the order of the index, and the index itself at the end."""
    pages, group = [], ''
    for line in (root / INDEX).read_text(encoding='utf-8').splitlines():
        if match := GROUP.match(line):
            group = match[1]
        elif match := ENTRY.match(line):
            pages.append(Page(posixpath.normpath(posixpath.join('docs', match[2])), match[1], group))
    return [*pages, Page(INDEX, 'All pages', '')]


def rendered(text):
    """Markdown of GitHub's kind as HTML; what HTML the text has passes through."""
    command = ['cmark-gfm', '--unsafe', '-e', 'table', '-e', 'autolink', '-e', 'strikethrough']
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def slug(heading, taken):
    """The anchor that GitHub gives a heading."""
    text = html.unescape(TAG.sub('', heading)).lower()
    base = re.sub(r'[^\w\- ]', '', text).strip().replace(' ', '-')
    name, n = base, 0
    while name in taken:
        n += 1
        name = f'{base}-{n}'
    taken.add(name)
    return name


def render(page, root):
    """Body, anchors and sections of a page; what is wide scrolls by itself."""
    body = rendered((root / page.source).read_text(encoding='utf-8'))
    body = CAPTION.sub(r'<p class="file">\1</p>', body)

    def anchored(match):
        name = slug(match[2], page.anchors)
        return f'<h{match[1]} id="{name}">{match[2]}<a class="anchor" href="#{name}" aria-label="link">#</a></h{match[1]}>'
    body = HEADING.sub(anchored, body)
    body = body.replace('<table>', '<div class="wide" tabindex="0"><table>').replace('</table>', '</table></div>')
    page.body = body.replace('<pre>', '<pre tabindex="0">')
    page.sections = sections_of(page)


def sections_of(page):
    """What search finds: the words under each heading."""
    parts = re.split(r'<h[1-6] id="([^"]*)">(.*?)<a class="anchor".*?</h[1-6]>', page.body, flags=re.S)
    for anchor, heading, text in zip(parts[1::3], parts[2::3], parts[3::3]):
        yield anchor, html.unescape(TAG.sub('', heading)), ' '.join(html.unescape(TAG.sub(' ', text)).split())


class Site:
    """All pages, the files they link to, and the links that lead nowhere."""

    def __init__(self, root, output):
        self.root, self.output = root, output
        self.pages = pages_of(root)
        self.by_source = {page.source: page for page in self.pages}
        self.files, self.broken = set(), []

    def build(self):
        shutil.rmtree(self.output, ignore_errors=True)
        for page in self.pages:
            render(page, self.root)
            page.sections = list(page.sections)
        self.find_orphans()
        for page in self.pages:
            self.write_page(page)
        for name in sorted(self.files):
            self.write_source(name)
        self.write_search()
        for name in ('style.css', 'search.js'):
            shutil.copyfile(HERE / name, self.output / name)

    def find_orphans(self):
        for path in sorted((self.root / 'docs').glob('*.md')):
            if f'docs/{path.name}' not in self.by_source:
                self.broken.append(f'{INDEX}: docs/{path.name} is not on it')

    def write(self, target, text):
        path = self.output / target
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding='utf-8')

    def write_page(self, page):
        body = LINK.sub(lambda match: f'<a href="{self.link(page, match[1])}"', page.body)
        body = PICTURE.sub(lambda match: f'<img src="{self.picture(page, match[1])}"', body)
        self.write(page.target, self.framed(page.target, page.title, body + self.steps(page), page))

    def link(self, page, href):
        """A link of the Markdown as one of the site; notes what is broken."""
        if OUTSIDE.match(href):
            return href
        path, _, anchor = html.unescape(href).partition('#')
        source = posixpath.normpath(posixpath.join(posixpath.dirname(page.source), path)) if path else page.source
        if source in self.by_source:
            if anchor and anchor not in self.by_source[source].anchors:
                self.broken.append(f'{page.source}: no heading #{anchor} in {source}')
            target = self.by_source[source].target
        elif source.startswith('..') or not (self.root / source).exists():
            self.broken.append(f'{page.source}: {href} is not there')
            return href
        else:
            self.files.add(source)
            target = f'source/{source}.html'
        return html.escape(relative(target, page.target) + (f'#{anchor}' if anchor else ''))

    def picture(self, page, href):
        """A picture lies in the site where it lies in the project; notes one that is missing."""
        source = posixpath.normpath(posixpath.join(posixpath.dirname(page.source), html.unescape(href)))
        if source.startswith('..') or not (self.root / source).is_file():
            self.broken.append(f'{page.source}: the picture {href} is not there')
            return href
        copy = self.output / source
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(self.root / source, copy)
        return html.escape(relative(source, page.target))

    def write_source(self, name):
        """A file as it is; of a folder the files in it."""
        path = self.root / name
        lines = path.read_text(encoding='utf-8') if path.is_file() else '\n'.join(sorted(each.name for each in path.iterdir()))
        body = f'<h1>{html.escape(name)}</h1><pre tabindex="0"><code>{html.escape(lines)}</code></pre>'
        target = f'source/{name}.html'
        self.write(target, self.framed(target, name, body))

    def write_search(self):
        entries = [[page.title, heading, f'{page.target}#{anchor}', text]
                   for page in self.pages if page.source != INDEX for anchor, heading, text in page.sections]
        text = json.dumps(entries, ensure_ascii=False, separators=(',', ':')).replace('<', '\\u003c')
        self.write('words.js', f'const words = {text};\n')

    def steps(self, page):
        """Previous and next page."""
        at, order = self.pages.index(page), [each for each in self.pages if each.source != INDEX]
        if page not in order:
            return ''
        before = order[at - 1] if at > 0 else None
        after = order[at + 1] if at + 1 < len(order) else None

        def step(other, name, arrow):
            if other is None:
                return '<span></span>'
            return f'<a rel="{name}" href="{relative(other.target, page.target)}">{arrow.format(html.escape(other.title))}</a>'
        return f'<nav class="steps">{step(before, "prev", "← {}")}{step(after, "next", "{} →")}</nav>'

    def menu(self, target, current):
        lines, group = [], None
        for page in self.pages:
            if page.source == INDEX:
                continue
            if page.group != group:
                lines.append(f'{"</ul>" if group is not None else ""}<h2>{html.escape(page.group)}</h2><ul>')
                group = page.group
            here = ' aria-current="page"' if page is current else ''
            lines.append(f'<li><a href="{relative(page.target, target)}"{here}>{html.escape(page.title)}</a></li>')
        return ''.join(lines) + '</ul>'

    def framed(self, target, title, body, page=None):
        up = relative('index.html', target).removesuffix('index.html')
        return (HERE / 'page.html').read_text(encoding='utf-8').format(
            title=html.escape(title), up=up, menu=self.menu(target, page), body=body)


def relative(target, place):
    return posixpath.relpath(target, posixpath.dirname(place) or '.')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('output', type=pathlib.Path, help='the folder of the site, made anew')
    parser.add_argument('--root', type=pathlib.Path, default=HERE.parent, help='the project')
    chosen = parser.parse_args()
    site = Site(chosen.root.resolve(), chosen.output)
    site.build()
    for line in site.broken:
        print(line, file=sys.stderr)
    size = sum(path.stat().st_size for path in chosen.output.rglob('*') if path.is_file())
    print(f'{len(site.pages)} pages, {len(site.files)} files, {size / 1e6:.1f} MB: {os.path.join(chosen.output, "index.html")}')
    return 1 if site.broken else 0


if __name__ == '__main__':
    sys.exit(main())
