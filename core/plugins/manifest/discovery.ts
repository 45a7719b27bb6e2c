import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PlinthError, type PluginManifest } from '../../api/index.js';
import { readManifest } from './manifest.js';

/** A plugin's folder, with its manifest or the reason why it has none. */
export interface FoundPlugin {
  readonly id: string;
  readonly folder: string;
  readonly manifest: PluginManifest | undefined;
  readonly error: PlinthError | undefined;
}

/**
 * Finds plugins: individual plugins' own folders first, then the plugin folders in order; a later plugin of the same
 * name is skipped.
 */
export async function discoverPlugins(
  folders: readonly string[],
  paths: readonly string[] = [],
  inspect = inspectPlugin,
): Promise<FoundPlugin[]> {
  const found = new Map<string, FoundPlugin>();
  for (const path of paths) found.set(basename(path), await inspect(basename(path), path));
  for (const parent of folders) {
    for (const id of await listSubfolders(parent)) {
      if (!found.has(id)) found.set(id, await inspect(id, join(parent, id)));
    }
  }
  return [...found.values()].sort((a, b) => a.id.localeCompare(b.id));
}

/** Reads the manifest of the plugin in a folder. */
export async function inspectPlugin(id: string, folder: string): Promise<FoundPlugin> {
  try {
    return { id, folder, manifest: await readManifest(folder), error: undefined };
  } catch (error) {
    if (!(error instanceof PlinthError)) throw error;
    return { id, folder, manifest: undefined, error };
  }
}

/**
 * Creates a caching variant of {@link inspectPlugin}. It reads a folder again only after the folder or its plugin.json
 * has changed; folders with an invalid plugin.json are read each time.
 */
export function createCachedInspection(): typeof inspectPlugin {
  const cache = new Map<string, { readonly stamp: string; readonly found: FoundPlugin }>();
  return async (id, folder) => {
    const stamp = await stampOf(folder);
    const known = cache.get(folder);
    if (known?.stamp === stamp) return known.found;
    const found = await inspectPlugin(id, folder);
    if (found.manifest && stamp !== '') cache.set(folder, { stamp, found });
    else cache.delete(folder);
    return found;
  };
}

/**
 * Returns a stamp that changes with a folder's list of files and with its plugin.json; empty when the folder does not
 * exist.
 */
async function stampOf(folder: string): Promise<string> {
  const stats = await Promise.all(
    [folder, join(folder, 'plugin.json')].map((path) => stat(path, { bigint: true }).catch(() => undefined)),
  );
  return stats.every((fileStat) => fileStat !== undefined)
    ? stats.map(({ ino, size, mtimeNs, ctimeNs }) => [ino, size, mtimeNs, ctimeNs].join()).join(' ')
    : '';
}

async function listSubfolders(parent: string): Promise<string[]> {
  const entries = await readdir(parent, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map((entry) => entry.name);
}

/** Folder below the data folder that contains each plugin's data folder. */
const DATA_FOLDER = 'plugin-data';

/** Returns the path of a plugin's data folder relative to the data folder. */
export function dataFolderName(id: string): string {
  return `${DATA_FOLDER}/${id}`;
}

/** Returns the path of a plugin's data folder. */
export function pluginDataFolder(dataDir: string, id: string): string {
  return join(dataDir, DATA_FOLDER, id);
}
