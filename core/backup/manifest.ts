import { type AppliedMigrations, type RowCounts } from '../db/index.js';

/** The manifest of a backup, its last member. */
export interface BackupManifest {
  readonly form: number;
  /** Version of Plinth that created it. */
  readonly plinth: string;
  readonly engine: string;
  /** UTC, as ISO 8601. */
  readonly created: string;
  readonly kind: BackupKind;
  readonly siteUrl: string;
  readonly migrations: AppliedMigrations;
  /** Rows by table. */
  readonly tables: RowCounts;
  /**
   * The included folders of the data folder, even if empty; absent in backups created before plugins had files of their
   * own there.
   */
  readonly folders?: readonly string[];
  /** Members by name. */
  readonly files: Readonly<Record<string, BackedUpFile>>;
}

/** Created manually or by the schedule. */
export type BackupKind = 'manual' | 'nightly';

export interface BackedUpFile {
  readonly bytes: number;
  readonly sha256: string;
}

export const BACKUP_FORMAT = 1;
export const MANIFEST_FILE = 'manifest.json';
export const DATABASE_FILE = 'database.jsonl';
/** The folders of the data folder that are backed up. */
export const FOLDERS = ['uploads', 'plugins', 'plugin-data', 'themes', 'mail'] as const;
const LEGACY_FOLDERS = ['uploads', 'plugins', 'themes', 'mail'] as const;

/** Returns the folders that a restore replaces; folders unknown to the backup remain unchanged. */
export function foldersIn({ folders = LEGACY_FOLDERS }: Pick<BackupManifest, 'folders'>): string[] {
  return FOLDERS.filter((folder) => folders.includes(folder));
}

/** Whether a member may be written below the data folder. */
export function isMemberName(name: string): boolean {
  const parts = name.split('/');
  return (
    name === DATABASE_FILE ||
    (parts.length > 1 &&
      FOLDERS.some((folder) => folder === parts[0]) &&
      parts.every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\\0]/.test(part)))
  );
}

/** Parses a manifest; undefined if it is invalid. */
export function parseManifest(text: string): BackupManifest | undefined {
  let json: Partial<BackupManifest> | null;
  try {
    json = JSON.parse(text) as Partial<BackupManifest> | null;
  } catch {
    return undefined;
  }
  const { form, plinth, engine, created, kind, siteUrl, migrations, tables, folders = [], files } = json ?? {};
  const hasTexts = [plinth, engine, created, siteUrl].every((value) => typeof value === 'string');
  const hasMaps =
    [migrations, tables, files].every((value) => typeof value === 'object' && value !== null) && Array.isArray(folders);
  return hasTexts && hasMaps && typeof form === 'number' && (kind === 'manual' || kind === 'nightly')
    ? (json as BackupManifest)
    : undefined;
}
