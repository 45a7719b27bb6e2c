import type { PageRequest, PluginScope } from 'plinth';
import type { FormError } from '../../contract/index.js';
import type { Money } from '../../money/money.js';
import { endFromLocal, fromLocal } from '../../time/local-time.js';
import type { BulkChange } from './bulk-change.js';

/** Submitted values of the bulk change form. */
export type TypedChange = Readonly<Record<(typeof FIELDS)[number], string>>;

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

export function readBulkForm(request: PageRequest): TypedChange {
  return Object.fromEntries(FIELDS.map((name) => [name, request.field(name).trim().slice(0, 40)])) as TypedChange;
}

/**
 * Parses the submitted values into a change, with validation errors.
 * @param zone time zone of the submitted times
 */
export function bulkChange(
  input: TypedChange,
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

  function percent(field: 'price_by' | 'sale_by', max: number): number {
    const value = Number(input[field].replace(',', '.'));
    const isRight = /^\d{1,4}([.,]\d{1,2})?$/.test(input[field]) && value > 0 && value <= max;
    if (!isRight) errors.push({ field, message: __('Enter a percentage above 0, up to %d.', max) });
    return isRight ? value : 0;
  }

  function amount(field: 'price_by' | 'sale_by'): number {
    const { minor, problem } = money.read(input[field]);
    if (problem !== '') errors.push({ field, message: problem });
    return minor ?? 0;
  }

  function moment(field: 'sale_from' | 'sale_to'): string | null {
    const at = (field === 'sale_to' ? endFromLocal : fromLocal)(input[field], timeZone);
    if (at === undefined) errors.push({ field, message: __('Enter a date and time.') });
    return at ?? null;
  }

  function readQuantity(): number {
    const isRight = /^-?\d{1,7}$/.test(input.stock_pieces);
    if (!isRight) errors.push({ field: 'stock_pieces', message: __('Enter the stock quantity.') });
    return isRight ? Number(input.stock_pieces) : 0;
  }

  function price(): BulkChange['price'] {
    switch (input.price_how) {
      case 'set':
        return { mode: 'set', value: amount('price_by') };
      case 'raise':
      case 'lower':
        return {
          mode: 'percent',
          value:
            (input.price_how === 'raise' ? 1 : -1) *
            percent('price_by', input.price_how === 'raise' ? MAX_PERCENT : 99),
        };
      case 'more':
      case 'less':
        return { mode: 'amount', value: (input.price_how === 'more' ? 1 : -1) * amount('price_by') };
      default:
        return null;
    }
  }

  function sale(): BulkChange['sale'] {
    switch (input.sale_how) {
      case 'end':
        return { mode: 'end', value: 0, from: null, to: null };
      case 'percent':
        return { mode: 'percent', value: percent('sale_by', 99), from: moment('sale_from'), to: moment('sale_to') };
      case 'set':
        return { mode: 'set', value: amount('sale_by'), from: moment('sale_from'), to: moment('sale_to') };
      default:
        return null;
    }
  }

  function stock(): BulkChange['stock'] {
    if (input.stock_how === 'uncounted') return { mode: 'uncounted', quantity: 0 };
    return input.stock_how === 'set' || input.stock_how === 'add'
      ? { mode: input.stock_how, quantity: readQuantity() }
      : null;
  }

  function category(): BulkChange['category'] {
    const how = (['add', 'remove', 'only'] as const).find((one) => one === input.category_how);
    const termId = Number(input.category);
    if (how && !categories.has(termId)) errors.push({ field: 'category', message: __('Choose a category.') });
    return how ? { mode: how, termId } : null;
  }

  const change = { price: price(), sale: sale(), stock: stock(), category: category() };
  if (errors.length === 0 && Object.values(change).every((part) => part === null))
    errors.push({ field: 'price_how', message: __('Choose what to change.') });
  return { change, errors };
}
