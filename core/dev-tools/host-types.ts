import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Generates the types that plugins compile against in a checkout, unless they are newer than its sources; a package
 * contains them.
 * @param root Plinth's root folder
 */
export function prepareHostTypes(root: string): void {
  if (!existsSync(join(root, 'core/api/index.ts'))) return;
  spawnSync(process.execPath, [join(root, 'core/build/types.mjs')], { cwd: root, stdio: ['ignore', 2, 2] });
}
