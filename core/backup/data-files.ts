import { lstat, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { FOLDERS } from './manifest.js';

interface DataFile {
  /** Path below the data folder, with slashes. */
  readonly name: string;
  readonly bytes: number;
}

/** Partial installations and restores. */
const STAGING = /(?:^|\/)\.install-/;

/** Cache files that plugins can recreate. */
const CACHE_FILES = /^plugin-data\/[^/]+\/cache\//;

/** Returns the files of the data folder that a backup includes, in order; links and special files are skipped. */
export async function listDataFiles(dataDir: string): Promise<DataFile[]> {
  const files: DataFile[] = [];
  for (const folder of FOLDERS) {
    const entries = await readdir(join(dataDir, folder), { withFileTypes: true, recursive: true }).catch(
      fallbackIfMissing([]),
    );
    for (const entry of entries) {
      const name = relative(dataDir, join(entry.parentPath, entry.name)).split(sep).join('/');
      if (!entry.isFile() || STAGING.test(name) || CACHE_FILES.test(name)) continue;
      const found = await lstat(join(dataDir, name)).catch(fallbackIfMissing(undefined));
      if (found) files.push({ name, bytes: found.size });
    }
  }
  return files.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A file or its folder may be deleted in the meantime. */
function fallbackIfMissing<T>(fallback: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return fallback;
    throw error;
  };
}
