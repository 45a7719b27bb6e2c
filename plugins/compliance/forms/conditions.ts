import { type Box, type BoxConditions, isBoxLocation, NO_CONDITIONS } from '../boxes/box.js';
import type { Boxes } from '../boxes/boxes.js';
import type { ConditionReferences, GoneReferences } from '../boxes/condition-references.js';
import type { ShownBox } from '../boxes/built-in.js';
import type { Settings } from '../settings/settings.js';
import type { FormContext } from '../store/shop.js';

/** The boxes of a form in the visitor's words: the one place that decides, for showing, refusing and recording alike. */
export interface FormBoxes {
  of(context: FormContext): Promise<readonly ShownBox[]>;
}

interface FormBoxesDeps {
  readonly boxes: Pick<Boxes, 'at'>;
  readonly settings: Pick<Settings, 'values'>;
  readonly references: ConditionReferences;
  shown(box: Box): ShownBox;
}

/** Conditions that still limit: a kind that speaks of what is gone does not, since a box that is asked too often is better than one that is missing. */
function limiting(conditions: BoxConditions, gone: GoneReferences): BoxConditions {
  const lasting = Object.entries(conditions).filter(([kind]) => gone[kind as keyof BoxConditions].length === 0);
  return { ...NO_CONDITIONS, ...Object.fromEntries(lasting) };
}

/** Whether conditions let a box stand in a form; a country or payment that is not known yet does not hide it. */
function conditionsMet(
  { categories, countries, payment_methods, product_types }: BoxConditions,
  context: FormContext,
): boolean {
  const among = <T>(wanted: readonly T[], present: readonly T[]): boolean =>
    wanted.length === 0 || wanted.some((one) => present.includes(one));
  const known = (wanted: readonly string[], value: string): boolean => value === '' || among(wanted, [value]);
  return (
    among(categories, context.categoryIds) &&
    among(product_types, context.productTypes) &&
    known(countries, context.country) &&
    known(payment_methods, context.paymentMethod)
  );
}

export function createFormBoxes({ boxes, settings, references, shown }: FormBoxesDeps): FormBoxes {
  return {
    async of(context) {
      if (!isBoxLocation(context.place)) return [];
      const mode = (await settings.values()).text('digital_consent_mode');
      const standing: Box[] = [];
      for (const box of await boxes.at(context.place)) {
        const conditions = limiting(box.conditions, await references.gone(box.conditions));
        if (conditionsMet(conditions, context) && !(box.slug === 'digital_waiver' && mode === 'hidden'))
          standing.push(box);
      }
      return standing.map((box) =>
        shown(box.slug === 'digital_waiver' ? { ...box, required: mode === 'required' } : box),
      );
    },
  };
}
