import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version in package.json. */
export function coreVersion(root: string): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}
