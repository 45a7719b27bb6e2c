import type { Database } from 'plinth';
import { isFreeConsent } from './checkbox.js';
import { anonymiseIp, type ConsentLog, isWithdrawal, type WithdrawalPlace } from './consents.js';
import type { ConsentRow } from './tables.js';

/** A consent in effect: given, and not withdrawn since. */
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

/** Person whose consents are meant: by email address, account, or both. */
export interface Consenter {
  readonly email?: string;
  readonly userId?: number;
}

/** Consents that must be as easy to withdraw as to give (GDPR art. 7(3)): marketing, and the review reminder. */
export interface FreeConsents {
  /** The newest consent for each purpose and email address. A checkbox left empty later withdraws nothing. */
  listActive(who: Consenter): Promise<readonly StandingConsent[]>;
  /** The consent with that ID, or a newer one for its email address and purpose; undefined once it is withdrawn. */
  findActiveById(id: number): Promise<StandingConsent | undefined>;
  /**
   * Withdraws consents and logs the withdrawal as proof.
   * @returns number of consents that were in effect
   */
  withdraw(who: Consenter, purpose: string, location: WithdrawalPlace, ip: string): Promise<number>;
}

const TABLE = 'compliance_consents';

export function createFreeConsents({
  db,
  consents,
}: {
  db: Database;
  consents: Pick<ConsentLog, 'add'>;
}): FreeConsents {
  async function findStanding({ email = '', userId = 0 }: Consenter): Promise<StandingConsent[]> {
    const address = email.toLowerCase();
    if (address === '' && userId === 0) return [];
    const own = await db()(TABLE)
      .where({ user_id: userId })
      .whereNot({ user_id: 0 })
      .whereNot({ address: '' })
      .distinct<{ address: string }[]>('address');
    // All consents of an email address count, whether given while logged in or not.
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
    listActive: findStanding,

    async findActiveById(id) {
      const row = await db()(TABLE).where({ id }).first();
      return row && (await findStanding({ email: row.address })).find(({ purpose }) => purpose === row.purpose);
    },

    withdraw: (who, purpose, location, ip) =>
      // Locked, so that two simultaneous clicks are logged only once.
      db.withLock('compliance.consents', () =>
        db.transaction(async () => {
          const withdrawn = (await findStanding(who)).filter((one) => one.purpose === purpose);
          await consents.add(
            withdrawn.map(({ checkboxId, email, userId, labelVersion, pageVersion }) => ({
              checkboxId,
              purpose,
              location,
              orderId: 0,
              userId,
              email,
              accepted: false,
              labelVersion,
              pageVersion,
              ip: anonymiseIp(ip),
            })),
          );
          return withdrawn.length;
        }),
      ),
  };
}
