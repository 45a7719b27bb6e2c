import type { Database } from 'plinth';
import type { BouncedEmails } from '../emails/bounced-emails.js';
import type { Declarations } from '../declarations/declarations.js';
import type { ReportCases } from '../declarations/report-cases.js';
import type { ReadOrder } from '../store/shop.js';

interface PersonalDataDeps {
  readonly db: Database;
  readonly declarations: Declarations;
  readonly cases: Pick<ReportCases, 'erase'>;
  readonly readOrder: ReadOrder;
  readonly bouncedEmails: Pick<BouncedEmails, 'remove'>;
}

/** Personal data stored by the plugin, by email address (GDPR art. 15 and 17). */
export interface PersonalData {
  /** Returns one row per consent and declaration. */
  export(email: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /**
   * Removes the person from the data; the fact and the content of consents remain as proof.
   * @returns number of rows changed
   */
  erase(email: string): Promise<number>;
  /**
   * Erases the email addresses by which withdrawals find orders, except for orders that retain their customer, who may
   * still withdraw.
   */
  eraseOrderAddresses(email: string): Promise<{ readonly removed: number; readonly retained: number }>;
  /** Removes an account from consents, before the account itself is deleted. */
  eraseAccount(userId: number): Promise<void>;
}

export function createPersonalData({
  db,
  declarations,
  cases,
  readOrder,
  bouncedEmails,
}: PersonalDataDeps): PersonalData {
  const queryConsents = (email: string) => db()('compliance_consents').where({ email });
  return {
    async export(email) {
      const rows = await queryConsents(email).orderBy('id').select();
      const labels = new Map(
        (
          await db()('compliance_text_versions')
            .whereIn(
              'hash',
              rows.map((row) => row.label_version),
            )
            .select('hash', 'content')
        ).map((row) => [row.hash, row.content]),
      );
      return [
        ...rows.map((row) => ({
          kind: 'consent',
          time: row.created_at,
          form: row.location,
          answer: row.accepted === 1 ? 'accepted' : 'not accepted',
          text: labels.get(row.label_version) ?? '',
          ip: row.ip,
        })),
        ...(await declarations.listByEmail(email)).map((entry) => ({
          kind: entry.kind,
          time: entry.createdAt,
          form: entry.kind,
          answer: entry.status,
          text: JSON.stringify(entry.fields),
          ip: '',
        })),
      ];
    },
    erase: (email) =>
      db.transaction(async () => {
        const changed = await queryConsents(email).update({ email: '', address: '', user_id: 0, ip: '' });
        // A mail server's response repeats the address.
        await bouncedEmails.remove(
          ['receipt', 'shop', 'decision', 'author'],
          (await declarations.listByEmail(email)).map(({ id }) => id),
        );
        return changed + (await cases.erase(email)) + (await declarations.erase(email));
      }),
    async eraseOrderAddresses(email) {
      const rows = await db()('compliance_orders').where({ email }).select('number', 'order_id');
      let retained = 0;
      for (const { number, order_id: orderId } of rows) {
        const order = await readOrder(orderId);
        if (order?.billing.email.toLowerCase() === email.toLowerCase()) retained += 1;
        else await db()('compliance_orders').where({ number }).update({ email: '' });
      }
      return { removed: rows.length - retained, retained };
    },
    eraseAccount: async (userId) =>
      void (await db()('compliance_consents')
        .where({ user_id: userId })
        .update({ email: '', address: '', user_id: 0, ip: '' })),
  };
}
