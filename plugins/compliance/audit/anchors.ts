import type { Database } from 'plinth';
import { hashText } from '../boxes/text-versions.js';
import type { Declarations } from '../declarations/declarations.js';
import { shiftDays, type Clock } from '../time/clock.js';

/** Where the records ended at a time. */
export interface Anchor {
  readonly id: number;
  /** The newest consent that is in it. */
  readonly consentsUntil: number;
  /** SHA-256 over all consents so far, without what erasure takes out; '' before the first. */
  readonly consents: string;
  /** The hash of the newest declaration; '' before the first. */
  readonly declarations: string;
  /** UTC. */
  readonly createdAt: string;
}

/** What no longer is as it was written. */
export interface BrokenRecord {
  readonly record: 'declarations' | 'consents';
  /** The first row that is wrong or gone; of consents the last before which one is. */
  readonly at: number;
}

/** Holds the log of consents and the chain of declarations to what was said of them before. */
export interface Anchors {
  /** Writes down where both end; undefined when nothing came since the last time. */
  add(): Promise<Anchor | undefined>;
  newest(): Promise<Anchor | undefined>;
  /** Everything that was changed, left out or put in between; empty while all is as it was. */
  broken(): Promise<readonly BrokenRecord[]>;
  /** Whether a hash of a letter or an export is one of this record's. */
  knows(hash: string): Promise<boolean>;
}

interface Row {
  id: number;
  consents_until: number;
  consents_hash: string;
  declarations_hash: string;
  created_at: string;
}

interface ConsentRow {
  id: number;
  checkbox_id: number;
  purpose: string;
  location: string;
  order_id: number;
  accepted: number;
  label_version: string;
  page_version: string | null;
  created_at: string;
}

const TABLE = 'compliance_anchors';
const CONSENTS = 'compliance_consents';
const BATCH = 500;
/** Days. A transaction that takes longer than an hour would slip a consent in between. */
const SETTLED = 1 / 24;

const proofOf = ({ id, checkbox_id, purpose, location, order_id, accepted, label_version, page_version, created_at }: ConsentRow): string =>
  JSON.stringify([id, checkbox_id, purpose, location, order_id, accepted, label_version, page_version, created_at]);

export function createAnchors({ db, clock, declarations }: { db: Database; clock: Pick<Clock, 'now'>; declarations: Pick<Declarations, 'broken'> }): Anchors {
  const anchors = () => db()<Row>(TABLE);
  const anchorOf = (row: Row): Anchor => ({ id: row.id, consentsUntil: row.consents_until, consents: row.consents_hash, declarations: row.declarations_hash, createdAt: row.created_at });
  const last = async (): Promise<Row | undefined> => anchors().orderBy('id', 'desc').first();

  /** Goes on with a hash over the consents after one, up to another. */
  async function over(from: { readonly id: number; readonly hash: string }, until: number): Promise<string> {
    let [after, hash] = [from.id, from.hash];
    for (;;) {
      const rows: ConsentRow[] = await db()<ConsentRow>(CONSENTS).where('id', '>', after).where('id', '<=', until).orderBy('id').limit(BATCH).select();
      for (const row of rows) [after, hash] = [row.id, hashText(`${hash}\n${proofOf(row)}`)];
      if (rows.length < BATCH) return hash;
    }
  }

  return {
    add: () =>
      db.withLock('compliance.anchors', () => db.transaction(async () => {
        const before = await last();
        const newest = (await db()(CONSENTS).where('created_at', '<', shiftDays(clock.now(), -SETTLED)).max({ id: 'id' }).first()) as { id: number | null } | undefined;
        const until = Math.max(Number(newest?.id ?? 0), before?.consents_until ?? 0);
        const end = (await db()('compliance_declaration_end').where({ id: 1 }).first('hash')) as { hash: string } | undefined;
        const declared = end?.hash ?? '';
        if (until === (before?.consents_until ?? 0) && declared === (before?.declarations_hash ?? '')) return undefined;
        const consents = await over({ id: before?.consents_until ?? 0, hash: before?.consents_hash ?? '' }, until);
        await anchors().insert({ consents_until: until, consents_hash: consents, declarations_hash: declared, created_at: clock.now() });
        const added = await last();
        return added && anchorOf(added);
      })),

    async newest() {
      const row = await last();
      return row && anchorOf(row);
    },

    async broken() {
      const found: BrokenRecord[] = [];
      const declaration = await declarations.broken();
      if (declaration !== undefined) found.push({ record: 'declarations', at: declaration });
      const all: Row[] = await anchors().orderBy('id').select();
      let from = { id: 0, hash: '' };
      for (const { consents_until: until, consents_hash: said, declarations_hash: declared } of all) {
        from = { id: until, hash: await over(from, until) };
        if (from.hash !== said && !found.some(({ record }) => record === 'consents')) found.push({ record: 'consents', at: until });
        const gone = declared !== '' && !(await db()('compliance_declarations').where({ hash: declared }).first('id'));
        // A chain that was written anew fits itself, and not what was said of it on a day before.
        if (gone && !found.some(({ record }) => record === 'declarations')) found.push({ record: 'declarations', at: 0 });
      }
      return found;
    },

    async knows(hash) {
      if (!/^[\da-f]{64}$/.test(hash)) return false;
      const said = await anchors().where({ consents_hash: hash }).orWhere({ declarations_hash: hash }).first('id');
      return said !== undefined || (await db()('compliance_declarations').where({ hash }).first('id')) !== undefined;
    },
  };
}
