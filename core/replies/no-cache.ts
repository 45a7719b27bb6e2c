import type { HookApi, MaybePromise } from '../api/index.js';

/** Headers of pages that nobody may keep (`wp_get_nocache_headers`). */
export const NO_CACHE = {
  Expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
  'Cache-Control': 'no-cache, must-revalidate, max-age=0, no-store, private',
} as const;

/** The same, after what plugins make of them. */
export function nocacheHeaders(hooks: Pick<HookApi, 'applyFilters'>): MaybePromise<Readonly<Record<string, string>>> {
  return hooks.applyFilters<Readonly<Record<string, string>>>('nocache_headers', { ...NO_CACHE });
}
