import type { Database } from 'plinth';
import type { BouncedEmails } from '../emails/bounced-emails.js';
import type { Declaration, Declarations } from '../declarations/declarations.js';
import type { ReportCases } from '../declarations/report-cases.js';
import type { ReadOrder } from '../store/shop.js';

interface PersonalDataDeps {
  readonly db: Database;
  readonly declarations: Declarations;
  readonly cases: Pick<ReportCases, 'listByEmail' | 'erase'>;
  readonly readOrder: ReadOrder;
  readonly bouncedEmails: Pick<BouncedEmails, 'findByObjects' | 'remove'>;
  /** Returns the account with an email address; 0 for none. */
  findAccount(email: string): Promise<number>;
}

/** Personal data stored by the plugin, by email address (GDPR art. 15 and 17). */
export interface PersonalData {
  /** Returns one row per consent and declaration. */
  export(email: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /**
   * Removes the person from the data, except for withdrawals from orders, see `eraseWithdrawals`; the fact and the
   * content of consents remain as proof.
   * @returns number of rows changed
   */
  erase(email: string): Promise<number>;
  /** Returns the numbers of the orders that withdrawals find by this email address. */
  listOrderNumbers(email: string): Promise<readonly string[]>;
  /**
   * Erases the email addresses by which withdrawals find orders, except for orders that retain their customer, who may
   * still withdraw.
   */
  eraseOrderAddresses(email: string): Promise<{ readonly removed: number; readonly retained: number }>;
  /** Erases withdrawals from orders, except for orders that retain their customer, to which the money is due. */
  eraseWithdrawals(email: string): Promise<{ readonly removed: number; readonly retained: number }>;
  /** Removes an account from consents, before the account itself is deleted. */
  eraseAccount(userId: number): Promise<void>;
}

/** Emails about declarations. */
const DECLARATION_EMAILS = ['receipt', 'shop', 'decision', 'author'] as const;

/** Returns what is stored for an account: its pending confirmation, and the requirements that it confirmed. */
async function exportAccountRows(db: Database, userId: number) {
  const pending = await db()('compliance_confirmations').where({ user_id: userId }).select();
  const confirmed = await db()('compliance_check_confirmations').where({ user_id: userId }).select();
  return [
    ...pending.map((row) => ({
      kind: 'account_confirmation',
      time: row.created_at,
      form: 'account',
      answer: 'pending',
      text: '',
      ip: '',
    })),
    ...confirmed.map((row) => ({
      kind: 'requirement_confirmation',
      time: row.confirmed_at,
      form: row.check_id,
      answer: 'confirmed',
      text: '',
      ip: '',
    })),
  ];
}

/** Whether a declaration is a withdrawal from a known order. */
const isOfOrder = ({ kind, orderId }: Declaration): boolean => kind === 'withdrawal' && orderId > 0;

export function createPersonalData({
  db,
  declarations,
  cases,
  readOrder,
  bouncedEmails,
  findAccount,
}: PersonalDataDeps): PersonalData {
  /** Returns the query for the consents given under an email address, or with its account under another one. */
  async function queryConsents(email: string) {
    const userId = await findAccount(email);
    return () =>
      db()('compliance_consents').where((any) => {
        void any.where({ email });
        if (userId > 0) void any.orWhere({ user_id: userId });
      });
  }

  return {
    async export(email) {
      const rows = await (await queryConsents(email))().orderBy('id').select();
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
      const entries = await declarations.listByEmail(email);
      const bounced = await bouncedEmails.findByObjects(
        DECLARATION_EMAILS,
        entries.map(({ id }) => id),
      );
      return [
        ...rows.map((row) => ({
          kind: 'consent',
          time: row.created_at,
          form: row.location,
          answer: row.accepted === 1 ? 'accepted' : 'not accepted',
          text: labels.get(row.label_version) ?? '',
          ip: row.ip,
          ...(row.email === email ? {} : { email: row.email }),
        })),
        ...entries.map((entry) => ({
          kind: entry.kind,
          time: entry.createdAt,
          form: entry.kind,
          answer: entry.status,
          text: JSON.stringify({ ...entry.fields, ...(entry.decision === '' ? {} : { decision: entry.decision }) }),
          ip: '',
        })),
        ...(await cases.listByEmail(email)).map(({ party, reportId, createdAt }) => ({
          kind: 'report_case',
          time: createdAt,
          form: 'report',
          answer: party,
          text: `#${reportId}, ${email}`,
          ip: '',
        })),
        ...(await exportAccountRows(db, await findAccount(email))),
        ...bounced.map(({ email: kind, response, bouncedAt }) => ({
          kind: 'bounced_email',
          time: bouncedAt,
          form: kind,
          answer: '',
          text: response,
          ip: '',
        })),
      ];
    },
    erase: (email) =>
      db.transaction(async () => {
        const changed = await (await queryConsents(email))().update({ email: '', address: '', user_id: 0, ip: '' });
        const entries = await declarations.listByEmail(email);
        // A mail server's response repeats the address.
        await bouncedEmails.remove(
          DECLARATION_EMAILS,
          entries.map(({ id }) => id),
        );
        const erased = entries.filter((entry) => !isOfOrder(entry)).map(({ id }) => id);
        return changed + (await cases.erase(email)) + (await declarations.eraseByIds(erased));
      }),
    listOrderNumbers: (email) =>
      email === ''
        ? Promise.resolve([])
        : db()('compliance_orders').where({ email }).orderBy('number').pluck<string[]>('number'),
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
    async eraseWithdrawals(email) {
      const withdrawals = (await declarations.listByEmail(email)).filter(isOfOrder);
      const erased: number[] = [];
      for (const { id, orderId } of withdrawals) {
        const order = await readOrder(orderId);
        if (!order || order.billing.email === '') erased.push(id);
      }
      return {
        removed: await declarations.eraseByIds(erased),
        retained: withdrawals.length - erased.length,
      };
    },
    async eraseAccount(userId) {
      await db()('compliance_consents')
        .where({ user_id: userId })
        .update({ email: '', address: '', user_id: 0, ip: '' });
      await db()('compliance_check_confirmations').where({ user_id: userId }).update({ user_id: 0 });
    },
  };
}
