import { type Database, PlinthError } from 'plinth';
import type { Clock } from '../time/clock.js';
import type { PromisedLetter, RefusedLetterRow } from './tables.js';

/** A letter that a mail server refused for good. */
interface RefusedLetter {
  readonly letter: PromisedLetter;
  /** The declaration; for `confirmation` the account. */
  readonly aboutId: number;
  /** What the server said. */
  readonly refusal: string;
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly refusedAt: string;
}

/** What is remembered of letters that somebody waits for and that never arrive, so that the owner sees it. */
export interface RefusedLetters {
  /**
   * Sends a letter by `send`, and remembers it when the server refuses it; one that goes out is forgotten.
   * Errors: those of `send`.
   */
  watch(letter: PromisedLetter, aboutId: number, send: () => Promise<unknown>): Promise<void>;
  /** The letters about these. */
  of(letters: readonly PromisedLetter[], aboutIds: readonly number[]): Promise<readonly RefusedLetter[]>;
  /** The newest of a kind. */
  newest(letter: PromisedLetter, limit: number): Promise<readonly RefusedLetter[]>;
  forget(letters: readonly PromisedLetter[], aboutIds: readonly number[]): Promise<void>;
}

const LENGTH = 500;

const letterOf = (row: RefusedLetterRow): RefusedLetter => ({
  letter: row.letter,
  aboutId: row.about_id,
  refusal: row.refusal,
  refusedAt: row.refused_at,
});

export function createRefusedLetters({ db, clock }: { db: Database; clock: Pick<Clock, 'now'> }): RefusedLetters {
  const table = () => db()('compliance_refused_letters');
  const among = (letters: readonly PromisedLetter[], aboutIds: readonly number[]) =>
    table()
      .whereIn('letter', [...letters])
      .whereIn('about_id', [...aboutIds]);
  const forget: RefusedLetters['forget'] = async (letters, aboutIds) => void (await among(letters, aboutIds).delete());

  return {
    async watch(letter, aboutId, send) {
      try {
        await send();
      } catch (error) {
        if (error instanceof PlinthError && error.code === 'mail_refused') {
          const { words } = error.details ?? {};
          const said = { refusal: typeof words === 'string' ? words.slice(0, LENGTH) : '', refused_at: clock.now() };
          await table()
            .insert({ letter, about_id: aboutId, ...said })
            .onConflict(['letter', 'about_id'])
            .merge(said);
        }
        throw error;
      }
      await forget([letter], [aboutId]);
    },
    of: async (letters, aboutIds) => (await among(letters, aboutIds).orderBy('refused_at').select()).map(letterOf),
    newest: async (letter, limit) =>
      (await table().where({ letter }).orderBy('refused_at', 'desc').limit(limit).select()).map(letterOf),
    forget,
  };
}
