import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import type { PluginScope } from 'plinth';
import { delimiterOf, withoutSeparatorLine } from './csv-text.js';
import type { ColumnMapping } from './foreign-fields.js';
import { isUnknownClass } from './woo-rows.js';

/** Rates in percent, by lowercase tax class. */
export type TaxRates = Readonly<Record<string, string>>;

/** Stores which rate a tax class of another shop corresponds to. */
export interface TaxClasses {
  rates(): Promise<TaxRates>;
  save(rates: TaxRates): Promise<void>;
}

const OPTION = 'store_tax_classes';
/** Maximum number of tax classes per file. */
const MAX_CLASSES = 50;
const RATE = /^(?:100|\d{1,2}(?:[.,]\d{1,2})?)$/;

/** Returns the rates entered for the tax classes of earlier files. */
export async function storedTaxRates(getOption: PluginScope['getOption']): Promise<TaxRates> {
  const stored = await getOption<unknown>(OPTION, {});
  return typeof stored === 'object' && stored !== null ? (stored as TaxRates) : {};
}

export function createTaxClasses({
  getOption,
  updateOption,
}: Pick<PluginScope, 'getOption' | 'updateOption'>): TaxClasses {
  const rates = (): Promise<TaxRates> => storedTaxRates(getOption);
  return {
    rates,
    async save(newRates) {
      if (Object.keys(newRates).length > 0) await updateOption(OPTION, { ...(await rates()), ...newRates }, false);
    },
  };
}

/** Whether a text is a tax rate in percent. */
export function isTaxRate(text: string): boolean {
  return RATE.test(text);
}

/** Returns the tax classes of a file whose rate cannot be derived, in order of appearance. */
export async function unknownTaxClasses(chunks: AsyncIterable<string>, mapping: ColumnMapping): Promise<string[]> {
  const [named, status] = [mapping.indexOf('taxClass'), mapping.indexOf('taxStatus')];
  if (named < 0) return [];
  const found = new Map<string, string>();
  try {
    for await (const cells of recordsOf(chunks)) {
      const name = (cells[named] ?? '').trim();
      const key = name.toLowerCase();
      // Variations in WooCommerce use the tax class of their product, written as `parent`.
      if (key !== 'parent' && !found.has(key) && isUnknownClass(name, cells[status] ?? '')) found.set(key, name);
      if (found.size === MAX_CLASSES) break;
    }
  } catch {
    // Unreadable files are reported by the step that reads the products.
  }
  return [...found.values()];
}

/** Yields the rows of a file after its header. */
async function* recordsOf(chunks: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return;
  const start = withoutSeparatorLine(first.value);
  async function* all(): AsyncGenerator<string> {
    yield start;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(start.split('\n', 1)[0] ?? ''),
    relax_column_count: true,
    skip_empty_lines: true,
    from: 2,
  });
  // A read error ends the parser, and so the loop below.
  pipeline(Readable.from(all()), parser, () => undefined);
  for await (const record of parser) yield record as readonly string[];
}
