import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declaredHooks } from './check-hooks.js';
import { pluginSources } from './plugin-files.js';

/** File in which a package lists the hooks its plugins declare, since it contains none of their sources. */
export const PACKED_DECLARATIONS = 'dist/declared-hooks.json';

/** Returns the hooks that the sources in a plugin's folder declare. */
export function declaredIn(folder: string): string[] {
  return declaredHooks(pluginSources(folder));
}

/**
 * Returns the hooks declared by the plugins that another one requires.
 * @param root Plinth's root folder
 * @param parents folders of plugins
 */
export function requiredHooks(ids: readonly string[], root: string, parents: readonly string[]): string[] {
  const packed = readPacked(join(root, PACKED_DECLARATIONS));
  return ids.flatMap((id) => {
    const folders = parents.map((parent) => join(parent, id)).filter((folder) => existsSync(folder));
    const read = folders.flatMap(declaredIn);
    return read.length > 0 ? read : (packed[id] ?? []);
  });
}

function readPacked(file: string): Readonly<Record<string, readonly string[]>> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>) : {};
}
