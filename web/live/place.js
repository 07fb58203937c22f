// Where one is, in the address: #tab/model.

export const TABS = [
  ['try', 'Try'],
  ['label', 'Label'],
  ['suspects', 'Suspects'],
  ['drift', 'Drift'],
  ['model', 'Model'],
];

/** @returns {{tab: string, model: string}} of an address, as far as there are such */
export function placeOf(hash, models) {
  const [tab, ...rest] = hash.replace(/^#/, '').split('/');
  let model = '';
  try {
    model = decodeURIComponent(rest.join('/'));
  } catch {
    // not one of ours
  }
  return {
    tab: TABS.some(([id]) => id === tab) ? tab : TABS[0][0],
    model: models.includes(model) ? model : (models[0] ?? ''),
  };
}

export const hashOf = (tab, model) => `#${tab}/${encodeURIComponent(model)}`;
