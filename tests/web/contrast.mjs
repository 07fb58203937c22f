// Runs in a page.
// The contrast of text with what is behind it, as WCAG 2 defines it. Colours are read back from a canvas,
// which knows every notation.
export function lowContrast() {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const over = (colour, below) => {
    context.fillStyle = `rgb(${below.join(' ')})`;
    context.fillRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const behind = (node) =>
    over(
      getComputedStyle(node).backgroundColor,
      node.parentElement ? behind(node.parentElement) : [255, 255, 255],
    );
  const light = (rgb) =>
    rgb
      .map((c) => c / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
      .reduce((sum, c, k) => sum + c * [0.2126, 0.7152, 0.0722][k], 0);
  const bad = [];
  for (const node of document.querySelectorAll('#page *')) {
    const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim() !== '');
    if (!own || node.closest('svg, :disabled, option, .skip, .copy, .hidden') || !node.checkVisibility()) continue;
    const ground = behind(node);
    const [a, b] = [light(over(getComputedStyle(node).color, ground)), light(ground)];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5)
      bad.push(`${node.tagName}.${node.className} '${node.textContent.slice(0, 20)}' ${contrast.toFixed(2)}`);
  }
  return bad;
}
