import { statSync } from 'node:fs';
import { join } from 'node:path';
import { coreVersion } from './version.js';

/** The address of a script of the host. Browsers keep scripts for a year: it changes with the version, and with each build of those that are built. */
export function scriptAddress({ root, siteUrl }: { readonly root: string; readonly siteUrl: string }, file: string): string {
  const built = statSync(join(root, 'dist', 'assets', file), { throwIfNoEntry: false })?.mtimeMs;
  return `${siteUrl}/wp-includes/assets/${file}?ver=${coreVersion(root)}${built === undefined ? '' : `.${Math.trunc(built / 1000).toString(36)}`}`;
}
