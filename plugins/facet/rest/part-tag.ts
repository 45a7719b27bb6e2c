/**
 * Tells two texts apart in a few characters, alike here and in `facet.js`: the length and two running sums. It finds out whether the browser has what
 * is thought, and guards nothing.
 */
export function partTag(text: string): string {
  let one = 7;
  let other = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    one = Math.imul(one ^ code, 0x9e3779b1);
    other = Math.imul(other + code, 0x2c9277b5) ^ (other >>> 15);
  }
  return [text.length, one >>> 0, other >>> 0].map((part) => part.toString(36)).join('-');
}
