import { type Check, type CheckWords, good, lacking, type Sight } from './check.js';
import { PRODUCTS_SCREEN } from './product-safety.js';

/** Every price that is asked today stands in the record of prices: one that was changed past the shop makes later lowest prices wrong. */
export function priceRecordCheck(words: CheckWords): Check {
  const { __, _n } = words;
  return {
    id: 'price_record',
    law: 'lowest_price',
    label: __('Record of all prices'),
    fix: PRODUCTS_SCREEN,
    look({ goods: { total, unrecorded } }: Sight) {
      if (unrecorded.length === 0)
        return good(_n('The price of %d product is on record.', 'The prices of %d products are on record.', total));
      return lacking(
        'missing',
        unrecorded.map((name) => __('The price of “%s” is not the one on record.', name)),
        __('Save the product anew, and change prices through the shop only, not in its database.'),
        words,
      );
    },
  };
}
