import type { ConditionReferences } from '../boxes/condition-references.js';
import { type Check, type CheckWords, BOXES_SCREEN, good, lacking, type Sight } from './check.js';

/** Boxes that are shown to everybody, since their conditions speak of what is gone. */
export function boxConditionsCheck(
  words: CheckWords & { wpStripAllTags(text: string): string },
  references: ConditionReferences,
): Check {
  const { __ } = words;
  return {
    id: 'box_conditions',
    law: 'consent',
    label: __('Conditions of the boxes'),
    fix: BOXES_SCREEN,
    async look({ boxes }: Sight) {
      const problems: string[] = [];
      for (const box of boxes.filter(({ enabled }) => enabled)) {
        const { categories, ...others } = await references.gone(box.conditions);
        const gone = [...categories.map((id) => __('category %s', id)), ...Object.values(others).flat()];
        if (gone.length > 0)
          problems.push(
            __(
              '“%1$s” is limited by what is no longer there, and so is shown to everybody: %2$s.',
              words.wpStripAllTags(box.label),
              gone.join(', '),
            ),
          );
      }
      return problems.length === 0
        ? good(__('All that they speak of is there.'))
        : lacking('advice', problems, __('Open the box and choose its conditions anew.'), words);
    },
  };
}
