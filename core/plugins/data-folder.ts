import { join } from 'node:path';

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
