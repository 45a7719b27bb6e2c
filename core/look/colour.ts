/** A colour as red, green and blue, each from 0 to 255. */
type Rgb = readonly [red: number, green: number, blue: number];

/** `#abc` and `#aabbcc` are colours; everything else is none. */
export function isColour(text: string): boolean {
  return /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text);
}

function partsOf(colour: string): Rgb {
  const hex = colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit).join('') : colour.slice(1);
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
}

/** A colour on the way from one to another. @param part 0 is the first, 1 the second */
export function mixed(from: string, to: string, part: number): string {
  const [first, second] = [partsOf(from), partsOf(to)];
  return `#${first
    .map((value, index) =>
      Math.round(value + (second[index] - value) * part)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** How bright a colour is, from 0 to 1 (WCAG 2.2, relative luminance). */
export function brightness(colour: string): number {
  const [red, green, blue] = partsOf(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours, from 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrast(one: string, other: string): number {
  const [less, more] = [brightness(one), brightness(other)].sort((a, b) => a - b);
  return (more + 0.05) / (less + 0.05);
}

/** Whether light text is read better on a colour than dark text is. */
export function isDark(colour: string): boolean {
  return contrast(colour, '#ffffff') > contrast(colour, '#000000');
}
