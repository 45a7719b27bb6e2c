import { PlinthError } from '../api/index.js';

/** A question of a plugin whose answer is a promise, and whether anybody waited for it. */
export interface PendingAnswer {
  readonly name: string;
  /** The plugin that asks. */
  readonly owner: string;
  heard: boolean;
  /** Where it stands for as long as nobody waits for it. */
  open: PendingAnswers | undefined;
}

/** What an entry has asked and not waited for so far. */
export type PendingAnswers = PendingAnswer[];

/** How many were asked so far; who remembers it knows what was asked since. */
export const questions = { count: 0 };

/** The latest ones: those of the synchronous stretch that runs now are always among them. */
let latest: PendingAnswer[] = [];
const MAX = 1000;

/**
 * Marks a promise, so that it shows whether somebody waits for it: in a condition a promise is always true, and who forgets to wait lets
 * everybody pass. Waiting, by whatever means, looks at the promise's constructor first, and at once.
 */
export function asAsyncAnswer<T>(
  promise: Promise<T>,
  name: string,
  owner: string,
  open: PendingAnswers | undefined,
): Promise<T> {
  const question: PendingAnswer = { name, owner, heard: false, open };
  void Object.defineProperty(promise, 'constructor', {
    get() {
      if (!question.heard) hear(question);
      return Promise;
    },
  });
  if (latest.length >= MAX) latest = [];
  latest.push(question);
  questions.count++;
  if (open && open.length < MAX) open.push(question);
  return promise;
}

function hear(question: PendingAnswer): void {
  question.heard = true;
  const place = question.open?.indexOf(question) ?? -1;
  if (place >= 0) question.open?.splice(place, 1);
}

/** What a plugin asked since the count was that and nobody waits for, in the stretch of code that has just run. */
export function unheardSince(count: number, owner: string): PendingAnswers {
  const unheard = latest
    .slice(-(questions.count - count))
    .filter((question) => question.owner === owner && !question.heard);
  for (const question of unheard) question.open = unheard;
  return unheard;
}

export const isUnheard = (open: PendingAnswers | undefined): open is [PendingAnswer, ...PendingAnswer[]] =>
  open !== undefined && open.length > 0;

/** What is wrong with an entry into a plugin that asked and did not wait. */
export function unheardError(owner: string, place: string, { name }: PendingAnswer): PlinthError {
  return new PlinthError(
    'question_not_awaited',
    `The plugin "${owner}" asked ${name}() in "${place}", and did not wait for the answer.`,
    {
      hint: 'Write `await` before the question; a promise in a condition is always true.',
      status: 500,
      kind: 'fault',
    },
  );
}
