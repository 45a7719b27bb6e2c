import { type Database, type ObjectCacheApi } from '../api/index.js';
import { whereSameText } from '../db/index.js';
import { type OptionName, parseOptionName } from './option-name.js';
import { dependOnTables, bypassCaching } from '../cache/index.js';

/** An option as stored in the table. */
export interface StoredOption {
  name: string;
  text: string;
  autoload: string;
}

/** Changes to options in an open transaction, invisible to others until it commits. */
interface TransactionState {
  writes: Map<string, StoredOption | null>;
  missing: Set<string>;
  version: number | undefined;
}

interface Snapshot {
  version: number;
  rows: Map<string, StoredOption>;
  missing: Set<string>;
}

interface TypedValue {
  unit: object;
  value: unknown;
}

/** Autoload values of options that are read at the start of every request. */
export const AUTOLOAD_VALUES = ['yes', 'on', 'auto-on', 'auto'];

export type OptionStore = ReturnType<typeof createOptionStore>;

/**
 * Reads and writes options. The options that every request needs are cached in the process.
 * Each committed change increments a table version in the same transaction; `refresh` compares it, so that one small
 * query per request is enough to see the changes of other processes.
 * @param onVersionIncrement called when this process has committed a change that others must detect
 */
export function createOptionStore(db: Database, cache: ObjectCacheApi, onVersionIncrement: () => void) {
  const pool = db();
  const transactionStates = new WeakMap<object, TransactionState>();
  let snapshot: Snapshot | undefined;
  let changes = 0;

  const keyOf = (name: string): string => parseOptionName(name).key;
  const currentTransaction = (): object | undefined => {
    const current = db();
    return current === pool ? undefined : current;
  };
  const currentTransactionState = (): TransactionState | undefined => {
    const unit = currentTransaction();
    return unit && transactionStates.get(unit);
  };
  const tooLongOptions = (): Map<string, StoredOption> =>
    cache.requestStore('options:too-long', () => new Map<string, StoredOption>());
  const typedValues = (): Map<string, TypedValue> =>
    cache.requestStore('options:typed', () => new Map<string, TypedValue>());

  async function load(): Promise<Snapshot> {
    if (snapshot) return snapshot;
    for (;;) {
      const before = changes;
      // The version is read first, so that a commit in between causes a difference at the next refresh.
      const version = await readVersion();
      const rows = await selectRows().whereIn('autoload', AUTOLOAD_VALUES);
      const loaded = {
        version,
        rows: new Map(rows.map((row) => [keyOf(row.name), row])),
        missing: new Set<string>(),
      };
      if (currentTransactionState()?.writes.size) return loaded;
      if (before !== changes) continue;
      snapshot = loaded;
      return loaded;
    }
  }

  function selectRows() {
    return db()('options').select<StoredOption[]>('name', 'value as text', 'autoload');
  }

  async function readVersion(): Promise<number> {
    const row = await db()('table_versions').where({ id: 1 }).first('version');
    return Number(row?.version ?? 0);
  }

  async function read(option: OptionName): Promise<StoredOption | undefined> {
    const { name, key: lookupKey } = option;
    if (option.isTooLong) {
      bypassCaching('it reads an option that exists for one request only');
      return tooLongOptions().get(lookupKey);
    }
    if (option.isTransient) bypassCaching('it reads a transient');
    else dependOnTables('options');
    const ownState = currentTransactionState();
    const pendingRow = ownState?.writes.get(lookupKey);
    if (pendingRow !== undefined) return pendingRow ?? undefined;
    const row = snapshot?.rows.get(lookupKey);
    if (row || snapshot?.missing.has(lookupKey)) return row;
    return ownState?.missing.has(lookupKey) && snapshot ? undefined : loadRow(name, lookupKey, ownState);
  }

  async function loadRow(
    name: string,
    now: string,
    own: TransactionState | undefined,
  ): Promise<StoredOption | undefined> {
    const loadedSnapshot = await load();
    const row = loadedSnapshot.rows.get(now);
    if (row || loadedSnapshot.missing.has(now) || own?.missing.has(now)) return row;
    const before = changes;
    const query = selectRows();
    whereSameText(db, query, ['options', 'name'], [name]);
    const found = await query.first();
    if (!found && !parseOptionName(name).isTransient) cacheMissing(name, before);
    return found;
  }

  function cacheMissing(name: string, before: number): void {
    const unit = currentTransaction();
    if (unit) stateOf(unit).missing.add(keyOf(name));
    else if (snapshot && before === changes) snapshot.missing.add(keyOf(name));
  }

  function stateOf(unit: object): TransactionState {
    let state = transactionStates.get(unit);
    if (!state) transactionStates.set(unit, (state = { writes: new Map(), missing: new Set(), version: undefined }));
    return state;
  }

  /** Runs and records a change; returns undefined when nothing changed. */
  async function write(
    name: string,
    before: StoredOption | undefined,
    next: StoredOption | null,
    value: unknown,
    run: () => Promise<number>,
  ): Promise<boolean> {
    return db.transaction(async () => {
      const unit = db();
      const state = stateOf(unit);
      const isFirstWrite = state.writes.size === 0;
      const changesVersion =
        !parseOptionName(name).isTransient || isAutoloaded(before?.autoload) || isAutoloaded(next?.autoload);
      // The version row is locked before the option's row, so that all transactions lock in the same order.
      if (changesVersion && state.version === undefined) state.version = await incrementVersion();
      if ((await run()) === 0) return false;
      state.writes.set(keyOf(name), next);
      state.missing.delete(keyOf(name));
      if (isTyped(value)) typedValues().set(name, { unit, value });
      else typedValues().delete(name);
      if (isFirstWrite) await db.afterCommit(() => publish(unit, state));
      return true;
    });
  }

  async function incrementVersion(): Promise<number> {
    await db()('table_versions').where({ id: 1 }).increment('version', 1);
    return readVersion();
  }

  function publish(unit: object, state: TransactionState): void {
    changes++;
    if (state.version !== undefined) onVersionIncrement();
    for (const [name, entry] of typedValues())
      if (entry.unit === unit) typedValues().set(name, { ...entry, unit: pool });
    if (!snapshot) return;
    if (state.version !== undefined && snapshot.version !== state.version - 1) {
      snapshot = undefined;
      return;
    }
    snapshot.version = state.version ?? snapshot.version;
    for (const [name, row] of state.writes) {
      snapshot.missing.delete(name);
      if (row && isAutoloaded(row.autoload)) snapshot.rows.set(name, row);
      else snapshot.rows.delete(name);
    }
  }

  return {
    read,

    /** Returns the value as written in this request, before its conversion to text. */
    typedValue(name: string): { value: unknown } | undefined {
      const entry = typedValues().get(name);
      return entry && (entry.unit === pool || entry.unit === db()) ? entry : undefined;
    },

    async insert(row: StoredOption, value: unknown): Promise<boolean> {
      if (parseOptionName(row.name).isTooLong) {
        tooLongOptions().set(keyOf(row.name), row);
        return true;
      }
      return write(row.name, undefined, row, value, async () => {
        await db()('options').insert({ name: row.name, value: row.text, autoload: row.autoload });
        return 1;
      });
    },

    async update(before: StoredOption, text: string, autoload: string, value: unknown): Promise<boolean> {
      if ((before.text === text && before.autoload === autoload) || parseOptionName(before.name).isTooLong)
        return false;
      return write(before.name, before, { name: before.name, text, autoload }, value, () =>
        db()('options').where({ name: before.name }).update({ value: text, autoload }),
      );
    },

    async remove(row: StoredOption): Promise<boolean> {
      if (parseOptionName(row.name).isTooLong) return false;
      return write(row.name, row, null, null, () => db()('options').where({ name: row.name }).delete());
    },

    async autoloaded(): Promise<StoredOption[]> {
      const rows = new Map((await load()).rows);
      for (const [name, row] of currentTransactionState()?.writes ?? []) {
        if (row && isAutoloaded(row.autoload)) rows.set(name, row);
        else rows.delete(name);
      }
      return [...rows.values()];
    },

    isKnownMissing(name: string): boolean {
      const own = currentTransactionState();
      if (own?.writes.has(keyOf(name))) return own.writes.get(keyOf(name)) === null;
      return own?.missing.has(keyOf(name)) === true || snapshot?.missing.has(keyOf(name)) === true;
    },

    /** @param version the table version just read; queried when absent */
    async refresh(version?: number): Promise<void> {
      const before = changes;
      const current = await (version ?? readVersion());
      // Commits of this process in the meantime may be newer than the version that was read.
      if (snapshot && before === changes && current !== snapshot.version) snapshot = undefined;
    },

    namesLike(prefix: string): Promise<string[]> {
      const pattern = `${prefix.replace(/[!%_]/g, '!$&')}%`;
      return db()('options').whereRaw("name like ? escape '!'", [pattern]).pluck('name');
    },
  };
}

function isAutoloaded(autoload: string | undefined): boolean {
  return autoload !== undefined && AUTOLOAD_VALUES.includes(autoload);
}

/** Whether a value is a number or boolean: its type would be lost in the text. */
function isTyped(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}
