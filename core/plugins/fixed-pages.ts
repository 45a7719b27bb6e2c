import type { FrontRoute } from '../api/index.js';
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
