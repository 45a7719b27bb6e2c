import type { Database } from '../api/index.js';
import type { Chain } from './chain.js';
import { AUDIT_TABLE, type Entry } from './entry.js';
import { type ChainEnds, isUnchanged, type KeyedHashes } from './entry-hash.js';

/** The result of verifying the whole log. */
export type Verification =
  | { readonly isValid: true; readonly entries: number; readonly end: ChainEnds }
  /** `row` is the chain position of the first invalid entry; 0 if the end of the chain was tampered with. */
  | {
      readonly isValid: false;
      readonly row: number;
      readonly id: number;
      readonly reason: 'changed' | 'missing' | 'foreign' | 'ends' | 'unreadable';
    };

const BATCH_SIZE = 200;
/** Maximum number of attempts, because old entries may be deleted during verification. */
const MAX_ATTEMPTS = 3;

interface VerifyDeps {
  readonly db: Database;
  readonly chain: Chain;
  getHashes(): Promise<KeyedHashes>;
}

/** Verifies that every entry is unchanged, that none is missing, and that the newest is present. */
export function createVerify({ db, chain, getHashes }: VerifyDeps): () => Promise<Verification> {
  const table = () => db()<Entry>(AUDIT_TABLE);

  async function verifyOnce(): Promise<Verification> {
    const hashes = await getHashes();
    const ends = await chain.ends();
    if (!ends) return { isValid: false, row: 0, id: 0, reason: 'ends' };
    let [position, previous, entries] = [ends.start_position, ends.start_hash, 0];
    // Rows before the first kept entry must not exist.
    const before: Entry | undefined = await table()
      .whereNotNull('position')
      .where('position', '<=', ends.start_position)
      .first();
    if (before) return { isValid: false, row: Number(before.position), id: before.id, reason: 'foreign' };
    while (position < ends.end_position) {
      const rows: Entry[] = await table()
        .where('position', '>', position)
        .where('position', '<=', ends.end_position)
        .orderBy('position')
        .orderBy('id')
        .limit(BATCH_SIZE)
        .select('*');
      for (const row of rows) {
        const rowPosition = Number(row.position);
        if (rowPosition > position + 1) return { isValid: false, row: position + 1, id: 0, reason: 'missing' };
        if (rowPosition <= position) return { isValid: false, row: rowPosition, id: row.id, reason: 'foreign' };
        if (
          !isUnchanged(hashes, row, ends.addresses_until) ||
          row.previous_hash !== previous ||
          row.hash !== hashes.link(rowPosition, previous, row.hmac)
        )
          return { isValid: false, row: rowPosition, id: row.id, reason: 'changed' };
        [position, previous, entries] = [rowPosition, row.hash, entries + 1];
      }
      if (rows.length === 0) return { isValid: false, row: position + 1, id: 0, reason: 'missing' };
      // A synchronous driver would otherwise block visitors until the end of the log.
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (previous !== ends.end_hash) return { isValid: false, row: 0, id: 0, reason: 'ends' };
    const endsAfter = await chain.ends();
    const extraEntry: Entry | undefined = await table()
      .whereNotNull('position')
      .where('position', '>', endsAfter?.end_position ?? 0)
      .orderBy('position')
      .first();
    if (extraEntry) return { isValid: false, row: Number(extraEntry.position), id: extraEntry.id, reason: 'foreign' };
    const unchainedEntries: Entry[] = await table().whereNull('position').orderBy('id').select('*');
    const changedEntry = unchainedEntries.find((row) => !isUnchanged(hashes, row, 0));
    return changedEntry
      ? { isValid: false, row: 0, id: changedEntry.id, reason: 'changed' }
      : { isValid: true, entries: entries + unchainedEntries.length, end: ends };
  }

  return async () => {
    for (let attempt = 1; ; attempt++) {
      const start = (await chain.ends())?.start_position;
      const verification = await verifyOnce();
      if (verification.isValid || attempt === MAX_ATTEMPTS || (await chain.ends())?.start_position === start)
        return verification;
    }
  };
}
