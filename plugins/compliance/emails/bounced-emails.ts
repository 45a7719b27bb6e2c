import { type Database, PlinthError } from 'plinth';
import type { Clock } from '../time/clock.js';
import type { PromisedEmail, RefusedEmailRow } from './tables.js';

/** A letter that a mail server refused for good. */
interface RefusedEmail {
  readonly email: PromisedEmail;
  /** The declaration; for `confirmation` the account. */
  readonly aboutId: number;
  /** What the server said. */
  readonly refusal: string;
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly refusedAt: string;
}

/** What is remembered of letters that somebody waits for and that never arrive, so that the owner sees it. */
export interface RefusedEmails {
  /**
   * Sends a letter by `send`, and remembers it when the server refuses it; one that goes out is forgotten.
   * Errors: those of `send`.
   */
  watch(email: PromisedEmail, aboutId: number, send: () => Promise<unknown>): Promise<void>;
  /** The letters about these. */
  of(emails: readonly PromisedEmail[], aboutIds: readonly number[]): Promise<readonly RefusedEmail[]>;
  /** The newest of a kind. */
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
          const { words } = error.details ?? {};
          const said = { refusal: typeof words === 'string' ? words.slice(0, LENGTH) : '', refused_at: clock.now() };
          await table()
            .insert({ email_kind: email, about_id: aboutId, ...said })
            .onConflict(['email_kind', 'about_id'])
            .merge(said);
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
