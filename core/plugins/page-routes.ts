import { type FrontRoute, PlinthError } from '../api/index.js';
import type { Owned } from './registries.js';

/** A path as it is compared: without slashes at its ends. */
function plainPath(path: string): string {
  return path.split('/').filter(Boolean).join('/');
}

/** Whether a route answers at one address, and whoever only looks. */
export function isFixedPage({ path, methods = ['GET'] }: FrontRoute): boolean {
  return plainPath(path) !== '' && !path.includes(':') && methods.includes('GET');
}

/** The plugin that has a page at an address; empty for none. */
export function pluginAt(routes: readonly Owned<FrontRoute>[], path: string): string {
  return routes.find(({ value }) => isFixedPage(value) && plainPath(value.path) === plainPath(path))?.owner ?? '';
}

/** Marks of other grammars, which would be taken for letters of an address and never match. */
const FOREIGN = /[\s*()[\]{}?#|^\\]/;
const NAME = /^:[A-Za-z_]\w*$/;

/** Refuses the path of a page that no address would ever match. */
export function checkPath(path: unknown): void {
  const wrong = problemOf(path);
  if (wrong === undefined) return;
  throw new PlinthError('front_path_invalid', `The path ${JSON.stringify(path) ?? 'undefined'} of a page ${wrong}.`, {
    hint: 'Write it as in "/parcel/:number/": whole parts between slashes, with a colon before the name of a part that differs. Whoever looks at all addresses listens to `template_redirect`.',
  });
}

function problemOf(path: unknown): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/')) return 'does not begin with a slash';
  if (FOREIGN.test(path)) return `holds ${JSON.stringify(FOREIGN.exec(path)?.[0])}, which is no pattern here`;
  const odd = path.split('/').find((part) => part.includes(':') && !NAME.test(part));
  return odd === undefined ? undefined : `has the part "${odd}", which is no name after a colon`;
}

/** Refuses the slug of a screen that no address could hold as it is. */
export function checkSlug(slug: string): void {
  if (/^[\w.-]{1,100}$/.test(slug)) return;
  throw new PlinthError('admin_slug_invalid', `"${slug}" is no slug of a screen.`, {
    hint: 'Use letters, digits, hyphens, underscores and points; no spaces.',
  });
}
