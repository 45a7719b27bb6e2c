import {
  type ConsentCheckbox,
  type CheckboxConditions,
  isCheckboxLocation,
  NO_CONDITIONS,
} from '../consents/checkbox.js';
import type { ConsentCheckboxes } from '../consents/checkboxes.js';
import type { ConditionReferences, MissingReferences } from '../consents/condition-references.js';
import { insertSeller, type VisibleCheckbox } from '../consents/built-in.js';
import type { Settings } from '../settings/settings.js';
import type { FormContext } from '../store/shop.js';

/**
 * Checkboxes of a form in the visitor's language: the single place that decides which ones to show, require and record.
 */
export interface FormCheckboxes {
  listVisible(context: FormContext): Promise<readonly VisibleCheckbox[]>;
}

interface FormCheckboxesDeps {
  readonly checkboxes: Pick<ConsentCheckboxes, 'listByLocation'>;
  readonly settings: Pick<Settings, 'values'>;
  readonly conditionReferences: ConditionReferences;
  toVisibleCheckbox(checkbox: ConsentCheckbox): VisibleCheckbox;
  /** Returns the exceptions from the right of withdrawal of products, by product ID; 0 for none. */
  getExceptions(productIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Returns the name of the seller, escaped for HTML. */
  getSeller(): Promise<string>;
}

/**
 * Returns the conditions without kinds that refer to something deleted: a checkbox that is shown too often is better
 * than a missing one.
 */
function getEffectiveConditions(conditions: CheckboxConditions, missing: MissingReferences): CheckboxConditions {
  const existing = Object.entries(conditions).filter(
    ([kind]) => missing[kind as keyof CheckboxConditions].length === 0,
  );
  return { ...NO_CONDITIONS, ...Object.fromEntries(existing) };
}

/** Point of art. 38(1) for digital content. */
const DIGITAL_EXCEPTION = 13;

/** Whether the conditions allow a checkbox in a form; an unknown country or payment method does not hide it. */
function meetsConditions(
  { categories, countries, payment_methods, product_types }: CheckboxConditions,
  context: FormContext,
): boolean {
  const matchesAny = <T>(allowed: readonly T[], present: readonly T[]): boolean =>
    allowed.length === 0 || allowed.some((candidate) => present.includes(candidate));
  const matchesIfKnown = (allowed: readonly string[], value: string): boolean =>
    value === '' || matchesAny(allowed, [value]);
  return (
    matchesAny(categories, context.categoryIds) &&
    matchesAny(product_types, context.productTypes) &&
    matchesIfKnown(countries, context.country) &&
    matchesIfKnown(payment_methods, context.paymentMethod)
  );
}

export function createFormCheckboxes({
  checkboxes,
  settings,
  conditionReferences,
  toVisibleCheckbox,
  getExceptions,
  getSeller,
}: FormCheckboxesDeps): FormCheckboxes {
  /**
   * Whether the purchase contains digital content whose right of withdrawal ends with the supply: the loss of a right
   * that continues must not be asked for (Consumer Rights Act, art. 38(1)(13)).
   */
  async function needsWaiver({ productIds }: FormContext): Promise<boolean> {
    return [...(await getExceptions(productIds)).values()].includes(DIGITAL_EXCEPTION);
  }

  /** Names the seller in the labels of a checkbox. */
  const nameSeller = (checkbox: VisibleCheckbox, seller: string): VisibleCheckbox => ({
    ...checkbox,
    label: insertSeller(checkbox.label, seller),
    labels: checkbox.labels.map((label) => insertSeller(label, seller)),
  });

  return {
    async listVisible(context) {
      if (!isCheckboxLocation(context.location)) return [];
      const mode = (await settings.values()).text('digital_consent_mode');
      const applicable: ConsentCheckbox[] = [];
      for (const checkbox of await checkboxes.listByLocation(context.location)) {
        const conditions = getEffectiveConditions(
          checkbox.conditions,
          await conditionReferences.findMissing(checkbox.conditions),
        );
        const isWaiver = checkbox.slug === 'digital_waiver';
        if (meetsConditions(conditions, context) && (!isWaiver || (mode !== 'hidden' && (await needsWaiver(context)))))
          applicable.push(checkbox);
      }
      const seller = await getSeller();
      return applicable
        .map((checkbox) =>
          toVisibleCheckbox(
            checkbox.slug === 'digital_waiver' ? { ...checkbox, required: mode === 'required' } : checkbox,
          ),
        )
        .map((checkbox) => nameSeller(checkbox, seller));
    },
  };
}
