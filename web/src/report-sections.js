// The sections of a report, in their order; those that have nothing to show are left out.
import { classTable } from './class-table.js';
import { Confusion } from './confusion.js';
import { provenance, schema } from './facts.js';
import { Headline } from './headline.js';
import { Nomogram } from './nomogram.js';
import { pairSections } from './pair.js';
import { Panel } from './panel.js';
import { profiles } from './profiles.js';
import { reliability } from './reliability.js';
import { search } from './search.js';
import { spreads } from './spreads.js';
import { telling } from './telling.js';
import { trace } from './trace.js';
import { tried } from './tried.js';

function judgement(report) {
  const headline = new Headline(report),
    confusion = new Confusion(report);
  const panel = new Panel(report, (state) => {
    headline.follow(state);
    confusion.follow(state);
  });
  return [
    headline.node,
    confusion.node,
    confusion.classes.length > 2 && classTable(report),
    report.curves.length > 0 && panel.node,
    report.reliability.length > 0 && reliability(report),
  ];
}

function portrait(report) {
  const { model } = report;
  const hidden = model.target === null;
  const telltale = model.classes.length > 1 && model.telling.length > 0 && telling(report);
  const columns = model.spreads && spreads(report);
  const table = model.profiles.length > 0 && profiles(report);
  const how = [
    model.tried?.length > 0 && tried(report),
    model.search && search(report),
    model.trace?.length > 1 && trace(report),
  ];
  if (hidden) return [table, columns, telltale, ...how];
  return [telltale, columns, model.nomogram && new Nomogram(report).node, table, ...how];
}

/** @param report priory.report/1 (docs/report.md) */
export function reportSections(report) {
  if (report.pair) return pairSections(report);
  return [
    ...(report.evaluation ? judgement(report) : []),
    ...portrait(report),
    schema(report),
    provenance(report),
  ].filter(Boolean);
}
