import { type Database, type MaybePromise, type ObjectCacheApi } from '../api/index.js';
import { type OptionName, optionName } from './option-name.js';
import { dependOnTables, bypassCaching } from '../cache/index.js';

/** An option as stored in the table. */
export interface StoredOption {
  name: string;
  text: string;
  autoload: string;
}

/** Changes to options in an open transaction, invisible to others until it commits. */
interface Unit {
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
export const AUTOLOADED = ['yes', 'on', 'auto-on', 'auto'];

export type OptionStore = ReturnType<typeof createOptionStore>;

/**
 * Reads and writes options, with those that every request needs cached in the process.
 * Each committed change increments a table version in the same transaction; `refresh` compares it, so that one small
 * query per request is enough to see the changes of other processes.
 * @param raised called when this process has committed a change that others must detect
 */
export function createOptionStore(db: Database, cache: ObjectCacheApi, raised: () => void) {
  const pool = db();
  const units = new WeakMap<object, Unit>();
  let snapshot: Snapshot | undefined;
  let changes = 0;

  const keyOf = (name: string): string => optionName(name).key;
  const openUnit = (): object | undefined => {
    const current = db();
    return current === pool ? undefined : current;
  };
  const unitState = (): Unit | undefined => {
    const unit = openUnit();
    return unit && units.get(unit);
  };
  const tooLong = (): Map<string, StoredOption> =>
    cache.requestStore('options:too-long', () => new Map<string, StoredOption>());
  const typedValues = (): Map<string, TypedValue> =>
    cache.requestStore('options:typed', () => new Map<string, TypedValue>());

  async function load(): Promise<Snapshot> {
    if (snapshot) return snapshot;
    for (;;) {
      const before = changes;
      // The version first: a commit in between then shows as a difference at the next refresh.
      const version = await readVersion();
      const rows = await selectRows().whereIn('autoload', AUTOLOADED);
      const loaded = {
        version,
        rows: new Map(rows.map((row) => [keyOf(row.name), row])),
        missing: new Set<string>(),
      };
      if (unitState()?.writes.size) return loaded;
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

  function read(option: OptionName): MaybePromise<StoredOption | undefined> {
    const { name, key: at } = option;
    if (option.isTooLong) {
      bypassCaching('it reads an option that exists for one request only');
      return tooLong().get(at);
    }
    if (option.isTransient) bypassCaching('it reads a transient');
    else dependOnTables('options');
    const own = unitState();
    const written = own?.writes.get(at);
    if (written !== undefined) return written ?? undefined;
    const row = snapshot?.rows.get(at);
    if (row || snapshot?.missing.has(at)) return row;
    return own?.missing.has(at) && snapshot ? undefined : loadRow(name, at, own);
  }

  async function loadRow(name: string, at: string, own: Unit | undefined): Promise<StoredOption | undefined> {
    const known = await load();
    const row = known.rows.get(at);
    if (row || known.missing.has(at) || own?.missing.has(at)) return row;
    const before = changes;
    const found = await selectRows().where({ name }).first();
    if (!found && !optionName(name).isTransient) cacheMissing(name, before);
    return found;
  }

  function cacheMissing(name: string, before: number): void {
    const unit = openUnit();
    if (unit) stateOf(unit).missing.add(keyOf(name));
    else if (snapshot && before === changes) snapshot.missing.add(keyOf(name));
  }

  function stateOf(unit: object): Unit {
    let state = units.get(unit);
    if (!state) units.set(unit, (state = { writes: new Map(), missing: new Set(), version: undefined }));
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
      const first = state.writes.size === 0;
      const shared = !optionName(name).isTransient || isAutoloaded(before?.autoload) || isAutoloaded(next?.autoload);
      // Locked before the row itself, so that two transactions wait for each other in one order only.
      if (shared && state.version === undefined) state.version = await incrementVersion();
      if ((await run()) === 0) return false;
      state.writes.set(keyOf(name), next);
      state.missing.delete(keyOf(name));
      if (isTyped(value)) typedValues().set(name, { unit, value });
      else typedValues().delete(name);
      if (first) await db.afterCommit(() => publish(unit, state));
      return true;
    });
  }

  async function incrementVersion(): Promise<number> {
    await db()('table_versions').where({ id: 1 }).increment('version', 1);
    return readVersion();
  }

  function publish(unit: object, state: Unit): void {
    changes++;
    if (state.version !== undefined) raised();
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
      if (optionName(row.name).isTooLong) {
        tooLong().set(keyOf(row.name), row);
        return true;
      }
      return write(row.name, undefined, row, value, async () => {
        await db()('options').insert({ name: row.name, value: row.text, autoload: row.autoload });
        return 1;
      });
    },

    async update(before: StoredOption, text: string, autoload: string, value: unknown): Promise<boolean> {
      if ((before.text === text && before.autoload === autoload) || optionName(before.name).isTooLong) return false;
      return write(before.name, before, { name: before.name, text, autoload }, value, () =>
        db()('options').where({ name: before.name }).update({ value: text, autoload }),
      );
    },

    async remove(row: StoredOption): Promise<boolean> {
      if (optionName(row.name).isTooLong) return false;
      return write(row.name, row, null, null, () => db()('options').where({ name: row.name }).delete());
    },

    async autoloaded(): Promise<StoredOption[]> {
      const rows = new Map((await load()).rows);
      for (const [name, row] of unitState()?.writes ?? []) {
        if (row && isAutoloaded(row.autoload)) rows.set(name, row);
        else rows.delete(name);
      }
      return [...rows.values()];
    },

    isKnownMissing(name: string): boolean {
      const own = unitState();
      if (own?.writes.has(keyOf(name))) return own.writes.get(keyOf(name)) === null;
      return own?.missing.has(keyOf(name)) === true || snapshot?.missing.has(keyOf(name)) === true;
    },

    /** @param version the table version just read; queried when absent */
    async refresh(version?: number): Promise<void> {
      const before = changes;
      const current = await (version ?? readVersion());
      // Commits of this process meanwhile may be newer than what was read.
      if (snapshot && before === changes && current !== snapshot.version) snapshot = undefined;
    },

    namesLike(prefix: string): Promise<string[]> {
      const pattern = `${prefix.replace(/[!%_]/g, '!$&')}%`;
      return db()('options').whereRaw("name like ? escape '!'", [pattern]).pluck('name');
    },
  };
}

function isAutoloaded(autoload: string | undefined): boolean {
  return autoload !== undefined && AUTOLOADED.includes(autoload);
}

/** Only values whose type text would lose: numbers and booleans. */
function isTyped(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}
