import { type Database, PlinthError } from 'plinth';
import type { Clock } from '../time/clock.js';
import type { RequiredEmail, BouncedEmailRow } from './tables.js';

/** An email that a mail server rejected permanently. */
interface BouncedEmail {
  readonly email: RequiredEmail;
  /** ID of the declaration; for `confirmation`, of the account. */
  readonly objectId: number;
  /** Response of the mail server. */
  readonly response: string;
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly bouncedAt: string;
}

/** Record of important emails that could not be delivered, shown to the shop owner. */
export interface BouncedEmails {
  /**
   * Sends an email with `send`, and records it when the server rejects it; a successful delivery removes the record.
   * Errors of `send` are rethrown.
   */
  trackDelivery(email: RequiredEmail, aboutId: number, send: () => Promise<unknown>): Promise<void>;
  /** Bounced emails about these declarations or accounts. */
  findByObjects(emails: readonly RequiredEmail[], aboutIds: readonly number[]): Promise<readonly BouncedEmail[]>;
  /** Newest bounced emails of a kind. */
  newest(email: RequiredEmail, limit: number): Promise<readonly BouncedEmail[]>;
  remove(emails: readonly RequiredEmail[], aboutIds: readonly number[]): Promise<void>;
}

const MAX_RESPONSE_LENGTH = 500;

const toBouncedEmail = (row: BouncedEmailRow): BouncedEmail => ({
  email: row.email_kind,
  objectId: row.about_id,
  response: row.refusal,
  bouncedAt: row.refused_at,
});

export function createBouncedEmails({ db, clock }: { db: Database; clock: Pick<Clock, 'now'> }): BouncedEmails {
  const table = () => db()('compliance_bounced_emails');
  const selectRows = (emails: readonly RequiredEmail[], aboutIds: readonly number[]) =>
    table()
      .whereIn('email_kind', [...emails])
      .whereIn('about_id', [...aboutIds]);
  const removeRows: BouncedEmails['remove'] = async (emails, aboutIds) =>
    void (await selectRows(emails, aboutIds).delete());

  return {
    async trackDelivery(email, aboutId, send) {
      try {
        await send();
      } catch (error) {
        if (error instanceof PlinthError && error.code === 'mail_refused') {
          const { words: serverMessage } = error.details ?? {};
          const values = {
            refusal: typeof serverMessage === 'string' ? serverMessage.slice(0, MAX_RESPONSE_LENGTH) : '',
            refused_at: clock.now(),
          };
          await table()
            .insert({ email_kind: email, about_id: aboutId, ...values })
            .onConflict(['email_kind', 'about_id'])
            .merge(values);
        }
        throw error;
      }
      await removeRows([email], [aboutId]);
    },
    findByObjects: async (emails, aboutIds) =>
      (await selectRows(emails, aboutIds).orderBy('refused_at').select()).map(toBouncedEmail),
    newest: async (email, limit) =>
      (await table().where({ email_kind: email }).orderBy('refused_at', 'desc').limit(limit).select()).map(
        toBouncedEmail,
      ),
    remove: removeRows,
  };
}
