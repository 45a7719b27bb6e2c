import type { Database } from 'plinth';
import { hashText } from '../consents/text-versions.js';
import type { Declarations } from '../declarations/declarations.js';
import { shiftDays, type Clock } from '../time/clock.js';
import type { ConsentRow } from '../consents/tables.js';
import type { AnchorRow, VerifiedHeadRow } from './tables.js';

/** End of the records at a point in time. */
export interface Anchor {
  readonly id: number;
  /** ID of the newest consent covered. */
  readonly consentsUntil: number;
  /** SHA-256 over all consents so far, without data that erasure removes; '' before the first. */
  readonly consents: string;
  /** Hash of the newest declaration; '' before the first. */
  readonly declarations: string;
  /** Time in UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly createdAt: string;
}

/** A record that was altered. */
export interface BrokenRecord {
  readonly record: 'declarations' | 'consents';
  /** First row that is altered or missing; for consents, the ID up to which an anchor fails to verify. */
  readonly brokenAt: number;
}

/** Verifies the consent log and the declaration chain against earlier anchors. */
export interface Anchors {
  /** Adds an anchor for the current end of both; returns undefined when nothing was added since the last one. */
  add(): Promise<Anchor | undefined>;
  newest(): Promise<Anchor | undefined>;
  /**
   * Returns every alteration, deletion or insertion; empty when the records are intact. Hashes every consent, and
   * stores up to where they are verified.
   */
  verify(): Promise<readonly BrokenRecord[]>;
  /** Faster variant for scans: consents verified before are only counted, and newer ones are hashed. */
  verifyIncremental(): Promise<readonly BrokenRecord[]>;
  /** Whether a hash from an email or an export belongs to this record. */
  hasHash(hash: string): Promise<boolean>;
}

/** Verified range of consents. */
interface VerifiedRange {
  readonly head: { readonly id: number; readonly hash: string };
  /** First anchor that does not match. */
  readonly brokenAt?: number;
}

const TABLE = 'compliance_anchors';
const CONSENTS_TABLE = 'compliance_consents';
const HEAD_TABLE = 'compliance_verified_head';
const CHAIN_START: VerifiedRange['head'] = { id: 0, hash: '' };
/** Number of consents that are hashed at once. */
const BATCH_SIZE = 500;
/**
 * Age in days from which consents are anchored. A transaction that takes longer than an hour could still insert an
 * older consent.
 */
const MIN_AGE_DAYS = 1 / 24;

/** Name under which hashes contain the location `email`, so that hashes of earlier consents remain valid. */
const HASHED_EMAIL_LOCATION = 'letter';

const serializeConsent = ({
  id,
  checkbox_id,
  purpose,
  location,
  order_id,
  accepted,
  label_version,
  page_version,
  created_at,
}: ConsentRow): string =>
  JSON.stringify([
    id,
    checkbox_id,
    purpose,
    location === 'email' ? HASHED_EMAIL_LOCATION : location,
    order_id,
    accepted,
    label_version,
    page_version,
    created_at,
  ]);

export function createAnchors({
  db,
  clock,
  declarations,
}: {
  db: Database;
  clock: Pick<Clock, 'now'>;
  declarations: Pick<Declarations, 'findBroken'>;
}): Anchors {
  const anchors = () => db()(TABLE);
  const toAnchor = (row: AnchorRow): Anchor => ({
    id: row.id,
    consentsUntil: row.consents_until,
    consents: row.consents_hash,
    declarations: row.declarations_hash,
    createdAt: row.created_at,
  });
  const readNewestRow = async (): Promise<AnchorRow | undefined> => anchors().orderBy('id', 'desc').first();

  /** Extends a hash over the consents after one ID, up to another. */
  async function hashUntil(from: { readonly id: number; readonly hash: string }, until: number): Promise<string> {
    let [after, hash] = [from.id, from.hash];
    for (;;) {
      const rows = await db()(CONSENTS_TABLE)
        .where('id', '>', after)
        .where('id', '<=', until)
        .orderBy('id')
        .limit(BATCH_SIZE)
        .select();
      for (const row of rows) [after, hash] = [row.id, hashText(`${hash}\n${serializeConsent(row)}`)];
      if (rows.length < BATCH_SIZE) return hash;
    }
  }

  const headRow = async (): Promise<VerifiedHeadRow> =>
    (await db()(HEAD_TABLE).where({ id: 1 }).first()) ?? { id: 1, consents_until: 0, consents: 0, consents_hash: '' };

  async function countUntil(id: number): Promise<number> {
    const [row] = await db()(CONSENTS_TABLE).where('id', '<=', id).count({ n: '*' });
    return Number(row?.n ?? 0);
  }

  /** Returns the verified position whose anchor is missing or was changed. */
  async function findLostHead(): Promise<number | undefined> {
    const { consents_until, consents_hash } = await headRow();
    return consents_until === 0 || (await anchors().where({ consents_until, consents_hash }).first('id'))
      ? undefined
      : consents_until;
  }

  /** Verifies the consents after a position against the anchors. */
  async function verifyFrom(from: VerifiedRange['head']): Promise<VerifiedRange> {
    let head = from;
    const anchorRows = await anchors().where('consents_until', '>=', from.id).orderBy('id').select();
    for (const { consents_until: until, consents_hash: hash } of anchorRows) {
      if ((await hashUntil(head, until)) !== hash) return { head, brokenAt: until };
      head = { id: until, hash };
    }
    return { head };
  }

  /**
   * Returns the altered records.
   * @param consents position at which consents do not verify; undefined if they do
   */
  async function listBroken(consents: number | undefined): Promise<readonly BrokenRecord[]> {
    const declaration = await declarations.findBroken();
    // A rewritten chain is consistent in itself, but does not contain the hashes of earlier anchors.
    const findLostHash = (): Promise<unknown> =>
      anchors()
        .whereNot({ declarations_hash: '' })
        .whereNotIn('declarations_hash', db()('compliance_declarations').select('hash'))
        .first('id');
    const brokenDeclaration = declaration ?? ((await findLostHash()) === undefined ? undefined : 0);
    return [
      ...(brokenDeclaration === undefined ? [] : [{ record: 'declarations' as const, brokenAt: brokenDeclaration }]),
      ...(consents === undefined ? [] : [{ record: 'consents' as const, brokenAt: consents }]),
    ];
  }

  return {
    add: () =>
      db.withLock('compliance.anchors', () =>
        db.transaction(async () => {
          const before = await readNewestRow();
          const newest = await db()(CONSENTS_TABLE)
            .where('created_at', '<', shiftDays(clock.now(), -MIN_AGE_DAYS))
            .max({ id: 'id' })
            .first<{ id: number | null } | undefined>();
          const until = Math.max(Number(newest?.id ?? 0), before?.consents_until ?? 0);
          const end = await db()('compliance_declaration_end').where({ id: 1 }).first('hash');
          const declarationHash = end?.hash ?? '';
          if (until === (before?.consents_until ?? 0) && declarationHash === (before?.declarations_hash ?? ''))
            return undefined;
          const consents = await hashUntil(
            { id: before?.consents_until ?? 0, hash: before?.consents_hash ?? '' },
            until,
          );
          await anchors().insert({
            consents_until: until,
            consents_hash: consents,
            declarations_hash: declarationHash,
            created_at: clock.now(),
          });
          const added = await readNewestRow();
          return added && toAnchor(added);
        }),
      ),

    async newest() {
      const row = await readNewestRow();
      return row && toAnchor(row);
    },

    async verify() {
      const lostPosition = await findLostHead();
      const { head, brokenAt } = await verifyFrom(CHAIN_START);
      // Not moved while its anchor is missing, because that would hide that newer consents are missing.
      if (lostPosition === undefined)
        await db()(HEAD_TABLE)
          .where({ id: 1 })
          .update({ consents_until: head.id, consents_hash: head.hash, consents: await countUntil(head.id) });
      return listBroken(brokenAt ?? lostPosition);
    },

    async verifyIncremental() {
      const { consents_until: id, consents_hash: hash, consents } = await headRow();
      const lostPosition = await findLostHead();
      if (lostPosition !== undefined || (await countUntil(id)) !== consents) return listBroken(lostPosition ?? id);
      return listBroken((await verifyFrom({ id, hash })).brokenAt);
    },

    async hasHash(hash) {
      if (!/^[\da-f]{64}$/.test(hash)) return false;
      const anchor = await anchors().where({ consents_hash: hash }).orWhere({ declarations_hash: hash }).first('id');
      return anchor !== undefined || (await db()('compliance_declarations').where({ hash }).first('id')) !== undefined;
    },
  };
}
