import { type FrontRoute, PlinthError } from '../../api/index.js';
import type { OwnedEntry } from './registries.js';

/** Normalizes a path for comparison: without leading and trailing slashes. */
function normalizePath(path: string): string {
  return path.split('/').filter(Boolean).join('/');
}

/** Whether a route has a single fixed path and answers GET requests. */
export function isFixedPage({ path, methods = ['GET'] }: FrontRoute): boolean {
  return normalizePath(path) !== '' && !path.includes(':') && methods.includes('GET');
}

/** Returns the plugin that has a page at a path; empty for none. */
export function pluginAt(routes: readonly OwnedEntry<FrontRoute>[], path: string): string {
  return (
    routes.find(({ value }) => isFixedPage(value) && normalizePath(value.path) === normalizePath(path))?.owner ?? ''
  );
}

/** Characters of other route syntaxes; they would be matched literally. */
const UNSUPPORTED_CHARACTER = /[\s*()[\]{}?#|^\\]/;
const PARAMETER = /^:[A-Za-z_]\w*$/;

/** Refuses a page path that no URL could match. */
export function checkPath(path: unknown): void {
  const problem = findPathProblem(path);
  if (problem === undefined) return;
  throw new PlinthError('front_path_invalid', `The page path ${JSON.stringify(path) ?? 'undefined'} ${problem}.`, {
    hint: 'Use a path such as "/parcel/:number/": whole segments between slashes, with a colon before the name of a variable segment. To handle every URL, use the hook `template_redirect`.',
  });
}

function findPathProblem(path: unknown): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/')) return 'does not begin with a slash';
  if (UNSUPPORTED_CHARACTER.test(path))
    return `contains ${JSON.stringify(UNSUPPORTED_CHARACTER.exec(path)?.[0])}, which is not supported in page paths`;
  const invalidSegment = path.split('/').find((part) => part.includes(':') && !PARAMETER.test(part));
  return invalidSegment === undefined
    ? undefined
    : `has the segment "${invalidSegment}", which is not a valid parameter`;
}

/** Refuses the slug of a screen that cannot appear in a URL unchanged. */
export function checkSlug(slug: string): void {
  if (/^[\w.-]{1,100}$/.test(slug)) return;
  throw new PlinthError('admin_slug_invalid', `"${slug}" is not a valid screen slug.`, {
    hint: 'Use at most 100 letters, digits, hyphens, underscores and periods, without spaces.',
  });
}
