import { type Check, type CheckWords, good, lacking, type Sight, switchedOff } from './check.js';
import { PRODUCTS_SCREEN } from './product-safety.js';

const NAMED = 3;

/** No general claim about the environment without evidence that is valid today. */
export function greenClaimsCheck(words: CheckWords): Check {
  const { __, _n } = words;
  return {
    id: 'green_claims',
    law: 'claims',
    label: __('Environmental claims'),
    fix: PRODUCTS_SCREEN,
    look({ goods: { claims }, values }: Sight) {
      if (!values.flag('greenwashing_enabled')) return switchedOff(words);
      if (claims.length === 0) return good(__('No general claim without evidence.'));
      const seen = _n(
        '%1$d product, category or page claims something without valid evidence: %2$s.',
        '%1$d products, categories or pages claim something without valid evidence: %2$s.',
        claims.length,
        claims.length,
        claims.slice(0, NAMED).join(', '),
      );
      return { ...lacking('advice', claims, __('Enter the evidence, or change the words.'), words), seen };
    },
  };
}
