// Files of rows as far as the page has to know them: what they are, and the first rows, to propose how columns are read.
// The server reads the files themselves.

const LOOKED_AT = 200, // rows
  FEW_VALUES = 20,
  SHORT = 30; // characters of a value

/** The records of a CSV text, as RFC 4180 has them; at most `most`. */
export function csvRecords(text, delimiter, most = Infinity) {
  const out = [];
  let record = [],
    cell = '',
    quoted = false;
  const endRecord = () => {
    record.push(cell);
    if (record.length > 1 || record[0] !== '') out.push(record);
    record = [];
    cell = '';
  };
  for (let k = text.startsWith('\ufeff') ? 1 : 0; k < text.length && out.length < most; ++k) {
    const c = text[k];
    if (quoted) {
      if (c !== '"') cell += c;
      else if (text[k + 1] === '"') cell += text[++k];
      else quoted = false;
    } else if (c === '"' && cell === '') quoted = true;
    else if (c === delimiter) {
      record.push(cell);
      cell = '';
    } else if (c === '\n') endRecord();
    else if (c !== '\r') cell += c;
  }
  if (out.length < most && (cell !== '' || record.length > 0)) endRecord();
  return out;
}

/** The delimiter that the first line has most often. */
export function delimiterOf(text) {
  const line = text.slice(0, 10_000).split('\n')[0];
  const n = (each) => line.split(each).length;
  return [',', ';', '\t'].reduce((a, b) => (n(b) > n(a) ? b : a));
}

const isJson = (name, text) => /\.(jsonl|ndjson)$/i.test(name) || text.trimStart().startsWith('{');

function jsonTable(text) {
  const rows = text
    .split('\n', LOOKED_AT + 1)
    .filter((line) => line.trim() !== '')
    .slice(0, LOOKED_AT)
    .flatMap((line) => {
      try {
        return [JSON.parse(line)];
      } catch {
        return []; // the server says what is wrong, and where
      }
    });
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return { names, rows: rows.map((row) => names.map((name) => row[name] ?? '')) };
}

function csvTable(text) {
  const [names = [], ...rows] = csvRecords(text, delimiterOf(text), LOOKED_AT + 1);
  return { names, rows };
}

/** @returns {{type: string, names: string[], rows: Array[]}} the media type and the first rows of a file of rows */
export function lookAt(name, text) {
  return isJson(name, text)
    ? { type: 'application/x-ndjson', ...jsonTable(text) }
    : { type: 'text/csv', ...csvTable(text) };
}

const isNumber = (cell) => typeof cell === 'number' || (cell.trim?.() !== '' && Number.isFinite(Number(cell)));
const isCounter = (cells) =>
  cells.length > FEW_VALUES && cells.every((cell, k) => Number(cell) - Number(cells[0]) === k);

/** How a column may be read: number, values or text; ignore where there is nothing to learn from. */
export function proposedKind(cells) {
  const given = cells.filter((cell) => cell !== '' && cell !== undefined && cell !== null);
  const different = new Set(given.map(String));
  if (different.size < 2) return 'ignore';
  if (given.every(isNumber)) return isCounter(given) ? 'ignore' : 'number';
  const short = [...different].every((value) => value.length <= SHORT);
  const few = different.size <= Math.max(2, Math.min(FEW_VALUES, given.length / 2));
  return short && few ? 'values' : 'text';
}

export function proposedColumns({ names, rows }) {
  return names.map((name, k) => ({ name, kind: proposedKind(rows.map((row) => row[k])) }));
}
