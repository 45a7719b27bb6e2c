import { PlinthError } from '../api/index.js';

/** An asynchronous call of a plugin, and whether its promise was awaited. */
export interface PendingAnswer {
  readonly name: string;
  /** The calling plugin. */
  readonly owner: string;
  isAwaited: boolean;
  /** The list that holds it until it is awaited. */
  open: PendingAnswers | undefined;
}

/** Calls an entry has made and not awaited so far. */
export type PendingAnswers = PendingAnswer[];

/** Number of calls so far; comparing it with an earlier value tells whether calls were made since. */
export const questions = { count: 0 };

/** The latest calls: those of the running synchronous section are always among them. */
let latest: PendingAnswer[] = [];
const MAX = 1000;

/**
 * Marks a promise to detect whether it is awaited: in a condition a promise is always truthy, so a forgotten `await`
 * lets everyone pass. Every way of awaiting reads the promise's constructor first, and synchronously.
 */
export function asAsyncAnswer<T>(
  promise: Promise<T>,
  name: string,
  owner: string,
  open: PendingAnswers | undefined,
): Promise<T> {
  const pendingCall: PendingAnswer = { name, owner, isAwaited: false, open };
  void Object.defineProperty(promise, 'constructor', {
    get() {
      if (!pendingCall.isAwaited) markAwaited(pendingCall);
      return Promise;
    },
  });
  if (latest.length >= MAX) latest = [];
  latest.push(pendingCall);
  questions.count++;
  if (open && open.length < MAX) open.push(pendingCall);
  return promise;
}

function markAwaited(pendingCall: PendingAnswer): void {
  pendingCall.isAwaited = true;
  const index = pendingCall.open?.indexOf(pendingCall) ?? -1;
  if (index >= 0) pendingCall.open?.splice(index, 1);
}

/** Returns the unawaited calls a plugin has made since the count, within the synchronous section that has just run. */
export function unheardSince(count: number, owner: string): PendingAnswers {
  const unheard = latest
    .slice(-(questions.count - count))
    .filter((pendingCall) => pendingCall.owner === owner && !pendingCall.isAwaited);
  for (const pendingCall of unheard) pendingCall.open = unheard;
  return unheard;
}

export const isUnheard = (open: PendingAnswers | undefined): open is [PendingAnswer, ...PendingAnswer[]] =>
  open !== undefined && open.length > 0;

/** Creates the error for a plugin entry that made a call and did not await it. */
export function unheardError(owner: string, entryName: string, { name }: PendingAnswer): PlinthError {
  return new PlinthError(
    'promise_not_awaited',
    `The plugin "${owner}" called ${name}() in "${entryName}" without awaiting the result.`,
    {
      hint: 'Write `await` before the call; a promise in a condition is always true.',
      status: 500,
      kind: 'fault',
    },
  );
}
