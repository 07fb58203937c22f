// Keys of a view: pressed anywhere but where one types.

const TYPED = new Set(['INPUT', 'TEXTAREA', 'SELECT']);
const PLAIN = new Set(['checkbox', 'radio', 'range', 'button', 'file']);

/** Whether letters and digits go into what has the focus. */
export function isTyping(target) {
  if (!target || !TYPED.has(target.tagName)) return false;
  return !(target.tagName === 'INPUT' && PLAIN.has(target.type));
}

/** The place of a class by its digit: 1 is the first; null: no digit. */
export function classOfKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  return /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : null;
}
