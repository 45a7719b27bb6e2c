import type { TranslationApi } from 'plinth';
import type { ProductInput } from '../products/product-input.js';
import type { ProductField } from '../contract/index.js';

type Values = ProductInput['fields'];

/** Puts typed texts over extensions' fields; an empty one takes the field away or means no, undefined leaves it as it is. */
export function withTyped(
  before: Values,
  fields: readonly ProductField[],
  typed: (key: string) => string | undefined,
  wrong: (key: string, message: string) => void,
  __: TranslationApi['__'],
): Values {
  const values: Record<string, number | string | boolean> = { ...before };
  for (const { key, type } of fields) {
    const text = typed(key);
    if (text === undefined) continue;
    const number = Number(text.replace(',', '.'));
    if (type === 'number' && text !== '' && !Number.isFinite(number))
      wrong(key, __('%s is no number.', text.slice(0, 100)));
    else if (type === 'boolean') {
      if (text !== '' || key in before) values[key] = text === '1' || text.toLowerCase() === 'yes';
    } else if (text === '') delete values[key];
    else values[key] = type === 'number' ? number : text;
  }
  return values;
}
