import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from './site.js';

/** File and option that identify a data folder. */
const MARK_FILE = 'folder.id';
const MARK_OPTION = 'data_folder';
/** Value set by an owner who moved the site; the next start then marks the folder it finds. */
const UNKNOWN_MARK = 'unknown';

type Parts = Pick<Site, 'config' | 'db' | 'options' | 'log'>;

/**
 * Whether this process uses the same data folder as the site's other nodes; always true for a SQLite database inside
 * that folder.
 */
export async function usesSiteFolder({ config, db, options }: Omit<Parts, 'log'>): Promise<boolean> {
  if (db.engine === 'sqlite') return true;
  const storedMark = await options.getOption<string>(MARK_OPTION, UNKNOWN_MARK);
  return storedMark === UNKNOWN_MARK || storedMark === readMark(config.dataDir);
}

/**
 * Marks the data folder of a new site, and warns if a node uses a different one from the node that created the site.
 */
export async function markDataFolder(parts: Parts): Promise<void> {
  const { config, options, log } = parts;
  if ((await options.getOption<string>(MARK_OPTION, UNKNOWN_MARK)) === UNKNOWN_MARK)
    await options.updateOption(MARK_OPTION, readMark(config.dataDir) ?? createMark(config.dataDir));
  if (await usesSiteFolder(parts)) return;
  log.error(
    { folder: config.dataDir },
    'this server uses a different data folder than the one the site was created with: uploads, plugins and keys differ',
  );
}

function readMark(folder: string): string | undefined {
  const file = join(folder, MARK_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

function createMark(folder: string): string {
  const mark = randomUUID();
  writeFileSync(join(folder, MARK_FILE), `${mark}\n`, { mode: 0o600 });
  return mark;
}
