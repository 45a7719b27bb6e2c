import { publicApi } from '../api-reference.js';
import { SUBJECTS } from './index.js';
import type { WordpressFunction } from './wordpress-function.js';

/** Converts a WordPress function name to camelCase: `get_post_meta` to `getPostMeta`, `esc_html__` to `escHtml__`. */
export function inCamelCase(name: string): string {
  const [, lead = '', middle = '', tail = ''] = /^(_*)(.*?)(_*)$/.exec(name) ?? [];
  if (middle === '') return name;
  return (
    lead +
    middle
      .split('_')
      .map((part, index) =>
        index === 0 ? part.toLowerCase() : part.charAt(0).toUpperCase() + part.slice(1).toLowerCase(),
      )
      .join('') +
    tail
  );
}

/** All names in `docs/api.md`. */
export function apiNames(): Set<string> {
  return new Set(
    publicApi().flatMap(({ members }) => members.map(({ signature }) => /^\w+/.exec(signature)?.[0] ?? '')),
  );
}

/** Name of the equivalent function; undefined if there is none. */
export function equivalentOf({ name, equivalent, absence }: WordpressFunction): string | undefined {
  return absence ? undefined : (equivalent?.name ?? inCamelCase(name));
}

/** Coverage: number of functions, number with an equivalent, and the weighted share from 0 to 1. */
export function coverage(): { readonly count: number; readonly present: number; readonly weighted: number } {
  const all = SUBJECTS.flatMap(({ functions }) => functions);
  const available = all.filter((wpFunction) => equivalentOf(wpFunction) !== undefined);
  const weight = (list: readonly WordpressFunction[]): number =>
    list.reduce((sum, wpFunction) => sum + wpFunction.weight, 0);
  return { count: all.length, present: available.length, weighted: weight(available) / weight(all) };
}
