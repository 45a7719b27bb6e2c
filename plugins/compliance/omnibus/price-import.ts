import { parse } from 'csv-parse/sync';
import { DateTime } from 'luxon';
import { type AuditApi, type Database, isCalendarDay, PlinthError, type PluginScope, toUtcString } from 'plinth';
import type { Catalog } from '../store/shop.js';
import type { Clock } from '../time/clock.js';
import type { PriceRow } from './tables.js';

/** Result of an import; with errors, nothing was stored. */
export interface PriceImportResult {
  readonly added: number;
  /** Rows that were imported before. */
  readonly unchanged: number;
  /** One message per wrong line, with its number. */
  readonly errors: readonly string[];
}

/** Imports prices from before the history of this shop began, such as those of the shop that the owner moved from. */
export interface PriceImport {
  /** @param text CSV with the columns `sku` or `id`, `variation` (optional), `price`, `currency`, `from`, `to` (optional) */
  run(text: string): Promise<PriceImportResult>;
}

interface PriceImportDeps {
  readonly scope: Pick<PluginScope, '__'>;
  readonly db: Database;
  readonly audit: Pick<AuditApi, 'record'>;
  readonly clock: Pick<Clock, 'now' | 'zone'>;
  catalog(): Catalog | undefined;
}

const TABLE = 'compliance_prices';
/** Marks imported prices in the history. */
const CAUSE = 'import';
const COLUMNS: readonly string[] = ['sku', 'id', 'variation', 'price', 'currency', 'from', 'to'];
const REQUIRED: readonly string[] = ['price', 'currency', 'from'];
const MAX_ROWS = 50_000;
const MAX_ERRORS = 100;

type Line = Readonly<Record<string, string>>;
type NewPrice = Omit<PriceRow, 'id'>;
type Item = Pick<PriceRow, 'product_id' | 'variation_id'>;

/** A line that cannot be imported; its message is shown with the number of the line. */
class LineError extends Error {}

export function createPriceImport({ scope, db, audit, clock, catalog }: PriceImportDeps): PriceImport {
  const { __ } = scope;
  const { readLines, readPrice, startOfDay } = createLineReader(scope);
  const table = () => db()(TABLE);

  /** Returns the product or variation of a line. */
  async function findItem({ sku = '', id = '', variation = '' }: Line): Promise<Item> {
    const product =
      id === ''
        ? await db()('store_products').where({ sku }).first('id', 'type')
        : await db()('store_products')
            .where({ id: Number(id) || 0 })
            .first('id', 'type');
    const versionSku = variation || (id === '' ? sku : '');
    const version = versionSku
      ? await db()('store_variations')
          .where(
            (any) =>
              void any.where({ sku: versionSku }).orWhere({ id: /^\d+$/.test(variation) ? Number(variation) : 0 }),
          )
          .first('id', 'product_id')
      : undefined;
    if (version && (!product || version.product_id === product.id))
      return { product_id: version.product_id, variation_id: version.id };
    if (!product) throw new LineError(__('There is no product “%s”.', id || sku));
    if (variation !== '') throw new LineError(__('The product has no variation “%s”.', variation));
    if (product.type === 'variable') throw new LineError(__('The product has variations: specify one of them.'));
    return { product_id: product.id, variation_id: 0 };
  }

  /** Returns the price of a line, which ends at the latest where the shop's own history begins. */
  async function toPrice(line: Line, shop: Catalog, zone: string): Promise<NewPrice> {
    const item = await findItem(line);
    const currency = (line.currency ?? '').toUpperCase();
    if (currency !== shop.currency())
      throw new LineError(__('The currency must be %s, the currency of the shop.', shop.currency()));
    const price = readPrice(line.price ?? '', shop.currencyDigits());
    const from = startOfDay(line.from ?? '', zone);
    const to = line.to ? startOfDay(line.to, zone, 1) : '';
    if (from > clock.now()) throw new LineError(__('The price starts in the future.'));
    if (to !== '' && to <= from) throw new LineError(__('The price ends before it starts.'));
    const own = await table().where(item).whereNot({ cause: CAUSE }).orderBy('valid_from').first('valid_from');
    const limit = own?.valid_from ?? clock.now();
    if (from >= limit) throw new LineError(__('The shop already has its own record of prices for that day.'));
    return {
      ...item,
      currency,
      price,
      regular: price,
      on_sale: 0,
      cause: CAUSE,
      valid_from: from,
      valid_to: to === '' || to > limit ? limit : to,
    };
  }

  /** Stores a price unless it was imported before. @returns whether it was stored */
  async function store(price: NewPrice): Promise<boolean> {
    const { product_id, variation_id, valid_from, valid_to } = price;
    const overlapping = await table()
      .where({ product_id, variation_id, cause: CAUSE, currency: price.currency })
      .where('valid_from', '<', valid_to ?? valid_from)
      .where('valid_to', '>', valid_from)
      .first();
    if (!overlapping) {
      await table().insert(price);
      return true;
    }
    if (
      overlapping.valid_from === valid_from &&
      overlapping.valid_to === valid_to &&
      Number(overlapping.price) === price.price
    )
      return false;
    throw new LineError(__('Another imported price applies to the same days.'));
  }

  return {
    async run(text) {
      const shop = catalog();
      if (!shop) throw refusal(__('The shop is not active.'));
      const [lines, zone] = [readLines(text), await clock.zone()];
      const errors: string[] = [];
      let added = 0;
      const work = async (): Promise<void> => {
        for (const [index, line] of lines.entries()) {
          try {
            if (await store(await toPrice(line, shop, zone))) added += 1;
          } catch (error) {
            if (!(error instanceof LineError)) throw error;
            // The first line has the names of the columns.
            errors.push(__('Line %1$d: %2$s', index + 2, error.message));
            if (errors.length >= MAX_ERRORS) break;
          }
        }
        if (errors.length > 0) throw new LineError('');
        if (added > 0)
          await audit.record(
            { action: 'compliance.prices_imported', details: { added, lines: lines.length } },
            { required: true },
          );
      };
      await db.transaction(work).catch((error: unknown) => {
        if (!(error instanceof LineError)) throw error;
      });
      return errors.length > 0
        ? { added: 0, unchanged: 0, errors }
        : { added, unchanged: lines.length - added, errors };
    },
  };
}

