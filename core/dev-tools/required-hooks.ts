import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declaredHooks } from './check-hooks.js';
import { pluginSources } from './plugin-files.js';

/** File in the npm package with the hooks that its plugins declare. The package does not contain their sources. */
export const PACKED_HOOKS_FILE = 'dist/declared-hooks.json';

/** Returns the hooks that the sources in the folder of a plugin declare. */
export function readDeclaredHooks(folder: string): string[] {
  return declaredHooks(pluginSources(folder));
}

/**
 * Returns the hooks that required plugins declare.
 * @param ids IDs of the required plugins
 * @param root Plinth's root folder
 * @param parents folders that contain plugins
 */
export function requiredHooks(ids: readonly string[], root: string, parents: readonly string[]): string[] {
  const packedHooks = readPackedHooks(join(root, PACKED_HOOKS_FILE));
  return ids.flatMap((id) => {
    const folders = parents.map((parent) => join(parent, id)).filter((folder) => existsSync(folder));
    const sourceHooks = folders.flatMap(readDeclaredHooks);
    return sourceHooks.length > 0 ? sourceHooks : (packedHooks[id] ?? []);
  });
}

function readPackedHooks(file: string): Readonly<Record<string, readonly string[]>> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>) : {};
}
