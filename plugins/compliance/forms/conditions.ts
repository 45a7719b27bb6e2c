import {
  type ConsentCheckbox,
  type CheckboxConditions,
  isCheckboxLocation,
  NO_CONDITIONS,
} from '../consents/checkbox.js';
import type { ConsentCheckboxes } from '../consents/checkboxes.js';
import type { ConditionReferences, GoneReferences } from '../consents/condition-references.js';
import type { VisibleCheckbox } from '../consents/built-in.js';
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
}

/**
 * Returns the conditions that still apply: a kind that refers to something deleted no longer limits, since a checkbox
 * shown too often is better than a missing one.
 */
function limiting(conditions: CheckboxConditions, missing: GoneReferences): CheckboxConditions {
  const lasting = Object.entries(conditions).filter(([kind]) => missing[kind as keyof CheckboxConditions].length === 0);
  return { ...NO_CONDITIONS, ...Object.fromEntries(lasting) };
}

/** Whether the conditions allow a checkbox in a form; an unknown country or payment method does not hide it. */
function conditionsMet(
  { categories, countries, payment_methods, product_types }: CheckboxConditions,
  context: FormContext,
): boolean {
  const among = <T>(allowed: readonly T[], present: readonly T[]): boolean =>
    allowed.length === 0 || allowed.some((one) => present.includes(one));
  const known = (allowed: readonly string[], value: string): boolean => value === '' || among(allowed, [value]);
  return (
    among(categories, context.categoryIds) &&
    among(product_types, context.productTypes) &&
    known(countries, context.country) &&
    known(payment_methods, context.paymentMethod)
  );
}

export function createFormCheckboxes({
  checkboxes,
  settings,
  conditionReferences,
  toVisibleCheckbox,
}: FormCheckboxesDeps): FormCheckboxes {
  return {
    async listVisible(context) {
      if (!isCheckboxLocation(context.location)) return [];
      const mode = (await settings.values()).text('digital_consent_mode');
      const applicable: ConsentCheckbox[] = [];
      for (const checkbox of await checkboxes.listByLocation(context.location)) {
        const conditions = limiting(checkbox.conditions, await conditionReferences.findMissing(checkbox.conditions));
        if (conditionsMet(conditions, context) && !(checkbox.slug === 'digital_waiver' && mode === 'hidden'))
          applicable.push(checkbox);
      }
      return applicable.map((checkbox) =>
        toVisibleCheckbox(
          checkbox.slug === 'digital_waiver' ? { ...checkbox, required: mode === 'required' } : checkbox,
        ),
      );
    },
  };
}
