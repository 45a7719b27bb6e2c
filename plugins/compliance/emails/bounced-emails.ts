import { type Database, PlinthError } from 'plinth';
import type { Clock } from '../time/clock.js';
import type { PromisedEmail, RefusedEmailRow } from './tables.js';

/** An email that a mail server rejected permanently. */
interface RefusedEmail {
  readonly email: PromisedEmail;
  /** ID of the declaration; for `confirmation`, of the account. */
  readonly aboutId: number;
  /** Response of the mail server. */
  readonly refusal: string;
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly refusedAt: string;
}

/** Record of important emails that could not be delivered, shown to the shop owner. */
export interface RefusedEmails {
  /**
   * Sends an email with `send`, and records it when the server rejects it; a successful delivery removes the record.
   * Errors of `send` are rethrown.
   */
  watch(email: PromisedEmail, aboutId: number, send: () => Promise<unknown>): Promise<void>;
  /** Bounced emails about these declarations or accounts. */
  of(emails: readonly PromisedEmail[], aboutIds: readonly number[]): Promise<readonly RefusedEmail[]>;
  /** Newest bounced emails of a kind. */
  newest(email: PromisedEmail, limit: number): Promise<readonly RefusedEmail[]>;
  forget(emails: readonly PromisedEmail[], aboutIds: readonly number[]): Promise<void>;
}

const LENGTH = 500;

const toFailedEmail = (row: RefusedEmailRow): RefusedEmail => ({
  email: row.email_kind,
  aboutId: row.about_id,
  refusal: row.refusal,
  refusedAt: row.refused_at,
});

export function createRefusedEmails({ db, clock }: { db: Database; clock: Pick<Clock, 'now'> }): RefusedEmails {
  const table = () => db()('compliance_bounced_emails');
  const among = (emails: readonly PromisedEmail[], aboutIds: readonly number[]) =>
    table()
      .whereIn('email_kind', [...emails])
      .whereIn('about_id', [...aboutIds]);
  const forget: RefusedEmails['forget'] = async (emails, aboutIds) => void (await among(emails, aboutIds).delete());

  return {
    async watch(email, aboutId, send) {
      try {
        await send();
      } catch (error) {
        if (error instanceof PlinthError && error.code === 'mail_refused') {
          const { words: serverMessage } = error.details ?? {};
          const values = {
            refusal: typeof serverMessage === 'string' ? serverMessage.slice(0, LENGTH) : '',
            refused_at: clock.now(),
          };
          await table()
            .insert({ email_kind: email, about_id: aboutId, ...values })
            .onConflict(['email_kind', 'about_id'])
            .merge(values);
        }
        throw error;
      }
      await forget([email], [aboutId]);
    },
    of: async (emails, aboutIds) => (await among(emails, aboutIds).orderBy('refused_at').select()).map(toFailedEmail),
    newest: async (email, limit) =>
      (await table().where({ email_kind: email }).orderBy('refused_at', 'desc').limit(limit).select()).map(
        toFailedEmail,
      ),
    forget,
  };
}
