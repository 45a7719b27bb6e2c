import type { KsesAllowedHtml, PluginScope } from 'plinth';

/** Where a box stands. */
export const CHECKBOX_LOCATIONS = ['checkout', 'registration', 'contact', 'pay_for_order', 'review'] as const;
export type CheckboxLocation = (typeof CHECKBOX_LOCATIONS)[number];

/** Whether a text names a place of boxes. */
export function isCheckboxLocation(place: string): place is CheckboxLocation {
  return CHECKBOX_LOCATIONS.some((location) => location === place);
}

/** When a box is shown: kinds are joined by AND, the values of one by OR; an empty list does not limit. */
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

/** A legal box: a text that a visitor agrees to, or not. */
export interface ConsentCheckbox {
  readonly id: number;
  /** Which of the built-in texts it is: `terms`, `marketing`. */
  readonly slug: string;
  /** Made by the owner, so the owner may remove it. */
  readonly own: boolean;
  /** Text with links, bold and italics only. */
  readonly label: string;
  readonly required: boolean;
  readonly location: CheckboxLocation;
  readonly enabled: boolean;
  readonly position: number;
  readonly legalPageId: number | null;
  /** What a visitor reads who left a required box empty; '' is the standard sentence. */
  readonly errorMessage: string;
  readonly description: string;
  readonly conditions: CheckboxConditions;
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What may be changed of a box. */
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
  >
>;

const FREE_CONSENTS = ['marketing', 'review_reminder'] as const;

type FreeConsent = (typeof FREE_CONSENTS)[number];

/** Whether agreeing must stay free, so that the box can never be required (GDPR art. 7(4)). */
export function isFreeConsent(slug: string): slug is FreeConsent {
  return (FREE_CONSENTS as readonly string[]).includes(slug);
}

/** Links, bold and italics. */
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

type Text = Pick<PluginScope, 'escUrl' | 'wpStripAllTags'>;

/** Whether a text holds no other markup than a label may, leads nowhere dangerous, and shows at least one character. */
export function isLabelMarkup(label: string, { escUrl, wpStripAllTags }: Text): boolean {
  const tags = label.match(TAG) ?? [];
  const fine = tags.every((tag) => {
    if (!ALLOWED_TAG.test(tag)) return false;
    const href = HREF.exec(tag);
    return !href || escUrl(href[1] ?? href[2]) !== '';
  });
  return fine && wpStripAllTags(label).trim() !== '';
}
