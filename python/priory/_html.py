# SPDX-License-Identifier: Apache-2.0
"""What a notebook shows of an evaluation or an explanation. All text from data is escaped."""
import re
from html import escape

GOOD, BAD = '#2b6cb0', '#c05621'
COLOURS = ('#2b6cb0', '#c05621', '#2f855a', '#805ad5', '#b7791f', '#0e7490', '#be185d', '#4d7c0f', '#7c2d12', '#475569')
GOOD_RGB, BAD_RGB = '43,108,176', '192,86,33'


def page(html, height):
    """A whole page in a frame of its own."""
    return (f'<iframe srcdoc="{escape(html)}" sandbox="allow-scripts allow-downloads" '
            f'style="width:100%;height:{height}px;border:1px solid #ccc"></iframe>')


def explanation_table(explanation, most=20):
    """Bars of what speaks for the class predicted against the next best one."""
    best, other = explanation.best_two()
    odds = [(reason, reason.log_p[best] - reason.log_p[other]) for reason in explanation.reasons if reason.log_p]
    odds.sort(key=lambda each: -abs(each[1]))
    longest = max((abs(value) for _, value in odds if abs(value) < float('inf')), default=1) or 1
    rows = ''.join(_bar_row(reason, value, longest, explanation.texts) for reason, value in odds[:most])
    if len(odds) > most:
        rest = sum(value for _, value in odds[most:])
        rows += f'<tr><td>{len(odds) - most} more</td><td style="text-align:right">{rest:+.3f}</td><td></td></tr>'
    names = explanation.classes
    head = f'{escape(names[best])} against {escape(names[other])}, log odds {sum(v for _, v in odds):+.3f}'
    texts = ''.join(_shaded(text, [(reason.value, value) for reason, value in odds if reason.feature == name and reason.kind == 'value'])
                    for name, text in explanation.texts.items() if isinstance(text, str))
    return f'{texts}<table><caption>{head}</caption>{rows}</table>'


def _shaded(text, odds, most=20_000):
    """The text, its words shaded by their log odds. Words that are stems, and so not found as they stand, are in the table only."""
    text = text[:most]
    weight = [0.0] * len(text)
    for words, value in odds:
        bounded = max(-1e6, min(1e6, value))  # what is impossible has infinite odds
        for begin, end in _places(text, words):
            weight[begin:end] = [each + bounded for each in weight[begin:end]]
    largest = max(map(abs, weight), default=0) or 1
    out, begin = '', 0
    for end in range(1, len(text) + 1):
        if end == len(text) or weight[end] != weight[begin]:
            out += _mark(text[begin:end], weight[begin], largest)
            begin = end
    return f'<p dir="auto" style="white-space:pre-wrap;max-width:50em">{out}</p>'


def _places(text, words):
    """Where a word, or words in a row, stand; where nowhere, runs of characters."""
    if not words:
        return []
    pattern = r'\W+'.join(map(re.escape, words.split())) or re.escape(words)
    found = [each.span() for each in re.finditer(rf'(?<!\w){pattern}(?!\w)', text, re.I)]
    return found or [each.span() for each in re.finditer(re.escape(words), text, re.I)]


def _mark(text, value, largest):
    if not value:
        return escape(text)
    share = min(1, abs(value) / largest)
    colour = f'rgba({GOOD_RGB if value > 0 else BAD_RGB},{0.1 + 0.5 * share:.2f})'
    return f'<mark style="color:inherit;background:{colour}" title="{value:+.3f} log odds">{escape(text)}</mark>'


def _bar_row(reason, value, longest, texts):
    width = 100 if abs(value) == float('inf') else 100 * abs(value) / longest
    name = reason.feature if not reason.value or reason.value == reason.feature else f'{reason.feature} = {reason.value}'
    name = reason.value if reason.value and reason.feature in texts else name  # a word
    bar = f'<div style="height:0.8em;width:{width:.1f}px;background:{GOOD if value >= 0 else BAD}"></div>'
    return f'<tr><td style="text-align:left">{escape(name)}</td><td style="text-align:right">{value:+.3f}</td><td>{bar}</td></tr>'


def evaluation_table(evaluation, most=30):
    """The figures, the confusion matrix (shaded by its share of the actual class), and the ROC curves."""
    figures = ', '.join(f'{name.replace("_", " ")} {evaluation[name]:.4g}' for name in ('accuracy', 'macro.f1', 'log_loss', 'roc_auc')
                        if evaluation.figures.get(name) is not None)
    head = f'<p>{evaluation.n_rows} rows: {figures}</p>'
    if len(evaluation.classes) > most:
        return head
    names = evaluation.classes
    top = ''.join(f'<th>{escape(name)}</th>' for name in names)
    rows = ''.join(f'<tr><th>{escape(name)}</th>{_cells(counts)}</tr>' for name, counts in zip(names, evaluation.confusion))
    matrix = (f'<table><caption style="white-space:nowrap">actual (rows), predicted (columns)</caption>'
              f'<tr><th></th>{top}</tr>{rows}</table>')
    curves = evaluation.curves()[:len(COLOURS)]
    roc = _curve_figure('ROC', [(curve.false_positive_rate, curve.recall) for curve in curves], 'M0,160L160,0')
    recall = _curve_figure('precision over recall', [(curve.recall, curve.precision) for curve in curves], '')
    legend = ''.join(f'<div><span style="color:{colour}">&#9632;</span> {escape(curve.label)}</div>' for curve, colour in zip(curves, COLOURS))
    return f'{head}<div style="display:flex;flex-wrap:wrap;gap:2em">{matrix}{roc}{recall}<div>{legend}</div></div>'


def _cells(counts):
    total = counts.sum() or 1
    return ''.join(f'<td style="text-align:right;background:rgba(43,108,176,{0.6 * each / total:.3f})">{each:.10g}</td>' for each in counts)


def _curve_figure(name, curves, diagonal, size=160, points=200):
    lines = ''
    for (across, up), colour in zip(curves, COLOURS):
        step = max(1, len(up) // points)
        at = [*range(0, len(up), step), len(up) - 1]
        path = ' '.join(f'{size * across[i]:.1f},{size * (1 - up[i]):.1f}' for i in at)
        lines += f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>'
    return (f'<figure style="margin:0"><svg width="{size}" height="{size}" style="border:1px solid #999">'
            f'<path d="{diagonal}" stroke="#bbb"/>{lines}</svg><figcaption>{name}</figcaption></figure>')
