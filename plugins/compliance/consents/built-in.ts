import type { TranslationApi } from 'plinth';
import type { ConsentCheckbox, CheckboxLocation } from './checkbox.js';

/** A built-in checkbox; one row for each location. */
interface BuiltInCheckbox {
  readonly slug: string;
  readonly locations: readonly CheckboxLocation[];
  readonly label: string;
  readonly required: boolean;
  readonly enabled: boolean;
  readonly position: number;
  readonly error: string;
  /** Shown only when the cart contains one of these product types. */
  readonly productTypes?: readonly string[];
}

/** The seven built-in checkboxes; the shop owner can edit their texts. */
export const BUILT_IN_CHECKBOXES: readonly BuiltInCheckbox[] = [
  {
    slug: 'terms',
    locations: ['checkout', 'pay_for_order'],
    label: 'Akceptuję regulamin sklepu.',
    required: true,
    enabled: true,
    position: 10,
    error: 'Aby złożyć zamówienie, zaakceptuj regulamin sklepu.',
  },
  {
    slug: 'privacy',
    locations: ['checkout', 'registration', 'pay_for_order', 'contact'],
    label: 'Potwierdzam, że znam politykę prywatności.',
    required: true,
    enabled: true,
    position: 20,
    error: 'Potwierdź, że znasz politykę prywatności.',
  },
  {
    slug: 'withdrawal',
    locations: ['checkout'],
    label: 'Potwierdzam otrzymanie pouczenia o prawie odstąpienia od umowy.',
    required: true,
    enabled: true,
    position: 30,
    error: 'Potwierdź otrzymanie pouczenia o prawie odstąpienia od umowy.',
  },
  {
    slug: 'digital_waiver',
    locations: ['checkout'],
    required: true,
    enabled: false,
    position: 40,
    productTypes: ['digital'],
    label:
      'Zgadzam się na dostarczenie treści cyfrowych przed upływem terminu na odstąpienie od umowy i przyjmuję do wiadomości, że tracę wtedy prawo odstąpienia.',
    error: 'Bez tej zgody treści cyfrowe dostarczymy dopiero po upływie terminu na odstąpienie od umowy.',
  },
  {
    slug: 'parcel_delivery',
    locations: ['checkout'],
    label: 'Zgadzam się na przekazanie przewoźnikowi adresu e-mail i numeru telefonu, aby informował mnie o przesyłce.',
    required: false,
    enabled: false,
    position: 100,
    error: '',
  },
  {
    slug: 'review_reminder',
    locations: ['checkout'],
    label: 'Zgadzam się na jednorazowe przypomnienie e-mailem o wystawieniu opinii.',
    required: false,
    enabled: false,
    position: 110,
    error: '',
  },
  {
    slug: 'marketing',
    locations: ['checkout', 'registration'],
    label:
      'Zgadzam się na otrzymywanie e-mailem informacji handlowych, które wysyła {company}. Zgodę można w każdej chwili wycofać.',
    required: false,
    enabled: false,
    position: 120,
    error: '',
  },
];

/** A checkbox as displayed on a page, in the visitor's language. */
export interface VisibleCheckbox extends ConsentCheckbox {
  /**
   * All labels it may currently have: one per language while it has the built-in text, otherwise only the shop owner's.
   */
  readonly labels: readonly string[];
  /** Language tag of the label when it differs from that of the page, such as `pl`; otherwise ''. */
  readonly language: string;
}

interface ConsentTexts {
  readonly label: string;
  readonly error: string;
}

/** Returns the built-in texts of the checkboxes, by slug. */
function getDefaultTexts({ __ }: Pick<TranslationApi, '__'>): Readonly<Record<string, ConsentTexts | undefined>> {
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
        'I agree that my email address and phone number are shared with the carrier, so that it can keep me informed about the parcel.',
      ),
      error: '',
    },
    review_reminder: { label: __('I agree to receive one reminder by email to write a review.'), error: '' },
    marketing: {
      label: __(
        'I agree to receive commercial information from {company} by email. I can withdraw this consent at any time.',
      ),
      error: '',
    },
  };
}

const SOURCE_TEXTS = getDefaultTexts({ __: (text) => text });

