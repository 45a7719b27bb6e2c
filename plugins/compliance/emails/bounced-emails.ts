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
  trackDelivery(email: RequiredEmail, objectId: number, send: () => Promise<unknown>): Promise<void>;
  /** Bounced emails about these declarations or accounts. */
  findByObjects(emails: readonly RequiredEmail[], objectIds: readonly number[]): Promise<readonly BouncedEmail[]>;
  /** Newest bounced emails of a kind. */
  newest(email: RequiredEmail, limit: number): Promise<readonly BouncedEmail[]>;
  remove(emails: readonly RequiredEmail[], objectIds: readonly number[]): Promise<void>;
}

const MAX_RESPONSE_LENGTH = 500;

const toBouncedEmail = (row: BouncedEmailRow): BouncedEmail => ({
  email: row.email_kind,
  objectId: row.object_id,
  response: row.response,
  bouncedAt: row.bounced_at,
});

export function createBouncedEmails({ db, clock }: { db: Database; clock: Pick<Clock, 'now'> }): BouncedEmails {
  const table = () => db()('compliance_bounced_emails');
  const selectRows = (emails: readonly RequiredEmail[], objectIds: readonly number[]) =>
    table()
      .whereIn('email_kind', [...emails])
      .whereIn('object_id', [...objectIds]);
  const removeRows: BouncedEmails['remove'] = async (emails, objectIds) =>
    void (await selectRows(emails, objectIds).delete());

  return {
    async trackDelivery(email, objectId, send) {
      try {
        await send();
      } catch (error) {
        if (error instanceof PlinthError && error.code === 'mail_refused') {
          const { response: serverMessage } = error.details ?? {};
          const values = {
            response: typeof serverMessage === 'string' ? serverMessage.slice(0, MAX_RESPONSE_LENGTH) : '',
            bounced_at: clock.now(),
          };
          await table()
            .insert({ email_kind: email, object_id: objectId, ...values })
            .onConflict(['email_kind', 'object_id'])
            .merge(values);
        }
        throw error;
      }
      await removeRows([email], [objectId]);
    },
    findByObjects: async (emails, objectIds) =>
      (await selectRows(emails, objectIds).orderBy('bounced_at').select()).map(toBouncedEmail),
    newest: async (email, limit) =>
      (await table().where({ email_kind: email }).orderBy('bounced_at', 'desc').limit(limit).select()).map(
        toBouncedEmail,
      ),
    remove: removeRows,
  };
}
