import { publicApi } from '../api-reference.js';
import { SUBJECTS } from './index.js';
import type { WordpressFunction } from './wordpress-function.js';

/** A name of WordPress as it is written here: `get_post_meta` is `getPostMeta`, `esc_html__` is `escHtml__`. */
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

/** Every name that `docs/api.md` has. */
export function apiNames(): Set<string> {
  return new Set(
    publicApi().flatMap(({ members }) => members.map(({ signature }) => /^\w+/.exec(signature)?.[0] ?? '')),
  );
}

/** What does a function's work here; undefined when nothing does. */
export function twinOf({ name, twin, absence }: WordpressFunction): string | undefined {
  return absence ? undefined : (twin?.name ?? inCamelCase(name));
}

/** How much there is, in functions and by weight, from 0 to 1. */
export function coverage(): { readonly count: number; readonly present: number; readonly weighted: number } {
  const all = SUBJECTS.flatMap(({ functions }) => functions);
  const there = all.filter((one) => twinOf(one) !== undefined);
  const weight = (list: readonly WordpressFunction[]): number => list.reduce((sum, one) => sum + one.weight, 0);
  return { count: all.length, present: there.length, weighted: weight(there) / weight(all) };
}