/** English labels of earlier versions. Consents given to them are stored with these texts. */
const FORMER_ENGLISH_LABELS: Readonly<Record<string, string | undefined>> = {
  parcel_delivery:
    'I agree that my e-mail address and telephone number are passed on to the carrier, so that I am told about the parcel.',
  review_reminder: 'I agree to be reminded once by e-mail to write a review.',
  marketing:
    'I agree to receive commercial information from {company} by e-mail. I can withdraw this consent at any time.',
};

/** Placeholder in a label for the name of the seller, to whom the consent is given: GDPR, art. 4(11) and 7. */
export const SELLER_PLACEHOLDER = '{company}';

/** Returns a label with the name of the seller. @param seller escaped for HTML */
export const insertSeller = (label: string, seller: string): string =>
  label.replaceAll(SELLER_PLACEHOLDER, () => seller);

/** Whether a text is a label, whichever seller it names. */
export function isLabel(text: string, label: string): boolean {
  const [before = '', after] = label.split(SELLER_PLACEHOLDER);
  return after === undefined ? text === label : text.startsWith(before) && text.endsWith(after);
}

/**
 * Returns the language of an accepted text if it is a built-in one: `pl`, `en`, otherwise ''.
 * @param slug slug of its checkbox
 */
export function textLanguage(slug: string, text: string): string {
  if ([SOURCE_TEXTS[slug]?.label ?? '', FORMER_ENGLISH_LABELS[slug] ?? ''].some((label) => isLabel(text, label)))
    return 'en';
  return BUILT_IN_CHECKBOXES.some((checkbox) => checkbox.slug === slug && isLabel(text, checkbox.label)) ? 'pl' : '';
}

/**
 * Returns a checkbox in the language of the page: label and message are translated, independently of each other, while
 * they are the built-in ones; once the shop owner has edited them, they are those written for the language, or else the main ones.
 * @since 0.1.0
 */
export function createVisibleCheckbox(
  translation: Pick<TranslationApi, '__' | 'locale' | 'getSiteLanguages'>,
): (checkbox: ConsentCheckbox) => VisibleCheckbox {
  return (checkbox) => {
    const locale = translation.locale();
    const [mainLocale = locale] = translation.getSiteLanguages();
    const owned = locale === mainLocale ? undefined : checkbox.translations[locale];
    const builtIn = BUILT_IN_CHECKBOXES.find(({ slug }) => slug === checkbox.slug);
    const [localTexts, sourceTexts] = [getDefaultTexts(translation)[checkbox.slug], SOURCE_TEXTS[checkbox.slug]];
    const builtInLabels =
      hasBuiltInLabel(checkbox) && localTexts && sourceTexts
        ? [localTexts.label, checkbox.label, sourceTexts.label]
        : [];
    const [builtInLabel] = builtInLabels;
    const ownedLabels = Object.values(checkbox.translations).map(({ label }) => label);
    return {
      ...checkbox,
      label: owned?.label || (builtInLabel ?? checkbox.label),
      errorMessage:
        owned?.errorMessage ||
        (builtIn && localTexts && checkbox.errorMessage === builtIn.error ? localTexts.error : checkbox.errorMessage),
      description: owned?.description || checkbox.description,
      labels: [...new Set([...builtInLabels, checkbox.label, ...ownedLabels])].filter((label) => label !== ''),
      language: findUntranslated(checkbox, [mainLocale, locale]).length === 0 ? '' : mainLocale.slice(0, 2),
    };
  };
}

/** Whether a checkbox still has its built-in label, which exists in every language. */
function hasBuiltInLabel({ slug, label }: Pick<ConsentCheckbox, 'slug' | 'label'>): boolean {
  return BUILT_IN_CHECKBOXES.some((builtIn) => builtIn.slug === slug && builtIn.label === label);
}

/**
 * Returns the languages in which visitors see a checkbox in the site's language, because the shop owner has not written
 * its label in theirs.
 * @param languages locales, the site's first
 */
export function findUntranslated(
  checkbox: Pick<ConsentCheckbox, 'slug' | 'label' | 'translations'>,
  [mainLocale, ...otherLocales]: readonly string[],
): string[] {
  if (hasBuiltInLabel(checkbox)) return [];
  return otherLocales.filter((locale) => locale !== mainLocale && !checkbox.translations[locale]?.label);
}