/** Reads and checks the values of lines. */
function createLineReader({ __ }: Pick<PluginScope, '__'>) {
  function readLines(text: string): Line[] {
    const [head = ''] = text.split('\n', 1);
    const delimiter = [',', ';', '\t'].sort((a, b) => head.split(b).length - head.split(a).length)[0] ?? ',';
    const lines = parse<Line>(text, {
      bom: true,
      delimiter,
      trim: true,
      skip_empty_lines: true,
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
    });
    const names = Object.keys(lines[0] ?? {});
    const unknown = names.filter((name) => !COLUMNS.includes(name));
    const missing = REQUIRED.filter((name) => !names.includes(name));
    if (
      lines.length === 0 ||
      missing.length > 0 ||
      unknown.length > 0 ||
      !(names.includes('sku') || names.includes('id'))
    )
      throw refusal(
        __(
          'The first line must contain the column names sku or id, price, currency, and from; variation and to are optional.',
        ),
      );
    if (lines.length > MAX_ROWS) throw refusal(__('The file has more than %d lines. Split it.', MAX_ROWS));
    return lines;
  }

  function readPrice(text: string, digits: number): number {
    const match = /^(\d{1,9})(?:[.,](\d{1,4}))?$/.exec(text.replace(/[\s\u00a0]/g, ''));
    const decimals = match?.[2] ?? '';
    const minor = match && decimals.length <= digits ? Number(`${match[1]}${decimals.padEnd(digits, '0')}`) : 0;
    if (minor <= 0) throw new LineError(__('“%s” is not a valid price. Example: 129.00.', text));
    return minor;
  }

  /** Returns the start of a day in the site's time zone as UTC. */
  function startOfDay(day: string, zone: string, offset = 0): string {
    if (!isCalendarDay(day)) throw new LineError(__('“%s” is not a valid date. Example: 2026-10-31.', day));
    return toUtcString(DateTime.fromISO(day, { zone }).plus({ days: offset }).toMillis());
  }

  return { readLines, readPrice, startOfDay };
}

function refusal(message: string): PlinthError {
  return new PlinthError('compliance_price_import_invalid', message, {
    hint: 'sku,price,currency,from,to',
    kind: 'refusal',
    status: 400,
  });
}
