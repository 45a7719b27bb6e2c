/** A color as red, green and blue, each from 0 to 255. */
type Rgb = readonly [red: number, green: number, blue: number];

/** Whether a text is a color: `#abc` or `#aabbcc`. */
export function isColor(text: string): boolean {
  return /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text);
}

function partsOf(color: string): Rgb {
  const hex = color.length === 4 ? [...color.slice(1)].map((digit) => digit + digit).join('') : color.slice(1);
  const channel = (start: number): number => Number.parseInt(hex.slice(start, start + 2), 16);
  return [channel(0), channel(2), channel(4)];
}

/**
 * Mixes two colors.
 * @param part 0 is the first, 1 the second
 */
export function mixed(from: string, to: string, part: number): string {
  const [red, green, blue] = partsOf(from);
  const [otherRed, otherGreen, otherBlue] = partsOf(to);
  const channel = (value: number, other: number): string =>
    Math.round(value + (other - value) * part)
      .toString(16)
      .padStart(2, '0');
  return `#${channel(red, otherRed)}${channel(green, otherGreen)}${channel(blue, otherBlue)}`;
}

/** Returns the relative luminance of a color, from 0 to 1 (WCAG 2.2). */
export function brightness(color: string): number {
  const [red, green, blue] = partsOf(color);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Converts an sRGB channel from 0 to 255 to linear light. */
function linear(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Returns the contrast ratio of two colors, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [first, second] = [brightness(one), brightness(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/** Whether light text is more readable on a color than dark text. */
export function isDark(color: string): boolean {
  return contrast(color, '#ffffff') > contrast(color, '#000000');
}
