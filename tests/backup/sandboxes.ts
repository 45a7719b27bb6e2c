import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Database } from '../../core/api/index.js';
import {
  type BackupSource,
  restoreBackup,
  type RestoreDeps,
  type RestoreResult,
  type RestoreOptions,
} from '../../core/backup/index.js';
import { readConfig, coreVersion } from '../../core/app/config.js';
import { createSite, type Site } from '../../core/app/site.js';
import { createContext, runInContext } from '../../core/context/index.js';
import { coreMigrations } from '../../core/db/core-migrations/index.js';
import { exportLines, isRow } from '../../core/db/index.js';
import { type Sandbox, newSandbox } from '../kit/prepared-sandboxes.js';
import type { Engine } from '../kit/databases.js';

export const root = join(__dirname, '..', '..');
const FOLDERS = ['uploads', 'plugins', 'plugin-data', 'themes', 'mail'];

/** Folder and database for a site that is not installed yet. */
export interface EmptySandbox {
  readonly dataDir: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Opens the site temporarily, without plugins. */
  inSite<T>(work: (site: Site) => Promise<T>): Promise<T>;
  release(): Promise<void>;
}

export async function createEmptySandbox(engine: Engine, siteUrl: string): Promise<EmptySandbox> {
  const environment: Sandbox = await newSandbox(engine);
  const settings = {
    DATA_DIR: environment.dataDir,
    SITE_URL: siteUrl,
    LOG_LEVEL: 'silent',
    SAFE_MODE: '1',
    DEMO: '0',
    ...(environment.url === undefined ? {} : { DATABASE_URL: environment.url }),
  };
  return {
    dataDir: environment.dataDir,
    settings,
    async inSite(work) {
      const site = await createSite(readConfig(root, settings, environment.dataDir));
      try {
        return await runInContext(createContext('test'), () => work(site));
      } finally {
        await site.close();
      }
    },
    release: () => environment.release(),
  };
}

export function sourceOf({ db, config }: Site): BackupSource {
  return { db, dataDir: config.dataDir, version: coreVersion(root), siteUrl: config.siteUrl };
}

export function depsOf({ db, config, plugins, options }: Site): RestoreDeps {
  return {
    db,
    plugins,
    options,
    dataDir: config.dataDir,
    version: coreVersion(root),
    siteUrl: config.siteUrl,
    migrations: coreMigrations,
  };
}

export function restoreAt(sandbox: EmptySandbox, file: string, options?: RestoreOptions): Promise<RestoreResult> {
  return sandbox.inSite((site) => restoreBackup(depsOf(site), file, options));
}

/** All rows of all tables, in a stable order. */
export async function rowsOf(db: Database): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  let table = '';
  for await (const line of exportLines(db, '0')) {
    if (isRow(line)) tables[table]?.push(short(JSON.stringify(line)));
    else if ('table' in line) tables[(table = line.table)] = [];
  }
  for (const rows of Object.values(tables)) rows.sort();
  return tables;
}

/** Shortens a row so that differences are readable. */
function short(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 120)}… ${createHash('sha256').update(text).digest('hex')}`;
}

/** All files that a backup includes, by path. */
export function filesOf(dataDir: string): Record<string, string> {
  const found = FOLDERS.flatMap((folder) => {
    try {
      return readdirSync(join(dataDir, folder), { withFileTypes: true, recursive: true });
    } catch {
      return [];
    }
  })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    found
      .map((file) => [relative(dataDir, file), createHash('sha256').update(readFileSync(file)).digest('hex')] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
