import type { PluginScope } from 'plinth';

/**
 * Product field: `used` for second-hand goods, empty for new ones.
 * @since 0.1.0
 */
export const CONDITION_FIELD = 'condition';

/** Item conditions in schema.org's terms. */
const CONDITIONS = { new: 'https://schema.org/NewCondition', used: 'https://schema.org/UsedCondition' } as const;
type Condition = keyof typeof CONDITIONS;

/** Reads the condition; any other value counts as new, the default condition of goods. */
export function conditionOf(fields: Readonly<Record<string, unknown>>): Condition {
  return fields[CONDITION_FIELD] === 'used' ? 'used' : 'new';
}

export const schemaCondition = (fields: Readonly<Record<string, unknown>>): string => CONDITIONS[conditionOf(fields)];

/** Adds the field with which the shop owner marks a product as second-hand. */
export function offerCondition({ addFields, __ }: Pick<PluginScope, 'addFields' | '__'>): void {
  addFields({
    objectType: 'product',
    title: () => __('Condition'),
    fields: [
      {
        key: CONDITION_FIELD,
        type: 'select',
        label: () => __('Condition'),
        help: () => __('Used items are labeled as used on their page, in lists and for search engines.'),
        choices: () => [
          { value: '', label: __('New') },
          { value: 'used', label: __('Used') },
        ],
      },
    ],
  });
}
