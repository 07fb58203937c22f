// Light or dark: as the reader's system has it, until the button is pressed.
import { element } from './dom.js';

export function themeButton() {
  const root = document.documentElement;
  const isDark = () =>
    (root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) ===
    'dark';
  const button = element('button', {
    type: 'button',
    id: 'theme',
    on: {
      click: () => {
        root.dataset.theme = isDark() ? 'light' : 'dark';
        name();
      },
    },
  });
  const name = () => {
    button.textContent = isDark() ? 'Light' : 'Dark';
  };
  name();
  return button;
}
