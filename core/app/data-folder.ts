import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from './site.js';

/** By what a data folder is known again. */
const FILE = 'folder.id';
const OPTION = 'data_folder';
/** What an owner writes there who has moved the site; the next start marks the folder that it finds. */
const UNKNOWN = 'unknown';

type Parts = Pick<Site, 'config' | 'db' | 'options' | 'log'>;

/** Whether this process has the data folder that the site's other nodes have; a database in the folder itself has no other. */
export async function hasOwnFolder({ config, db, options }: Omit<Parts, 'log'>): Promise<boolean> {
  if (db.engine === 'sqlite') return true;
  const known = await options.getOption<string>(OPTION, UNKNOWN);
  return known === UNKNOWN || known === markIn(config.dataDir);
}

/** Marks the data folder of a new site, and says so when a node has another one than the node that made the site. */
export async function markDataFolder(parts: Parts): Promise<void> {
  const { config, options, log } = parts;
  if ((await options.getOption<string>(OPTION, UNKNOWN)) === UNKNOWN)
    await options.updateOption(OPTION, markIn(config.dataDir) ?? newMark(config.dataDir));
  if (await hasOwnFolder(parts)) return;
  log.error(
    { folder: config.dataDir },
    'this server has another data folder than the one that made the site: uploads, plugins and keys differ',
  );
}

function markIn(folder: string): string | undefined {
  const file = join(folder, FILE);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

function newMark(folder: string): string {
  const mark = randomUUID();
  writeFileSync(join(folder, FILE), `${mark}\n`, { mode: 0o600 });
  return mark;
}
