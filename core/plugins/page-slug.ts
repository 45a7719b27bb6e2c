import { PlinthError } from '../api/index.js';

/** Refuses the slug of a screen that no address could hold as it is. */
export function checkSlug(slug: string): void {
  if (/^[\w.-]{1,100}$/.test(slug)) return;
  throw new PlinthError('admin_slug_invalid', `"${slug}" is no slug of a screen.`, {
    cure: 'Use letters, digits, hyphens, underscores and points; no spaces.',
  });
}
