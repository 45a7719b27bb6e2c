import type { Database } from '../api/index.js';
import { AUDIT_TABLE, type Entry } from './entry.js';
import type { ChainEnds, KeyedHashes } from './entry-hash.js';

const CHAIN_TABLE = 'audit_chain';
/** Small batches, because a SQLite database serves nobody else meanwhile. */
const BATCH_SIZE = 100;
const EMPTY_CHAIN: ChainEnds = { start_position: 0, start_hash: '', end_position: 0, end_hash: '', addresses_until: 0 };

/** The tamper-evident order of entries. */
export interface Chain {
  /**
   * Appends pending entries to the chain in the order they were written.
   * @returns how many
   */
  append(): Promise<number>;
  /** Returns the start and end of the chain; undefined if they were tampered with. */
  ends(): Promise<ChainEnds | undefined>;
  /**
   * Deletes entries before a time, from the start of the chain.
   * @param before UTC
   * @returns how many
   */
  deleteBefore(before: string): Promise<number>;
  /**
   * Removes IP addresses from entries before a time.
   * @param before UTC
   * @returns how many
   */
  deleteAddressesBefore(before: string): Promise<number>;
}

type StoredChain = ChainEnds & { readonly id: number; readonly hmac: string };

export function createChain(db: Database, getHashes: () => Promise<KeyedHashes>): Chain {
  const table = () => db()<Entry>(AUDIT_TABLE);
  const chainRow = () => db()<StoredChain>(CHAIN_TABLE).where({ id: 1 });

  function readEnds(row: StoredChain | undefined, hashes: KeyedHashes): ChainEnds | undefined {
    if (!row) return EMPTY_CHAIN;
    const ends: ChainEnds = {
      start_position: Number(row.start_position),
      start_hash: row.start_hash,
      end_position: Number(row.end_position),
      end_hash: row.end_hash,
      addresses_until: Number(row.addresses_until),
    };
    return row.hmac === hashes.ends(ends) ? ends : undefined;
  }

  /** Changes the chain under a lock. Entries can be written concurrently, because that touches no row of the chain. */
  async function updateChain(
    work: (ends: ChainEnds, hashes: KeyedHashes) => Promise<ChainEnds | undefined>,
  ): Promise<void> {
    const hashes = await getHashes();
    await db.transaction(async () => {
      await db()(CHAIN_TABLE)
        .insert({ id: 1, ...EMPTY_CHAIN, hmac: hashes.ends(EMPTY_CHAIN) })
        .onConflict('id')
        .ignore();
      const ends = readEnds(await chainRow().forUpdate().first(), hashes);
      // Continuing from a forged end would conceal the forgery.
      if (!ends) return;
      const next = await work(ends, hashes);
      if (next) await chainRow().update({ ...next, hmac: hashes.ends(next) });
    });
  }

  async function appendBatch(): Promise<number> {
    let count = 0;
    await updateChain(async (ends, hashes) => {
      const rows: Pick<Entry, 'id' | 'hmac'>[] = await table()
        .whereNull('position')
        .orderBy('id')
        .limit(BATCH_SIZE)
        .select('id', 'hmac');
      let { end_position: position, end_hash: previous } = ends;
      for (const { id, hmac } of rows) {
        position += 1;
        const hash = hashes.link(position, previous, hmac);
        await table().where({ id }).update({ position, previous_hash: previous, hash });
        previous = hash;
      }
      count = rows.length;
      return count === 0 ? undefined : { ...ends, end_position: position, end_hash: previous };
    });
    return count;
  }

  /** Returns the last position before a time, with no younger entry before it. */
  async function findLastBefore(before: string, ends: ChainEnds): Promise<number> {
    const youngerRow = await table()
      .whereNotNull('position')
      .where('at', '>=', before)
      .min({ first: 'position' })
      .first();
    const first = (youngerRow as { first: number | string | null } | undefined)?.first ?? null;
    return first === null ? ends.end_position : Number(first) - 1;
  }

  return {
    async append() {
      let total = 0;
      for (;;) {
        const count = await appendBatch();
        total += count;
        if (count < BATCH_SIZE) return total;
      }
    },
    ends: async () => readEnds(await chainRow().first(), await getHashes()),
    async deleteBefore(before) {
      let deletedCount = 0;
      await updateChain(async (ends) => {
        const until = await findLastBefore(before, ends);
        if (until <= ends.start_position) return undefined;
        const last = await table().where({ position: until }).first('hash');
        // Verification must detect that it is missing.
        if (!last) return undefined;
        deletedCount = await table().whereNotNull('position').where('position', '<=', until).delete();
        return {
          ...ends,
          start_position: until,
          start_hash: last.hash,
          addresses_until: Math.max(ends.addresses_until, until),
        };
      });
      return deletedCount;
    },
    async deleteAddressesBefore(before) {
      let changedCount = 0;
      await updateChain(async (ends) => {
        const until = await findLastBefore(before, ends);
        if (until <= ends.addresses_until) return undefined;
        changedCount = await table()
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
      return changedCount;
    },
  };
}
