import { getSectorInfo } from '../product/sector-fields.js';
import type { CheckI18n } from './check-i18n.js';
import { type Check, type CheckContext, goodFinding, problemFinding } from './check.js';
import { PRODUCTS_SCREEN } from './product-checks.js';

/**
 * Checks that products of a sector have the information that the law requires before the order, and that their pages
 * show it (Regulation (EU) No 1169/2011, art. 14; 1007/2011, art. 16; 2017/1369, art. 5; 2023/1542, art. 74; Act on waste
 * equipment, art. 37 and 39).
 */
export function sectorInfoCheck(i18n: CheckI18n): Check {
  const { __, _n } = i18n;
  return {
    id: 'sectors',
    law: 'sectors',
    label: __('Information required by sector'),
    fix: PRODUCTS_SCREEN,
    run({ products: { sectorProducts, incompleteSectors }, view }: CheckContext) {
      if (sectorProducts === 0)
        return {
          state: 'off',
          description: __(
            'No product is marked as food, textiles, electrical equipment, or as having an energy label.',
          ),
          recommendation: __('If you sell such products, mark them in the product form.'),
        };
      if (incompleteSectors.length > 0)
        return problemFinding('missing', incompleteSectors, __('Complete the information in the product form.'), i18n);
      const pagesWithoutInfo = view.findPages('product').filter(({ html, body, product }) => {
        if (html === '' || !product) return false;
        return !getSectorInfo(product.record, i18n).every(({ rows }) =>
          rows.every(({ value }) => value.split('\n').every((line) => body.text.includes(line.trim()))),
        );
      });
      if (pagesWithoutInfo.length > 0)
        return problemFinding(
          'missing',
          pagesWithoutInfo.map(({ location }) => __('%s doesn’t show the information.', location)),
          __('Check which theme or plugin leaves it out.'),
          i18n,
        );
      return goodFinding(
        _n(
          '%d product has complete information.',
          '%d products have complete information.',
          sectorProducts,
          sectorProducts,
        ),
      );
    },
  };
}
