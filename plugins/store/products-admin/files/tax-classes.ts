import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import type { PluginScope } from 'plinth';
import { detectDelimiter, withoutSeparatorLine } from './csv-text.js';
import type { ColumnMapping } from './foreign-fields.js';
import { isUnknownTaxClass } from './woo-rows.js';

/** Tax rates in percent, by tax class in lowercase. */
export type TaxRates = Readonly<Record<string, string>>;

/** Stores the tax rates of the tax classes of other shops. */
export interface TaxClasses {
  rates(): Promise<TaxRates>;
  save(rates: TaxRates): Promise<void>;
}

const OPTION = 'store_tax_classes';
/** Maximum number of tax classes per file. */
const MAX_CLASSES = 50;
const TAX_RATE = /^(?:100|\d{1,2}(?:[.,]\d{1,2})?)$/;

/** Returns the stored rates of the tax classes of earlier files. */
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
  return TAX_RATE.test(text);
}

/** Returns the tax classes of a file that contain no percentage, in order of appearance. */
export async function unknownTaxClasses(chunks: AsyncIterable<string>, mapping: ColumnMapping): Promise<string[]> {
  const [classColumn, statusColumn] = [mapping.indexOf('taxClass'), mapping.indexOf('taxStatus')];
  if (classColumn < 0) return [];
  const found = new Map<string, string>();
  try {
    for await (const cells of readRecords(chunks)) {
      const name = (cells[classColumn] ?? '').trim();
      const key = name.toLowerCase();
      // In WooCommerce, a variation with the tax class `parent` uses that of its product.
      if (key !== 'parent' && !found.has(key) && isUnknownTaxClass(name, cells[statusColumn] ?? ''))
        found.set(key, name);
      if (found.size === MAX_CLASSES) break;
    }
  } catch {
    // Unreadable files are reported by the step that reads the products.
  }
  return [...found.values()];
}

/** Yields the rows of a file after its header. */
async function* readRecords(chunks: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return;
  const start = withoutSeparatorLine(first.value);
  async function* allText(): AsyncGenerator<string> {
    yield start;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  const parser = parse({
    bom: true,
    delimiter: detectDelimiter(start.split('\n', 1)[0] ?? ''),
    relax_column_count: true,
    skip_empty_lines: true,
    from: 2,
  });
  // A read error ends the parser, and therefore the loop below.
  pipeline(Readable.from(allText()), parser, () => undefined);
  for await (const record of parser) yield record as readonly string[];
}
