// A date, and a time if there is one, as the cells of a column write it: its format is one of the model's (iso, dmy, mdy,
// time, unix, unix-ms). Of fields that are empty the cell is missing.

const SECOND = 1000; // milliseconds

/** @param {string} date 2024-12-31 or empty  @param {string} time 23:59 or empty */
export function cellOf(format, date, time) {
  if (format === 'time') return time === '' ? null : time;
  if (date === '') return null;
  const [year, month, day] = date.split('-');
  const written = { iso: date, dmy: `${day}.${month}.${year}`, mdy: `${month}/${day}/${year}` }[format];
  if (written !== undefined) return time === '' ? written : `${written} ${time}`;
  const moment = Date.parse(`${date}T${time || '00:00'}Z`);
  return String(format === 'unix' ? moment / SECOND : moment);
}

/** What the fields show of a cell that `cellOf` wrote. */
export function fieldsOf(format, cell) {
  if (cell === null) return { date: '', time: '' };
  if (format === 'time') return { date: '', time: cell };
  if (format === 'unix' || format === 'unix-ms') {
    const [date, rest] = new Date(Number(cell) * (format === 'unix' ? SECOND : 1)).toISOString().split('T');
    return { date, time: rest.slice(0, 5) };
  }
  const [day, time = ''] = cell.split(' ');
  const [a, b, c] = day.split(/[-./]/);
  const date = { iso: () => `${a}-${b}-${c}`, dmy: () => `${c}-${b}-${a}`, mdy: () => `${c}-${a}-${b}` }[format]();
  return { date, time };
}
