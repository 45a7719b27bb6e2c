/** Compares two names: negative if the first comes first. */
export type NameOrder = (a: string, b: string) => number;

const orders = new Map<string, NameOrder>();

/**
 * Returns the order of names as people expect it: quantities by their size (`-5 °C`, `0.25 l`, `500 g`, `1 kg`),
 * clothing sizes from small to large, numbers within texts by their value, and everything else by the alphabet of a
 * language.
 * @param locale such as `pl_PL`; the alphabet of no particular language when empty
 */
export function nameOrder(locale: string): NameOrder {
  const known = orders.get(locale) ?? createNameOrder(locale);
  orders.set(locale, known);
  return known;
}

function createNameOrder(locale: string): NameOrder {
  const collator = new Intl.Collator(locale === '' ? 'en' : locale.replace('_', '-'), { numeric: true });
  return (a, b) => compareQuantities(quantityOf(a), quantityOf(b)) || compareTexts(a, b, collator);
}

/** A number with its unit, converted to the base unit of its dimension. */
interface Quantity {
  readonly dimension: string;
  readonly value: number;
}

/** Units by dimension, each as a multiple of the base unit. */
const UNITS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  mass: { mg: 1e-3, g: 1, dag: 10, kg: 1e3, t: 1e6 },
  length: { mm: 1, cm: 10, dm: 100, m: 1e3, km: 1e6 },
  volume: { ml: 1, cl: 10, dl: 100, l: 1e3 },
  data: { kb: 1, mb: 1e3, gb: 1e6, tb: 1e9 },
  power: { mw: 1e-3, w: 1, kw: 1e3 },
};
/** Lengths of clothing sizes beyond these are counted in X: `XXL` or `2XL`. */
const SIZES: Readonly<Record<string, number>> = { s: -1, m: 0, l: 1 };

const SPACE = '[ \\u00a0\\u202f]';
const NUMBER = `[-−]?\\d+(?:${SPACE}\\d{3}(?!\\d))*(?:[.,]\\d+)?`;
const QUANTITY = new RegExp(`^(${NUMBER})${SPACE}*([\\p{L}°%"”']*)$`, 'u');
const CLOTHING_SIZE = /^(?:(\d)?(x+))?([sml])$/;

const numberOf = (text: string): number =>
  Number(
    text
      .replace(/[ \u00a0\u202f]/g, '')
      .replace('−', '-')
      .replace(',', '.'),
  );

/** Returns the quantity that a name consists of; undefined for other names. */
function quantityOf(name: string): Quantity | undefined {
  const text = name.trim().toLowerCase();
  const [, count, letters = '', size = ''] = CLOTHING_SIZE.exec(text) ?? [];
  const base = SIZES[size];
  if (base !== undefined)
    return { dimension: 'clothing size', value: base * (1 + (count === undefined ? letters.length : Number(count))) };
  const [, number, unit = ''] = QUANTITY.exec(text) ?? [];
  return number === undefined ? undefined : convert(numberOf(number), unit);
}

function convert(value: number, unit: string): Quantity {
  for (const [dimension, factors] of Object.entries(UNITS)) {
    const factor = factors[unit];
    if (factor !== undefined) return { dimension, value: value * factor };
  }
  return { dimension: unit, value };
}

/** Quantities come before other names, and those of one dimension together. */
function compareQuantities(a: Quantity | undefined, b: Quantity | undefined): number {
  if (!a || !b) return Number(!a) - Number(!b);
  if (a.dimension !== b.dimension) return a.dimension < b.dimension ? -1 : 1;
  return a.value - b.value;
}

const PARTS = new RegExp(`(?<![\\p{L}\\p{N}])${NUMBER}`, 'gu');

/** Compares texts part by part: numbers by their value, what is between them by the alphabet. */
function compareTexts(a: string, b: string, collator: Intl.Collator): number {
  const [numbersA, numbersB] = [a.match(PARTS) ?? [], b.match(PARTS) ?? []];
  const [textsA, textsB] = [a.split(PARTS), b.split(PARTS)];
  for (let i = 0; i < Math.min(textsA.length, textsB.length); i++) {
    const byText = collator.compare(textsA[i] ?? '', textsB[i] ?? '');
    if (byText !== 0) return byText;
    const [numberA, numberB] = [numbersA[i], numbersB[i]];
    if (numberA === undefined || numberB === undefined) break;
    if (numberOf(numberA) !== numberOf(numberB)) return numberOf(numberA) - numberOf(numberB);
  }
  return collator.compare(a, b);
}
