import type { Database } from 'plinth';
import { isFreeConsent } from './checkbox.js';
import { anonymizeIp, type ConsentLog, isWithdrawal, type WithdrawalLocation } from './consents.js';
import type { ConsentRow } from './tables.js';

/** A consent in effect: given, and not withdrawn since. */
export interface ActiveConsent {
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
export interface ConsentOwner {
  readonly email?: string;
  readonly userId?: number;
}

/** Consents that must be as easy to withdraw as to give (GDPR art. 7(3)): marketing, and the review reminder. */
export interface FreeConsents {
  /** The newest consent for each purpose and email address. An unchecked checkbox in a later form withdraws nothing. */
  listActive(owner: ConsentOwner): Promise<readonly ActiveConsent[]>;
  /** The consent with that ID, or a newer one for its email address and purpose; undefined once it is withdrawn. */
  findActiveById(id: number): Promise<ActiveConsent | undefined>;
  /**
   * Withdraws consents and logs the withdrawal as proof.
   * @returns number of consents that were in effect
   */
  withdraw(owner: ConsentOwner, purpose: string, location: WithdrawalLocation, ip: string): Promise<number>;
}

const TABLE = 'compliance_consents';

export function createFreeConsents({
  db,
  consents,
}: {
  db: Database;
  consents: Pick<ConsentLog, 'add'>;
}): FreeConsents {
  async function findActive({ email = '', userId = 0 }: ConsentOwner): Promise<ActiveConsent[]> {
    const address = email.toLowerCase();
    if (address === '' && userId === 0) return [];
    const accountAddresses = await db()(TABLE)
      .where({ user_id: userId })
      .whereNot({ user_id: 0 })
      .whereNot({ address: '' })
      .distinct<{ address: string }[]>('address');
    // All consents of an email address count, whether given while logged in or not.
    const addresses = [...new Set([address, ...accountAddresses.map((row) => row.address)])].filter(
      (value) => value !== '',
    );
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
    listActive: findActive,

    async findActiveById(id) {
      const row = await db()(TABLE).where({ id }).first();
      return row && (await findActive({ email: row.address })).find(({ purpose }) => purpose === row.purpose);
    },

    withdraw: (owner, purpose, location, ip) =>
      // Locked, so that two simultaneous clicks are logged only once.
      db.withLock('compliance.consents', () =>
        db.transaction(async () => {
          const withdrawn = (await findActive(owner)).filter((activeConsent) => activeConsent.purpose === purpose);
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
              ip: anonymizeIp(ip),
            })),
          );
          return withdrawn.length;
        }),
      ),
  };
}
