import type { PluginScope } from 'plinth';

/** Handle of the script that reorders the rows of a list and updates their position numbers. */
export const ORDERED_LIST = 'store-ordered-list';

/** Returns the texts of the script, for the attribute `data-ordered`. */
export function orderedListTexts({ __ }: Pick<PluginScope, '__'>): Readonly<Record<'up' | 'down' | 'moved', string>> {
  return {
    up: __('Move up'),
    down: __('Move down'),
    moved: __('%1$s moved to position %2$s of %3$s.', '%1$s', '%2$s', '%3$s'),
  };
}
