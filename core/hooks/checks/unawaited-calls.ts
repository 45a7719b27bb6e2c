import { PlinthError } from '../../api/index.js';

/** An asynchronous call that a plugin made, and whether it was awaited. */
export interface PendingCall {
  /** The called function. */
  readonly name: string;
  /** The calling plugin. */
  readonly owner: string;
  isAwaited: boolean;
  /** The list that holds it until it is awaited. */
  open: PendingCalls | undefined;
}

/** Calls an entry has made and not awaited so far. */
export type PendingCalls = PendingCall[];

/** Number of calls so far; comparing it with an earlier value tells whether calls were made since. */
export const trackedCalls = { count: 0 };

/** The latest calls: those of the running synchronous section are always among them. */
let latest: PendingCall[] = [];
const MAX = 1000;

/**
 * The promise of a call, which notices that it is awaited. Every way of awaiting a promise of another class reads its
 * `then`, and synchronously (ECMA-262, 27.2.1.3.2).
 */
class AwaitTracker<T> extends Promise<T> {
  call?: PendingCall;

  /** Promises derived from it are plain ones. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }
}
void Object.defineProperty(AwaitTracker.prototype, 'then', {
  get(this: AwaitTracker<unknown>) {
    if (this.call && !this.call.isAwaited) markAwaited(this.call);
    return Promise.prototype.then;
  },
});

/**
 * Returns a promise that tells whether it is awaited: in a condition a promise is always truthy, so a forgotten `await`
 * would let everyone pass.
 * @param open the list of calls that the running entry has not awaited
 */
export function trackAwait<T>(
  promise: Promise<T>,
  name: string,
  owner: string,
  open: PendingCalls | undefined,
): Promise<T> {
  const tracker = new AwaitTracker<T>((resolve, reject) => void promise.then(resolve, reject));
  // The missing `await` is reported; an additional unhandled rejection would be noise.
  tracker.catch(() => undefined);
  const call: PendingCall = { name, owner, isAwaited: false, open };
  tracker.call = call;
  if (latest.length >= MAX) latest = [];
  latest.push(call);
  trackedCalls.count++;
  if (open && open.length < MAX) open.push(call);
  return tracker;
}

function markAwaited(call: PendingCall): void {
  call.isAwaited = true;
  const index = call.open?.indexOf(call) ?? -1;
  if (index >= 0) call.open?.splice(index, 1);
}

/** Returns the unawaited calls a plugin has made since the count, within the synchronous section that has just run. */
export function unawaitedSince(count: number, owner: string): PendingCalls {
  const unawaited = latest
    .slice(-(trackedCalls.count - count))
    .filter((call) => call.owner === owner && !call.isAwaited);
  for (const call of unawaited) call.open = unawaited;
  return unawaited;
}

export const hasUnawaited = (open: PendingCalls | undefined): open is [PendingCall, ...PendingCall[]] =>
  open !== undefined && open.length > 0;

/** Creates the error for a plugin entry that made a call and did not await it. */
export function unawaitedError(owner: string, entryName: string, { name }: PendingCall): PlinthError {
  return new PlinthError(
    'promise_not_awaited',
    `The plugin "${owner}" called ${name}() in "${entryName}" without awaiting the result.`,
    {
      hint: 'Write `await` before the call; a promise in a condition is always true.',
      status: 500,
      kind: 'plugin_error',
    },
  );
}
