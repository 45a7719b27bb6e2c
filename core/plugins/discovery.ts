import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PlinthError, type PluginManifest } from '../api/index.js';
import { readManifest } from './manifest.js';

/** A plugin's folder, with its manifest or with why it has none. */
export interface FoundPlugin {
  readonly id: string;
  readonly folder: string;
  readonly manifest: PluginManifest | undefined;
  readonly error: PlinthError | undefined;
}

/** Looks through the folders in order; a later folder's plugin of the same name is passed over. */
export async function discoverPlugins(folders: readonly string[]): Promise<FoundPlugin[]> {
  const found = new Map<string, FoundPlugin>();
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
