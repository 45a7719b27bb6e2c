import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Generates the types that plugins compile against, unless they are newer than the sources. This is only necessary in a
 * checkout, because the npm package contains them.
 * @param root Plinth's root folder
 */
export function prepareHostTypes(root: string): void {
  if (!existsSync(join(root, 'core/api/index.ts'))) return;
  spawnSync(process.execPath, [join(root, 'core/build/types.mjs')], { cwd: root, stdio: ['ignore', 2, 2] });
}
