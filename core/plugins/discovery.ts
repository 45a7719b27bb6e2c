import { readdir } from 'node:fs/promises';
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
export async function discoverPlugins(folders: readonly string[], paths: readonly string[] = []): Promise<FoundPlugin[]> {
  const found = new Map<string, FoundPlugin>();
  for (const path of paths) found.set(basename(path), await inspectPlugin(basename(path), path));
  for (const parent of folders) {
    for (const id of await subfolders(parent)) {
      if (!found.has(id)) found.set(id, await inspectPlugin(id, join(parent, id)));
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

async function subfolders(parent: string): Promise<string[]> {
  const entries = await readdir(parent, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map((entry) => entry.name);
}
