import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PlinthError, type PluginManifest } from '../api/index.js';
import { readManifest } from './manifest.js';

/** A plugin's folder, with its manifest or with why it has none. */
export interface FoundPlugin {
  readonly id: string;
  readonly folder: string;
  readonly manifest: PluginManifest | undefined;
  readonly error: PlinthError | undefined;
}

/** Looks at single plugins' own folders, then through the folders of many in order; a later plugin of the same name is passed over. */
export async function discoverPlugins(
  folders: readonly string[],
  paths: readonly string[] = [],
  inspect = inspectPlugin,
): Promise<FoundPlugin[]> {
  const found = new Map<string, FoundPlugin>();
  for (const path of paths) found.set(basename(path), await inspect(basename(path), path));
  for (const parent of folders) {
    for (const id of await subfolders(parent)) {
      if (!found.has(id)) found.set(id, await inspect(id, join(parent, id)));
    }
  }
  return [...found.values()].sort((a, b) => a.id.localeCompare(b.id));
}

/** Reads what a folder says of the plugin in it. */
export async function inspectPlugin(id: string, folder: string): Promise<FoundPlugin> {
  try {
    return { id, folder, manifest: await readManifest(folder), error: undefined };
  } catch (error) {
    if (!(error instanceof PlinthError)) throw error;
    return { id, folder, manifest: undefined, error };
  }
}

/** The same, which reads a folder again only once it or its plugin.json has changed; what could not be used is read each time. */
export function createInspection(): typeof inspectPlugin {
  const seen = new Map<string, { readonly stamp: string; readonly found: FoundPlugin }>();
  return async (id, folder) => {
    const stamp = await stampOf(folder);
    const known = seen.get(folder);
    if (known?.stamp === stamp) return known.found;
    const found = await inspectPlugin(id, folder);
    if (found.manifest && stamp !== '') seen.set(folder, { stamp, found });
    else seen.delete(folder);
    return found;
  };
}

/** Another one after each change of a folder's list of files and of its plugin.json; empty where there is none. */
async function stampOf(folder: string): Promise<string> {
  const stats = await Promise.all(
    [folder, join(folder, 'plugin.json')].map((path) => stat(path, { bigint: true }).catch(() => undefined)),
  );
  return stats.every((one) => one !== undefined)
    ? stats.map(({ ino, size, mtimeNs, ctimeNs }) => [ino, size, mtimeNs, ctimeNs].join()).join(' ')
    : '';
}

async function subfolders(parent: string): Promise<string[]> {
  const entries = await readdir(parent, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map((entry) => entry.name);
}

/** Below the data folder, where each plugin has a folder for its files. */
const FOLDERS = 'plugin-data';

/** The folder that a plugin has for its files, from the data folder on. */
export function dataFolderName(id: string): string {
  return `${FOLDERS}/${id}`;
}

/** The folder that a plugin has for its files. */
export function pluginDataFolder(dataDir: string, id: string): string {
  return join(dataDir, FOLDERS, id);
}
