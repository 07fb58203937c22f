// ROC and precision-recall curves of one class against the rest, with one threshold on both that can be
// dragged on either.
import { leastIndex, range } from 'd3-array';
import { drag } from 'd3-drag';
import { scaleLinear } from 'd3-scale';
import { pointer } from 'd3-selection';
import { line } from 'd3-shape';
import { chart } from './chart.js';
import { element } from './dom.js';
import { ratios } from './threshold.js';

const SIZE = { width: 460, height: 380 };

/** Where the curves stand at a position. Precision where nothing is called positive is 1. */
export function point(against, at) {
  const counts = against.counts(at);
  const { recall, fpr, precision } = ratios(counts);
  return { recall, fpr, precision: counts.tp + counts.fp > 0 ? precision : 1 };
}

// A plot of one curve. `place` gives the two coordinates of a point.
class Plot {
  constructor(against, { xTitle, yTitle, label, place, base, stepped }, move) {
    const x = scaleLinear(),
      y = scaleLinear(); // both from 0 to 1
    this.at = (k) => {
      const [a, b] = place(point(against, k));
      return [x(a), y(b)];
    };
    const svg = chart({ ...SIZE, x, y, xTitle, yTitle, label });
    const all = range(against.last + 1).map(this.at);
    svg
      .append('line')
      .attr('class', 'base')
      .attr('x1', x(0))
      .attr('y1', y(base[0]))
      .attr('x2', x(1))
      .attr('y2', y(base[1]));
    svg
      .append('path')
      .attr('class', 'curve')
      .attr('d', line()(stepped ? all.slice(1) : all));
    this.cross = svg.append('path').attr('class', 'cross').attr('aria-hidden', 'true');
    this.dot = svg.append('circle').attr('class', 'dot').attr('r', 7);
    const bottom = y(0),
      left = x(0);
    this.lines = ([px, py]) => `M${left},${py}H${px}V${bottom}`;
    const nearest = (event) => {
      const [px, py] = pointer(event.sourceEvent ?? event, svg.node());
      move(leastIndex(all, (a, b) => Math.hypot(a[0] - px, a[1] - py) - Math.hypot(b[0] - px, b[1] - py)));
    };
    svg
      .append('rect')
      .attr('class', 'pad')
      .attr('x', x(0) - 8)
      .attr('y', y(1) - 8)
      .attr('width', x(1) - x(0) + 16)
      .attr('height', y(0) - y(1) + 16)
      .call(drag().container(svg.node()).on('start drag', nearest));
    this.node = svg.node();
  }

  show(at) {
    const place = this.at(at);
    this.dot.attr('cx', place[0]).attr('cy', place[1]);
    this.cross.attr('d', this.lines(place));
  }
}

export class Curves {
  /** @param {(at: number) => void} move called when a curve is dragged */
  constructor(against, move) {
    const share = against.positives / (against.positives + against.negatives || 1);
    this.plots = [
      new Plot(
        against,
        {
          xTitle: 'false positive rate',
          yTitle: 'true positive rate (recall)',
          label: `ROC curve of ${against.label}`,
          place: (p) => [p.fpr, p.recall],
          base: [0, 1],
        },
        move,
      ),
      new Plot(
        against,
        {
          xTitle: 'recall',
          yTitle: 'precision',
          label: `Precision-recall curve of ${against.label}`,
          stepped: true,
          place: (p) => [p.recall, p.precision],
          base: [share, share],
        },
        move,
      ),
    ];
    this.nodes = this.plots.map((plot) => plot.node);
    this.node = element(
      'div',
      { class: 'pair' },
      this.nodes.map((node, k) =>
        element('figure', {}, element('figcaption', {}, k === 0 ? 'ROC' : 'Precision and recall'), node),
      ),
    );
  }

  show(at) {
    for (const plot of this.plots) plot.show(at);
  }
}
