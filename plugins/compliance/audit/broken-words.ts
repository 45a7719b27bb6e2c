import type { PluginScope } from 'plinth';
import type { BrokenRecord } from './anchors.js';

/** What is wrong with a record, for its owner. */
export function brokenWords({ record, at }: BrokenRecord, { __ }: Pick<PluginScope, '__'>): string {
  if (record === 'consents')
    return __('The log of consents was changed, or consents are gone, at number %s or before it.', at);
  return at === 0
    ? __('The chain of declarations is another than the one that was written down on a day before.')
    : __('Declaration %s was changed after it was made or is gone, or one before it is.', at);
}
