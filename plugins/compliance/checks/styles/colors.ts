/** A color in sRGB. */
export interface Color {
  /** 0 to 255. */
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  /** 0 (transparent) to 1. */
  readonly alpha: number;
}

const NAMED_COLORS: Readonly<Record<string, string>> = {
  black: '000000',
  white: 'ffffff',
  red: 'ff0000',
  green: '008000',
  blue: '0000ff',
  yellow: 'ffff00',
  gray: '808080',
  grey: '808080',
  silver: 'c0c0c0',
  maroon: '800000',
  purple: '800080',
  fuchsia: 'ff00ff',
  magenta: 'ff00ff',
  lime: '00ff00',
  olive: '808000',
  navy: '000080',
  teal: '008080',
  aqua: '00ffff',
  cyan: '00ffff',
  orange: 'ffa500',
  whitesmoke: 'f5f5f5',
  snow: 'fffafa',
  ivory: 'fffff0',
  ghostwhite: 'f8f8ff',
  floralwhite: 'fffaf0',
  mintcream: 'f5fffa',
  azure: 'f0ffff',
  aliceblue: 'f0f8ff',
  seashell: 'fff5ee',
  linen: 'faf0e6',
  beige: 'f5f5dc',
  gainsboro: 'dcdcdc',
  lightgray: 'd3d3d3',
  lightgrey: 'd3d3d3',
  darkgray: 'a9a9a9',
  darkgrey: 'a9a9a9',
  dimgray: '696969',
  dimgrey: '696969',
};
/** System colors: in a light and in a dark color scheme. */
const SYSTEM_COLORS: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  canvas: ['ffffff', '121212'],
  canvastext: ['000000', 'ffffff'],
  field: ['ffffff', '3b3b3b'],
  fieldtext: ['000000', 'ffffff'],
  buttonface: ['efefef', '6b6b6b'],
  buttontext: ['000000', 'ffffff'],
  linktext: ['0000ee', '9e9eff'],
  mark: ['ffff00', 'ffff00'],
  marktext: ['000000', '000000'],
};

export const BLACK: Color = { red: 0, green: 0, blue: 0, alpha: 1 };
export const WHITE: Color = { red: 255, green: 255, blue: 255, alpha: 1 };
const TRANSPARENT: Color = { red: 0, green: 0, blue: 0, alpha: 0 };

/** Splits the arguments of a CSS function or list at a separator, except inside brackets. */
export function splitValue(text: string, separator: RegExp): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth === 0 && separator.test(character)) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${character}`);
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function parseHex(digits: string): Color | undefined {
  if (!/^(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.test(digits)) return undefined;
  const full = digits.length < 5 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const at = (index: number): number => Number.parseInt(full.slice(index, index + 2), 16);
  return { red: at(0), green: at(2), blue: at(4), alpha: full.length === 8 ? at(6) / 255 : 1 };
}

/** Parses a number or a percentage of `whole`. */
function parseAmount(text: string | undefined, whole: number): number {
  if (text === undefined) return Number.NaN;
  if (text === 'none') return 0;
  return text.endsWith('%') ? (Number.parseFloat(text) * whole) / 100 : Number.parseFloat(text);
}

function parseRgb(parts: readonly string[]): Color | undefined {
  const [red, green, blue] = parts.slice(0, 3).map((part) => parseAmount(part, 255));
  const alpha = parts[3] === undefined ? 1 : parseAmount(parts[3], 1);
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return [red, green, blue, alpha].some(Number.isNaN) ? undefined : { red, green, blue, alpha };
}

function parseHsl(parts: readonly string[]): Color | undefined {
  const [hue = '', saturation, lightness, opacity] = parts;
  const [h, s, l] = [Number.parseFloat(hue), parseAmount(saturation, 1), parseAmount(lightness, 1)];
  const alpha = opacity === undefined ? 1 : parseAmount(opacity, 1);
  if ([h, s, l, alpha].some(Number.isNaN)) return undefined;
  const channel = (offset: number): number => {
    const position = (offset + h / 30) % 12;
    return 255 * (l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(position - 3, 9 - position, 1)));
  };
  return { red: channel(0), green: channel(8), blue: channel(4), alpha };
}

/** Mixes colors in sRGB, as `color-mix(in srgb, a 30%, b)`. */
function parseColorMix(parts: readonly string[], scheme: 'light' | 'dark', current: Color): Color | undefined {
  const [space = '', first = '', second = ''] = parts;
  if (!/^in srgb\b/.test(space)) return undefined;
  const read = (text: string): { color: Color | undefined; share: number | undefined } => {
    const percentage = /(?:^|\s)([\d.]+)%(?:\s|$)/.exec(text);
    return {
      color: parseColor(text.replace(/(?:^|\s)[\d.]+%(?:\s|$)/, ' ').trim(), scheme, current),
      share: percentage ? Number(percentage[1]) / 100 : undefined,
    };
  };
  const [a, b] = [read(first), read(second)];
  if (!a.color || !b.color) return undefined;
  const share = a.share ?? (b.share === undefined ? 0.5 : 1 - b.share);
  const alpha = a.color.alpha * share + b.color.alpha * (1 - share);
  if (alpha === 0) return TRANSPARENT;
  const [colorA, colorB] = [a.color, b.color];
  const mix = (key: 'red' | 'green' | 'blue'): number =>
    (colorA[key] * colorA.alpha * share + colorB[key] * colorB.alpha * (1 - share)) / alpha;
  return { red: mix('red'), green: mix('green'), blue: mix('blue'), alpha };
}

/**
 * Parses a CSS color.
 * @param current value of `currentColor`
 * @returns undefined when the color cannot be evaluated without a browser
 */
export function parseColor(text: string, scheme: 'light' | 'dark', current: Color): Color | undefined {
  const value = text.trim().toLowerCase();
  if (value === 'transparent') return TRANSPARENT;
  if (value === 'currentcolor') return current;
  const system = SYSTEM_COLORS[value];
  const hex = NAMED_COLORS[value] ?? system?.[scheme === 'light' ? 0 : 1];
  if (hex !== undefined) return parseHex(hex);
  if (value.startsWith('#')) return parseHex(value.slice(1));
  const [, name = '', inside = ''] = /^([a-z-]+)\(([\s\S]*)\)$/.exec(value) ?? [];
  switch (name) {
    case 'rgb':
    case 'rgba':
      return parseRgb(inside.split(/[\s,/]+/).filter(Boolean));
    case 'hsl':
    case 'hsla':
      return parseHsl(inside.split(/[\s,/]+/).filter(Boolean));
    case 'light-dark':
      return parseColor(splitValue(inside, /,/)[scheme === 'light' ? 0 : 1] ?? '', scheme, current);
    case 'color-mix':
      return parseColorMix(splitValue(inside, /,/), scheme, current);
    default:
      return undefined;
  }
}

/** Returns a color as it appears on an opaque one. */
export function blend(color: Color, on: Color): Color {
  const mix = (key: 'red' | 'green' | 'blue'): number => color[key] * color.alpha + on[key] * (1 - color.alpha);
  return { red: mix('red'), green: mix('green'), blue: mix('blue'), alpha: 1 };
}

function luminance({ red, green, blue }: Color): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Returns the contrast ratio of two opaque colors, 1 to 21 (WCAG 2.2, 1.4.3). */
export function contrastRatio(one: Color, other: Color): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}
