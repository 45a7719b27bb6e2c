import { keyOf, keyOfRow, type TableVersionName } from './version-rows.js';

/** A row of `table_versions`. */
export type VersionRow = readonly [id: number, version: number];

/** Reads the table versions from the database, the first step of every request. */
export interface VersionReader {
  /** Returns the same list as before if nothing has been written since. */
  read(): Promise<readonly VersionRow[]>;
  close(): void;
}

/** The table versions of the database, as last read by this process. */
export interface TableVersions {
  /** Reads all versions with one small query. */
  refresh(): Promise<void>;
  /** Reads the versions if the known ones are older than this many milliseconds; concurrent callers share the query. */
  refreshIfOlderThan(ms: number): Promise<void>;
  /** Returns a version; undefined until it is read, and after this process has written. */
  get(name: TableVersionName): number | undefined;
  /** Returns the versions known now, for later comparison. */
  snapshot(): VersionSnapshot;
  /** Milliseconds since the versions were read. */
  age(): number;
  /** Discards a version that was just incremented by this process. */
  invalidate(name: TableVersionName): void;
}

/** Returns a table version as it was at one moment; undefined if it was unknown. */
export type VersionSnapshot = (name: TableVersionName) => number | undefined;

/** A table version that something cached depends on. */
export type VersionStamp = readonly [name: TableVersionName, version: number];

/** Whether nothing that these versions count was written since. */
export function areCurrent(stamps: readonly VersionStamp[], versions: Pick<TableVersions, 'get'>): boolean {
  return stamps.every(([name, version]) => versions.get(name) === version);
}

/**
 * Returns the versions of what was read since a snapshot; undefined when one has changed meanwhile, because the result
 * was outdated before it could be cached.
 */
export function stampsSince(
  snapshot: VersionSnapshot,
  names: Iterable<TableVersionName>,
  versions: Pick<TableVersions, 'get'>,
): readonly VersionStamp[] | undefined {
  const stamps: VersionStamp[] = [];
  for (const name of names) {
    const version = snapshot(name);
    if (version === undefined || versions.get(name) !== version) return undefined;
    stamps.push([name, version]);
  }
  return stamps;
}

export function createTableVersions(
  reader: Pick<VersionReader, 'read'>,
  now: () => number = () => performance.now(),
): TableVersions {
  let known: ReadonlyMap<number, number> | undefined;
  /** Versions incremented by this process since, with the total number of increments before. */
  let incremented: ReadonlyMap<number, number> = new Map();
  let increments = 0;
  /** The rows from which `known` was built. */
  let knownRows: readonly VersionRow[] | undefined;
  let readAt = -Infinity;
  let reading: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    const [startedAt, before] = [now(), increments];
    const rows = await reader.read();
    if (rows !== knownRows) {
      known = sumsOf(rows);
      knownRows = rows;
    }
    // Concurrent commits of this process may be missing from the result.
    if (incremented.size > 0) incremented = new Map([...incremented].filter(([, index]) => index >= before));
    readAt = startedAt;
  }

  function snapshot(): VersionSnapshot {
    const [from, without] = [known, incremented];
    return (name) => {
      const key = keyOf(name);
      return from === undefined || without.has(key) ? undefined : (from.get(key) ?? 0);
    };
  }

  return {
    refresh,
    async refreshIfOlderThan(ms) {
      if (now() - readAt <= ms && incremented.size === 0) return;
      await (reading ??= refresh().finally(() => {
        reading = undefined;
      }));
    },
    get: (name) => snapshot()(name),
    snapshot,
    age: () => now() - readAt,
    invalidate(name) {
      incremented = new Map(incremented).set(keyOf(name), increments++);
    },
  };
}

/** Adds up the rows that together count one version. */
function sumsOf(rows: readonly VersionRow[]): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  for (const [id, version] of rows) sums.set(keyOfRow(id), (sums.get(keyOfRow(id)) ?? 0) + version);
  return sums;
}
