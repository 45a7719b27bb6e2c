/** A color as red, green and blue, each from 0 to 255. */
type Rgb = readonly [red: number, green: number, blue: number];

/** Whether a text is a color: `#abc` or `#aabbcc`. */
export function isColor(text: string): boolean {
  return /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text);
}

function parseColor(color: string): Rgb {
  const hex = color.length === 4 ? [...color.slice(1)].map((digit) => digit + digit).join('') : color.slice(1);
  const channel = (start: number): number => Number.parseInt(hex.slice(start, start + 2), 16);
  return [channel(0), channel(2), channel(4)];
}

/**
 * Mixes two colors.
 * @param part 0 is the first, 1 the second
 */
export function mixColors(from: string, to: string, part: number): string {
  const [red, green, blue] = parseColor(from);
  const [otherRed, otherGreen, otherBlue] = parseColor(to);
  const channel = (value: number, otherValue: number): string =>
    Math.round(value + (otherValue - value) * part)
      .toString(16)
      .padStart(2, '0');
  return `#${channel(red, otherRed)}${channel(green, otherGreen)}${channel(blue, otherBlue)}`;
}

/** Returns the relative luminance of a color, from 0 to 1 (WCAG 2.2). */
export function luminance(color: string): number {
  const [red, green, blue] = parseColor(color);
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}

/** Converts an sRGB channel from 0 to 255 to linear light. */
function toLinear(value: number): number {
  const fraction = value / 255;
  return fraction <= 0.04045 ? fraction / 12.92 : ((fraction + 0.055) / 1.055) ** 2.4;
}

/** Returns the contrast ratio of two colors, from 1 to 21 (WCAG 2.2). */
export function contrast(colorA: string, colorB: string): number {
  const [first, second] = [luminance(colorA), luminance(colorB)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/** Whether light text is more readable on a color than dark text. */
export function isDark(color: string): boolean {
  return contrast(color, '#ffffff') > contrast(color, '#000000');
}
