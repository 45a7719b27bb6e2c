import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Has a checkout write the types that plugins compile against, unless they are newer than its sources; a package comes with them.
 * @param root where Plinth lies
 */
export function prepareHostTypes(root: string): void {
  if (!existsSync(join(root, 'core/api/index.ts'))) return;
  spawnSync(process.execPath, [join(root, 'core/build/types.mjs')], { cwd: root, stdio: ['ignore', 2, 2] });
}
