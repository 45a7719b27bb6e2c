import { PlinthError } from '../api/index.js';

/** A question of a plugin whose answer is a promise, and whether anybody waited for it. */
export interface Question {
  /** The plugin that asks. */
  readonly owner: string;
  heard: boolean;
}

/** How many were asked so far; who remembers it knows what was asked since. */
export const questions = { count: 0 };

/** The latest ones: those of the synchronous stretch that runs now are always among them. */
let latest: Question[] = [];
const MOST = 1000;

/**
 * Marks a promise, so that it shows whether somebody waits for it: in a condition a promise is always true, and who forgets to wait lets
 * everybody pass. Waiting, by whatever means, looks at the promise's constructor first, and at once.
 */
export function asQuestion<T>(promise: Promise<T>, owner: string, entry: Question[] | undefined): Promise<T> {
  const question: Question = { owner, heard: false };
  void Object.defineProperty(promise, 'constructor', {
    get() {
      question.heard = true;
      return Promise;
    },
  });
  if (latest.length >= MOST) latest = [];
  latest.push(question);
  questions.count++;
  entry?.push(question);
  return promise;
}

/** What a plugin asked since the count was that, in the stretch of code that has just run. */
export function askedSince(count: number, owner: string): Question[] {
  return latest.slice(-(questions.count - count)).filter((question) => question.owner === owner);
}

export const isUnheard = (asked: readonly Question[] | undefined): boolean => asked !== undefined && asked.some(({ heard }) => !heard);

/** What is wrong with an entry into a plugin that asked and did not wait. */
export function unheardError(owner: string, place: string): PlinthError {
  return new PlinthError('question_not_awaited', `The plugin "${owner}" asked in "${place}" whether somebody may do something, and did not wait for the answer.`, {
    cure: 'Write `await` before the question; a promise in a condition is always true.',
    status: 500,
    kind: 'fault',
  });
}
