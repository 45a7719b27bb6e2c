import type { Database } from 'plinth';
import { isFreeConsent } from './checkbox.js';
import { anonymiseIp, type ConsentLog, isWithdrawal, type WithdrawalPlace } from './consents.js';
import type { ConsentRow } from './tables.js';

/** A consent that holds: given, and not taken back since. */
export interface StandingConsent {
  readonly id: number;
  readonly checkboxId: number;
  readonly purpose: string;
  readonly email: string;
  readonly userId: number;
  readonly labelVersion: string;
  readonly pageVersion: string | null;
  /** UTC. */
  readonly createdAt: string;
}

/** Whose consents: those of a mailbox, of an account, or of both. */
export interface Consenter {
  readonly email?: string;
  readonly userId?: number;
}

/** Consents that must be as easy to take back as to give (GDPR art. 7(3)): marketing, and the reminder of a review. */
export interface FreeConsents {
  /** One per purpose and mailbox: the newest. A box left empty later takes nothing back. */
  standing(who: Consenter): Promise<readonly StandingConsent[]>;
  /** The consent of that number, or a newer one of its mailbox and purpose; undefined once it is taken back. */
  ofNumber(id: number): Promise<StandingConsent | undefined>;
  /** Takes consents back and writes down that it was done, as proof. @returns how many were standing */
  withdraw(who: Consenter, purpose: string, place: WithdrawalPlace, ip: string): Promise<number>;
}

const TABLE = 'compliance_consents';

export function createFreeConsents({
  db,
  consents,
}: {
  db: Database;
  consents: Pick<ConsentLog, 'add'>;
}): FreeConsents {
  async function standing({ email = '', userId = 0 }: Consenter): Promise<StandingConsent[]> {
    const address = email.toLowerCase();
    if (address === '' && userId === 0) return [];
    const own = await db()(TABLE)
      .where({ user_id: userId })
      .whereNot({ user_id: 0 })
      .whereNot({ address: '' })
      .distinct<{ address: string }[]>('address');
    // Whatever was said of a mailbox counts, signed in or not.
    const addresses = [...new Set([address, ...own.map((row) => row.address)])].filter((one) => one !== '');
    const rows = await db()(TABLE).whereIn('address', addresses).orderBy('id').select();
    const newest = new Map<string, ConsentRow>();
    for (const row of rows.filter(({ purpose }) => isFreeConsent(purpose))) {
      const key = `${row.purpose} ${row.address}`;
      if (row.accepted === 1) newest.set(key, row);
      else if (isWithdrawal(row)) newest.delete(key);
    }
    return [...newest.values()].map((row) => ({
      id: row.id,
      checkboxId: row.checkbox_id,
      purpose: row.purpose,
      email: row.email,
      userId: row.user_id,
      labelVersion: row.label_version,
      pageVersion: row.page_version,
      createdAt: row.created_at,
    }));
  }

  return {
    standing,

    async ofNumber(id) {
      const row = await db()(TABLE).where({ id }).first();
      return row && (await standing({ email: row.address })).find(({ purpose }) => purpose === row.purpose);
    },

    withdraw: (who, purpose, place, ip) =>
      // Two clicks at once are written down once.
      db.withLock('compliance.consents', () =>
        db.transaction(async () => {
          const taken = (await standing(who)).filter((one) => one.purpose === purpose);
          await consents.add(
            taken.map(({ checkboxId, email, userId, labelVersion, pageVersion }) => ({
              checkboxId,
              purpose,
              location: place,
              orderId: 0,
              userId,
              email,
              accepted: false,
              labelVersion,
              pageVersion,
              ip: anonymiseIp(ip),
            })),
          );
          return taken.length;
        }),
      ),
  };
}
