import type { TranslationApi } from 'plinth';
import type { Box } from './box.js';
import { BUILT_IN_BOXES } from './built-in.js';

/** A box as it stands on a page, in the visitor's language. */
export interface ShownBox extends Box {
  /** Every label it may stand under just now: one per language while the words are the shipped ones, else the owner's alone. */
  readonly labels: readonly string[];
}

interface Words {
  readonly label: string;
  readonly error: string;
}

/** The shipped words of the built-in boxes, by slug. */
function standardWords({ __ }: Pick<TranslationApi, '__'>): Readonly<Record<string, Words | undefined>> {
  return {
    terms: {
      label: __('I accept the terms of the shop.'),
      error: __('To order, please accept the terms of the shop.'),
    },
    privacy: {
      label: __('I confirm that I know the privacy policy.'),
      error: __('Please confirm that you know the privacy policy.'),
    },
    withdrawal: {
      label: __('I confirm that I have received the instruction on the right of withdrawal.'),
      error: __('Please confirm that you have received the instruction on the right of withdrawal.'),
    },
    digital_waiver: {
      label: __(
        'I agree that digital content is supplied before the period for withdrawal ends, and I acknowledge that I then lose the right of withdrawal.',
      ),
      error: __('Without this consent we supply digital content only after the period for withdrawal has ended.'),
    },
    parcel_delivery: {
      label: __(
        'I agree that my e-mail address and telephone number are passed on to the carrier, so that I am told about the parcel.',
      ),
      error: '',
    },
    review_reminder: { label: __('I agree to be reminded once by e-mail to write a review.'), error: '' },
    marketing: {
      label: __('I agree to receive commercial information by e-mail. I can withdraw this consent at any time.'),
      error: '',
    },
  };
}

const SOURCE = standardWords({ __: (text) => text });

/** The language of words that somebody agreed to, as far as they are shipped ones: `pl`, `en`, else ''. @param slug of their box */
export function languageOfWords(slug: string, words: string): string {
  if (words === SOURCE[slug]?.label) return 'en';
  return BUILT_IN_BOXES.some((box) => box.slug === slug && box.label === words) ? 'pl' : '';
}

/**
 * Words a box as this request's visitor reads it: label and message in the language of the page while they are the shipped
 * ones, each for itself, and as they are once the owner changed them.
 * @since 0.1.0
 */
export function createShownBox(translation: Pick<TranslationApi, '__'>): (box: Box) => ShownBox {
  return (box) => {
    const shipped = BUILT_IN_BOXES.find(({ slug }) => slug === box.slug);
    const [local, source] = [standardWords(translation)[box.slug], SOURCE[box.slug]];
    if (!shipped || !local || !source) return { ...box, labels: [box.label] };
    const isShipped = box.label === shipped.label;
    return {
      ...box,
      label: isShipped ? local.label : box.label,
      errorMessage: box.errorMessage === shipped.error ? local.error : box.errorMessage,
      labels: isShipped ? [...new Set([local.label, shipped.label, source.label])] : [box.label],
    };
  };
}
