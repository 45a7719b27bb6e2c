import type { KsesAllowedHtml, PluginScope } from 'plinth';

/** Locations of checkboxes. */
export const CHECKBOX_LOCATIONS = ['checkout', 'registration', 'contact', 'pay_for_order', 'review'] as const;
export type CheckboxLocation = (typeof CHECKBOX_LOCATIONS)[number];

/** Whether a text is a checkbox location. */
export function isCheckboxLocation(value: string): value is CheckboxLocation {
  return CHECKBOX_LOCATIONS.some((location) => location === value);
}

/**
 * Conditions for showing a checkbox: kinds are combined with AND, values of a kind with OR; an empty list sets no
 * limit.
 */
export interface CheckboxConditions {
  readonly categories: readonly number[];
  readonly countries: readonly string[];
  readonly payment_methods: readonly string[];
  readonly product_types: readonly string[];
}

export const NO_CONDITIONS: CheckboxConditions = {
  categories: [],
  countries: [],
  payment_methods: [],
  product_types: [],
};

/** The shop owner's texts of a checkbox in another language; where one is empty, the main one is shown. */
export interface CheckboxTexts {
  readonly label: string;
  readonly errorMessage: string;
  readonly description: string;
}

/** Texts by locale, such as `en_US`. */
export type CheckboxTranslations = Readonly<Record<string, CheckboxTexts>>;

/** A legal checkbox: a text that a visitor may agree to. */
export interface ConsentCheckbox {
  readonly id: number;
  /** Identifies the built-in text: `terms`, `marketing`. */
  readonly slug: string;
  /** Created by the shop owner, who can therefore delete it. */
  readonly isCustom: boolean;
  /** Text that may contain links, bold and italics only. */
  readonly label: string;
  readonly required: boolean;
  readonly location: CheckboxLocation;
  readonly enabled: boolean;
  readonly position: number;
  readonly legalPageId: number | null;
  /** Error message for visitors who leave a required checkbox empty; '' for the default message. */
  readonly errorMessage: string;
  readonly description: string;
  readonly conditions: CheckboxConditions;
  /** Texts in the languages of the site other than its own. */
  readonly translations: CheckboxTranslations;
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Fields of a checkbox that can be changed. */
export type CheckboxChanges = Partial<
  Pick<
    ConsentCheckbox,
    | 'label'
    | 'required'
    | 'location'
    | 'enabled'
    | 'position'
    | 'legalPageId'
    | 'errorMessage'
    | 'description'
    | 'conditions'
    | 'translations'
  >
>;

const FREE_CONSENTS = ['marketing', 'review_reminder'] as const;

type FreeConsent = (typeof FREE_CONSENTS)[number];

/** Whether the consent must be freely given, so that the checkbox can never be required (GDPR art. 7(4)). */
export function isFreeConsent(slug: string): slug is FreeConsent {
  return (FREE_CONSENTS as readonly string[]).includes(slug);
}

/** HTML allowed in labels: links, bold and italics. */
export const LABEL_HTML: KsesAllowedHtml = {
  a: { href: true, title: true, target: true, rel: true },
  strong: {},
  b: {},
  em: {},
  i: {},
};

const TAG = /<[a-z/!?][^>]*>?/gi;
const ALLOWED_TAG =
  /^<(?:\/(?:a|b|i|em|strong)\s*|(?:b|i|em|strong)\s*|a(?:\s+(?:href|title|target|rel)\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*\s*)>$/i;
const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i;

type LabelScope = Pick<PluginScope, 'escUrl' | 'wpStripAllTags'>;

/**
 * Whether a text contains only the markup allowed in labels, no dangerous links, and at least one visible character.
 */
export function isLabelMarkup(label: string, { escUrl, wpStripAllTags }: LabelScope): boolean {
  const tags = label.match(TAG) ?? [];
  const areTagsAllowed = tags.every((tag) => {
    if (!ALLOWED_TAG.test(tag)) return false;
    const href = HREF.exec(tag);
    return !href || escUrl(href[1] ?? href[2]) !== '';
  });
  return areTagsAllowed && wpStripAllTags(label).trim() !== '';
}
