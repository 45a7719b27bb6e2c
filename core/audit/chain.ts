import type { Database } from '../api/index.js';
import { AUDIT_TABLE, type Entry } from './entry.js';
import type { Ends, Seals } from './entry-hash.js';

const CHAIN_TABLE = 'audit_chain';
/** A database in a file answers nobody else meanwhile. */
const BATCH = 100;
const AT_FIRST: Ends = { start_position: 0, start_hash: '', end_position: 0, end_hash: '', addresses_until: 0 };

/** The order of entries, which nobody changes unseen. */
export interface Chain {
  /** Puts the entries that wait into the chain, in the order they were written. @returns how many */
  append(): Promise<number>;
  /** Where it begins and ends; undefined when that was tampered with. */
  ends(): Promise<Ends | undefined>;
  /** Lets go of entries before a time, from the beginning of the chain on. @param before UTC @returns how many */
  drop(before: string): Promise<number>;
  /** Takes network addresses out of entries before a time. @param before UTC @returns how many */
  forgetAddresses(before: string): Promise<number>;
}

type Stored = Ends & { readonly id: number; readonly seal: string };

export function createChain(db: Database, sealsNow: () => Promise<Seals>): Chain {
  const table = () => db()<Entry>(AUDIT_TABLE);
  const own = () => db()<Stored>(CHAIN_TABLE).where({ id: 1 });

  function read(row: Stored | undefined, seals: Seals): Ends | undefined {
    if (!row) return AT_FIRST;
    const ends: Ends = {
      start_position: Number(row.start_position),
      start_hash: row.start_hash,
      end_position: Number(row.end_position),
      end_hash: row.end_hash,
      addresses_until: Number(row.addresses_until),
    };
    return row.seal === seals.ends(ends) ? ends : undefined;
  }

  /** Changes the chain while nobody else does. Entries can be written meanwhile: they touch no row of it. */
  async function change(work: (ends: Ends, seals: Seals) => Promise<Ends | undefined>): Promise<void> {
    const seals = await sealsNow();
    await db.transaction(async () => {
      await db()(CHAIN_TABLE)
        .insert({ id: 1, ...AT_FIRST, seal: seals.ends(AT_FIRST) })
        .onConflict('id')
        .ignore();
      const ends = read(await own().forUpdate().first(), seals);
      // Going on from a forged end would hide that it is one.
      if (!ends) return;
      const next = await work(ends, seals);
      if (next) await own().update({ ...next, seal: seals.ends(next) });
    });
  }

  async function appendBatch(): Promise<number> {
    let count = 0;
    await change(async (ends, seals) => {
      const rows: Pick<Entry, 'id' | 'seal'>[] = await table()
        .whereNull('position')
        .orderBy('id')
        .limit(BATCH)
        .select('id', 'seal');
      let { end_position: position, end_hash: previous } = ends;
      for (const { id, seal } of rows) {
        position += 1;
        const hash = seals.link(position, previous, seal);
        await table().where({ id }).update({ position, previous_hash: previous, hash });
        previous = hash;
      }
      count = rows.length;
      return count === 0 ? undefined : { ...ends, end_position: position, end_hash: previous };
    });
    return count;
  }

  /** The last position before a time, with nothing younger before it. */
  async function lastBefore(before: string, ends: Ends): Promise<number> {
    const younger = await table().whereNotNull('position').where('at', '>=', before).min({ first: 'position' }).first();
    const first = (younger as { first: number | string | null } | undefined)?.first ?? null;
    return first === null ? ends.end_position : Number(first) - 1;
  }

  return {
    async append() {
      let all = 0;
      for (;;) {
        const count = await appendBatch();
        all += count;
        if (count < BATCH) return all;
      }
    },
    ends: async () => read(await own().first(), await sealsNow()),
    async drop(before) {
      let dropped = 0;
      await change(async (ends) => {
        const until = await lastBefore(before, ends);
        if (until <= ends.start_position) return undefined;
        const last = await table().where({ position: until }).first('hash');
        // Whoever looks shall find that it is missing.
        if (!last) return undefined;
        dropped = await table().whereNotNull('position').where('position', '<=', until).delete();
        return {
          ...ends,
          start_position: until,
          start_hash: last.hash,
          addresses_until: Math.max(ends.addresses_until, until),
        };
      });
      return dropped;
    },
    async forgetAddresses(before) {
      let changed = 0;
      await change(async (ends) => {
        const until = await lastBefore(before, ends);
        if (until <= ends.addresses_until) return undefined;
        changed = await table()
          .whereNotNull('position')
          .where('position', '<=', until)
          .whereNot({ address: '' })
          .update({ address: '', address_salt: '' });
        await table()
          .whereNotNull('position')
          .where('position', '<=', until)
          .whereNot({ address_salt: '' })
          .update({ address_salt: '' });
        return { ...ends, addresses_until: until };
      });
      return changed;
    },
  };
}
