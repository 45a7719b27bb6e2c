import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declaredHooks } from './check-hooks.js';
import { pluginSources } from './plugin-files.js';

/** Where a package keeps which hooks its plugins declare, since it holds none of their sources. */
export const PACKED_DECLARATIONS = 'dist/declared-hooks.json';

/** The hooks that the sources in a plugin's folder declare. */
export function declaredIn(folder: string): string[] {
  return declaredHooks(pluginSources(folder));
}

/**
 * The hooks that plugins declare which another one requires.
 * @param root where Plinth lies
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
