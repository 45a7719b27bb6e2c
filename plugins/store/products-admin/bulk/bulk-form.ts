import type { PageRequest, PluginScope } from 'plinth';
import type { FormError } from '../../contract/index.js';
import type { Money } from '../../money/money.js';
import { parseLocalEnd, parseLocalInput } from '../../time/local-time.js';
import type { BulkChange } from './bulk-change.js';

/** Submitted values of the bulk change form. */
export type BulkInput = Readonly<Record<(typeof FIELDS)[number], string>>;

export const FIELDS = [
  'price_how',
  'price_by',
  'sale_how',
  'sale_by',
  'sale_from',
  'sale_to',
  'stock_how',
  'stock_pieces',
  'category_how',
  'category',
] as const;
const MAX_PERCENT = 1000;

export function readBulkForm(request: PageRequest): BulkInput {
  return Object.fromEntries(FIELDS.map((name) => [name, request.field(name).trim().slice(0, 40)])) as BulkInput;
}

/**
 * Parses the submitted values into a change, with validation errors.
 * @param zone time zone of the submitted times
 */
export function parseBulkChange(
  input: BulkInput,
  {
    i18n: { __ },
    money,
    timeZone,
    categories,
  }: {
    readonly i18n: Pick<PluginScope, '__'>;
    readonly money: Pick<Money, 'read'>;
    readonly timeZone: string;
    readonly categories: ReadonlySet<number>;
  },
): { readonly change: BulkChange; readonly errors: readonly FormError[] } {
  const errors: FormError[] = [];

  function readPercent(field: 'price_by' | 'sale_by', max: number): number {
    const value = Number(input[field].replace(',', '.'));
    const isValid = /^\d{1,4}([.,]\d{1,2})?$/.test(input[field]) && value > 0 && value <= max;
    if (!isValid) errors.push({ field, message: __('Enter a percentage above 0, up to %d.', max) });
    return isValid ? value : 0;
  }

  function readAmount(field: 'price_by' | 'sale_by'): number {
    const { minor, problem } = money.read(input[field]);
    if (problem !== '') errors.push({ field, message: problem });
    return minor ?? 0;
  }

  function readTime(field: 'sale_from' | 'sale_to'): string | null {
    const time = (field === 'sale_to' ? parseLocalEnd : parseLocalInput)(input[field], timeZone);
    if (time === undefined) errors.push({ field, message: __('Enter a date and time.') });
    return time ?? null;
  }

  function readQuantity(): number {
    const isValid = /^-?\d{1,7}$/.test(input.stock_pieces);
    if (!isValid) errors.push({ field: 'stock_pieces', message: __('Enter the stock quantity.') });
    return isValid ? Number(input.stock_pieces) : 0;
  }

  function readPrice(): BulkChange['price'] {
    switch (input.price_how) {
      case 'set':
        return { mode: 'set', value: readAmount('price_by') };
      case 'raise':
      case 'lower':
        return {
          mode: 'percent',
          value:
            (input.price_how === 'raise' ? 1 : -1) *
            readPercent('price_by', input.price_how === 'raise' ? MAX_PERCENT : 99),
        };
      case 'more':
      case 'less':
        return { mode: 'amount', value: (input.price_how === 'more' ? 1 : -1) * readAmount('price_by') };
      default:
        return null;
    }
  }

  function readSale(): BulkChange['sale'] {
    switch (input.sale_how) {
      case 'end':
        return { mode: 'end', value: 0, from: null, to: null };
      case 'percent':
        return {
          mode: 'percent',
          value: readPercent('sale_by', 99),
          from: readTime('sale_from'),
          to: readTime('sale_to'),
        };
      case 'set':
        return { mode: 'set', value: readAmount('sale_by'), from: readTime('sale_from'), to: readTime('sale_to') };
      default:
        return null;
    }
  }

  function readStock(): BulkChange['stock'] {
    if (input.stock_how === 'uncounted') return { mode: 'uncounted', quantity: 0 };
    return input.stock_how === 'set' || input.stock_how === 'add'
      ? { mode: input.stock_how, quantity: readQuantity() }
      : null;
  }

  function readCategory(): BulkChange['category'] {
    const selectedMode = (['add', 'remove', 'only'] as const).find((candidate) => candidate === input.category_how);
    const termId = Number(input.category);
    if (selectedMode && !categories.has(termId)) errors.push({ field: 'category', message: __('Choose a category.') });
    return selectedMode ? { mode: selectedMode, termId } : null;
  }

  const change = { price: readPrice(), sale: readSale(), stock: readStock(), category: readCategory() };
  if (errors.length === 0 && Object.values(change).every((part) => part === null))
    errors.push({ field: 'price_how', message: __('Choose what to change.') });
  return { change, errors };
}
