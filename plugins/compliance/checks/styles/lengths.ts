/** What relative lengths refer to, in CSS pixels. */
export interface LengthBase {
  /** Font size of the element. */
  readonly font: number;
  /** Width of the window; also stands for the width and height of the containing block, which only a layout knows. */
  readonly width: number;
}

export const ROOT_FONT_SIZE = 16;
/** Assumed height of the window, in pixels. */
const WINDOW_HEIGHT = 800;
const DIMENSION = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z%]*)$/i;

const UNITS: Readonly<Record<string, (base: LengthBase) => number>> = {
  px: () => 1,
  pt: () => 4 / 3,
  pc: () => 16,
  in: () => 96,
  cm: () => 96 / 2.54,
  mm: () => 96 / 25.4,
  em: ({ font }) => font,
  rem: () => ROOT_FONT_SIZE,
  ex: ({ font }) => font / 2,
  ch: ({ font }) => font / 2,
  lh: ({ font }) => font * 1.5,
  '%': ({ width }) => width / 100,
  vw: ({ width }) => width / 100,
  dvw: ({ width }) => width / 100,
  svw: ({ width }) => width / 100,
  cqw: ({ width }) => width / 100,
  cqi: ({ width }) => width / 100,
  vh: () => WINDOW_HEIGHT / 100,
  dvh: () => WINDOW_HEIGHT / 100,
  svh: () => WINDOW_HEIGHT / 100,
};

/**
 * Evaluates a CSS length, including `calc()`, `min()`, `max()` and `clamp()`.
 * @returns pixels; NaN when it is no length or depends on the layout
 */
export function parseLength(text: string, base: LengthBase): number {
  const value = text.trim().toLowerCase();
  const simple = DIMENSION.exec(value);
  if (simple) {
    const [, number = '', unit = ''] = simple;
    if (unit === '') return Number(number) === 0 ? 0 : Number.NaN;
    const scale = UNITS[unit]?.(base);
    return scale === undefined ? Number.NaN : Number(number) * scale;
  }
  if (!/^(?:calc|min|max|clamp)\(/.test(value)) return Number.NaN;
  return evaluateExpression(value.replace(/\bcalc\(/g, '('), base);
}

/** Evaluates CSS math functions by recursive descent; NaN for anything else. */
function evaluateExpression(text: string, base: LengthBase): number {
  let offset = 0;
  const take = (character: string): boolean => {
    while (text[offset] === ' ') offset += 1;
    if (text[offset] !== character) return false;
    offset += 1;
    return true;
  };

  function sum(): number {
    let result = product();
    for (;;) {
      if (take('+')) result += product();
      else if (take('-')) result -= product();
      else return result;
    }
  }

  function product(): number {
    let result = operand();
    for (;;) {
      if (take('*')) result *= operand();
      else if (take('/')) result /= operand();
      else return result;
    }
  }

  function operand(): number {
    if (take('(')) {
      const result = sum();
      return take(')') ? result : Number.NaN;
    }
    const rest = text.slice(offset);
    const [name] = /^(?:min|max|clamp)(?=\()/.exec(rest) ?? [];
    if (name !== undefined) return call(name);
    const [token] = /^[+-]?[\d.]+[a-z%]*/.exec(rest) ?? [];
    if (token === undefined) return Number.NaN;
    offset += token.length;
    return /[a-z%]$/.test(token) ? parseLength(token, base) : Number(token);
  }

  function call(name: string): number {
    offset += name.length;
    if (!take('(')) return Number.NaN;
    const values = [sum()];
    while (take(',')) values.push(sum());
    if (!take(')')) return Number.NaN;
    const [low = Number.NaN, middle = Number.NaN, high = Number.NaN] = values;
    if (name === 'clamp') return Math.max(low, Math.min(middle, high));
    return name === 'min' ? Math.min(...values) : Math.max(...values);
  }

  const result = sum();
  return offset < text.trimEnd().length ? Number.NaN : result;
}

const FONT_KEYWORDS: Readonly<Record<string, number>> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
  'xxx-large': 48,
};

/** Evaluates `font-size`. @param parent font size of the parent element, in pixels */
export function parseFontSize(text: string, parent: number, width: number): number {
  const value = text.trim().toLowerCase();
  const keyword = FONT_KEYWORDS[value];
  if (keyword !== undefined) return keyword;
  if (value === 'smaller') return parent / 1.2;
  if (value === 'larger') return parent * 1.2;
  const percentage = /^([\d.]+)%$/.exec(value);
  if (percentage) return (Number(percentage[1]) * parent) / 100;
  const size = parseLength(value, { font: parent, width });
  return Number.isNaN(size) ? parent : size;
}
