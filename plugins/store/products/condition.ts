import type { PluginScope } from 'plinth';

/**
 * Key of the product field for the condition: `used` for second-hand products, empty for new ones.
 * @since 0.1.0
 */
export const CONDITION_FIELD = 'condition';

/** Conditions as schema.org URLs. */
const CONDITIONS = { new: 'https://schema.org/NewCondition', used: 'https://schema.org/UsedCondition' } as const;
type Condition = keyof typeof CONDITIONS;

/** Returns the condition of a product; new unless the field is `used`. */
export function getCondition(fields: Readonly<Record<string, unknown>>): Condition {
  return fields[CONDITION_FIELD] === 'used' ? 'used' : 'new';
}

export const getSchemaCondition = (fields: Readonly<Record<string, unknown>>): string =>
  CONDITIONS[getCondition(fields)];

/** Adds the product field for the condition. */
export function addConditionField({ addFields, __ }: Pick<PluginScope, 'addFields' | '__'>): void {
  addFields({
    objectType: 'product',
    title: () => __('Condition'),
    fields: [
      {
        key: CONDITION_FIELD,
        type: 'select',
        label: () => __('Condition'),
        help: () => __('Used items are labeled as used on their page, in lists, and for search engines.'),
        choices: () => [
          { value: '', label: __('New') },
          { value: 'used', label: __('Used') },
        ],
      },
    ],
  });
}
