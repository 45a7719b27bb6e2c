import { type Database, toUtcString } from 'plinth';
import { type Clock, shiftDays } from '../time/clock.js';
import type { Declaration } from './declarations.js';
import type { DeclarationKind, DeclarationRow, ReceiptStatus } from './tables.js';

/**
 * How the receipt of a declaration is sent. `immediate`: at once, without limits, since the declaration is about an
 * order of its sender; `limited`: within the limits, since the address may not be the sender's.
 */
export type ReceiptDue = 'none' | 'immediate' | 'limited';

/** Numbers of receipts that were not sent. */
export interface UnsentReceipts {
  /** Failed, rejected by the mail server, or not attempted in time. */
  readonly failed: number;
  /** Saved to the mail folder because there is no mail server. */
  readonly filed: number;
  /** Waiting for the limits for more than a day. */
  readonly delayed: number;
}

/** Delivery states of receipts, and the limits on those to unverified addresses. */
export interface ReceiptStates {
  /**
   * Stores that a receipt is due, in the transaction of its declaration.
   * @returns whether to send it now
   */
  start(declaration: Pick<Declaration, 'id' | 'email'>, due: ReceiptDue, network: string): Promise<boolean>;
  /** Stores the result of an attempt to send a receipt. */
  setOutcome(id: number, status: ReceiptStatus): Promise<void>;
  /** Stores a state that the shop owner chose. */
  setStatus(id: number, status: 'none' | 'pending'): Promise<void>;
  /**
   * Releases the queued receipts that the limits allow by now, oldest first.
   * @returns IDs of their declarations
   */
  release(): Promise<readonly number[]>;
  /** Counts receipts that were not sent, of one kind of declaration or of all. */
  countUnsent(kind?: DeclarationKind): Promise<UnsentReceipts>;
}

/** Maximum number of limited receipts per day, to one email address and from one network. */
const MAX_PER_EMAIL = 3;
const MAX_PER_NETWORK = 30;
/** Time after which a receipt that was not attempted counts as failed, in milliseconds. */
const OVERDUE_MS = 15 * 60_000;
const BATCH_SIZE = 500;

type Counts = Map<string, number>;
type QueuedRow = Pick<DeclarationRow, 'id' | 'email' | 'receipt_network'>;

const normalizeEmail = (email: string): string => email.trim().toLowerCase();
const countOf = (counts: Counts, key: string): number => counts.get(key) ?? 0;

export function createReceiptStates({ db, clock }: { db: Database; clock: Pick<Clock, 'now'> }): ReceiptStates {
  const table = () => db()('compliance_declarations');
  const dayAgo = (): string => shiftDays(clock.now(), -1);
  const update = async (id: number, values: Partial<DeclarationRow>): Promise<void> =>
    void (await table().where({ id }).update(values));

  /** Counts the limited receipts released in the last day, by address and by network. */
  async function countReleased(): Promise<{ readonly emails: Counts; readonly networks: Counts }> {
    const rows = await table().where('receipt_released_at', '>', dayAgo()).select('email', 'receipt_network');
    const [emails, networks] = [new Map<string, number>(), new Map<string, number>()];
    for (const row of rows) addTo(emails, networks, row);
    return { emails, networks };
  }

  function addTo(emails: Counts, networks: Counts, { email, receipt_network: network }: Omit<QueuedRow, 'id'>): void {
    const address = normalizeEmail(email);
    emails.set(address, countOf(emails, address) + 1);
    networks.set(network, countOf(networks, network) + 1);
  }

  /** Whether a new receipt may be sent now: within the limits, and not before older ones that wait. */
  async function isAllowed(email: string, network: string): Promise<boolean> {
    const address = normalizeEmail(email);
    const waiting = await table()
      .where({ receipt_status: 'queued' })
      .where((any) => void any.where({ receipt_network: network }).orWhereRaw('lower(email) = ?', [address]))
      .first('id');
    if (waiting) return false;
    const { emails, networks } = await countReleased();
    return countOf(emails, address) < MAX_PER_EMAIL && countOf(networks, network) < MAX_PER_NETWORK;
  }

  /** Releases those of some rows that the limits allow; `released` counts them too. */
  async function releaseRows(
    rows: readonly QueuedRow[],
    { emails, networks }: { readonly emails: Counts; readonly networks: Counts },
  ): Promise<readonly number[]> {
    const ids: number[] = [];
    for (const row of rows) {
      if (countOf(emails, normalizeEmail(row.email)) >= MAX_PER_EMAIL) continue;
      if (countOf(networks, row.receipt_network) >= MAX_PER_NETWORK) continue;
      addTo(emails, networks, row);
      ids.push(row.id);
    }
    await table()
      .whereIn('id', [...ids])
      .update({ receipt_status: 'pending', receipt_released_at: clock.now() });
    return ids;
  }

  return {
    async start({ id, email }, due, network) {
      if (due === 'none' || email === '') return false;
      if (due === 'immediate') {
        await update(id, { receipt_status: 'pending' });
        return true;
      }
      const isReleased = await isAllowed(email, network);
      await update(id, {
        receipt_status: isReleased ? 'pending' : 'queued',
        receipt_network: network,
        receipt_released_at: isReleased ? clock.now() : null,
      });
      return isReleased;
    },

    async setOutcome(id, status) {
      await table()
        .where({ id })
        .increment('receipt_attempts', 1)
        .update({ receipt_status: status, receipt_sent_at: status === 'sent' ? clock.now() : null });
    },

    setStatus: (id, status) => update(id, { receipt_status: status }),

    release: () =>
      db.transaction(async () => {
        // Networks are personal data: they are needed only while their receipts count.
        await table().where('receipt_released_at', '<=', dayAgo()).update({
          receipt_network: '',
          receipt_released_at: null,
        });
        const counts = await countReleased();
        const ids: number[] = [];
        for (let lastId = 0; ;) {
          const rows = await table()
            .where({ receipt_status: 'queued' })
            .where('id', '>', lastId)
            .orderBy('id')
            .limit(BATCH_SIZE)
            .select('id', 'email', 'receipt_network');
          ids.push(...(await releaseRows(rows, counts)));
          lastId = rows.at(-1)?.id ?? lastId;
          if (rows.length < BATCH_SIZE) return ids;
        }
      }),

    async countUnsent(kind) {
      const overdue = toUtcString(Date.parse(`${clock.now().replace(' ', 'T')}Z`) - OVERDUE_MS);
      const rows = await table()
        .where(kind === undefined ? {} : { kind })
        .whereIn('receipt_status', ['queued', 'pending', 'failed', 'filed', 'refused'])
        .select('receipt_status', 'created_at', 'receipt_released_at');
      const count = (isCounted: (row: (typeof rows)[number]) => boolean): number => rows.filter(isCounted).length;
      return {
        failed: count(
          ({ receipt_status: status, created_at: createdAt, receipt_released_at: releasedAt }) =>
            status === 'failed' ||
            status === 'refused' ||
            (status === 'pending' && (releasedAt ?? createdAt) < overdue),
        ),
        filed: count(({ receipt_status: status }) => status === 'filed'),
        delayed: count(
          ({ receipt_status: status, created_at: createdAt }) => status === 'queued' && createdAt < dayAgo(),
        ),
      };
    },
  };
}
