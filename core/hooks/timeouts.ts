/** A party that waits for one operation after another, each with the same timeout. */
export interface TimedOperation {
  /** Managed by the timeouts: count at which the current operation began; Infinity while it has no timeout. */
  startTick: number;
  /** Managed by the timeouts: index in the list of waiting parties. */
  index: number;
  /** Called when the current operation has timed out. Runs outside any async context. */
  onTimeout(): void;
}

/**
 * Timeouts for many parties with one shared timer and without reading the clock: a wait ends between its timeout and a
 * quarter more.
 */
export interface Timeouts {
  /** Counts quarters of the timeout while a party waits. */
  now: number;
  begin(waiting: TimedOperation): void;
  end(waiting: TimedOperation): void;
}

const QUARTERS = 4;

/** Who is asked before the process ends; one listener for all, since a process may hold many sites. */
const exitListeners = new Set<() => void>();
const notifyListeners = (): void => exitListeners.forEach((listener) => listener());

function addExitListener(listener: () => void): void {
  if (exitListeners.size === 0) process.on('beforeExit', notifyListeners);
  exitListeners.add(listener);
}

function removeExitListener(listener: () => void): void {
  exitListeners.delete(listener);
  if (exitListeners.size === 0) process.off('beforeExit', notifyListeners);
}

export function createTimeouts(ms: number): Timeouts {
  const waiting: TimedOperation[] = [];
  let timer: NodeJS.Timeout | undefined;

  /**
   * The timer does not keep the process alive, except while a party waits. Decided once, on exit, since the timer is
   * started often.
   */
  function beforeExit(): void {
    if (waiting.length > 0) timer?.ref();
  }

  function tick(): void {
    timeouts.now++;
    // The quarter in which a wait began was a partial one.
    for (const waiter of [...waiting]) if (timeouts.now - waiter.startTick > QUARTERS) waiter.onTimeout();
    if (waiting.length > 0) return;
    clearInterval(timer);
    timer = undefined;
    removeExitListener(beforeExit);
  }

  const timeouts: Timeouts = {
    now: 0,
    begin(waiter) {
      waiter.index = waiting.push(waiter) - 1;
      if (timer) return;
      timer = setInterval(tick, ms / QUARTERS).unref();
      addExitListener(beforeExit);
    },
    end(waiter) {
      waiter.startTick = Infinity;
      // The last one moves into its slot: order does not matter.
      const last = waiting.pop();
      if (!last || last === waiter) return;
      waiting[waiter.index] = last;
      last.index = waiter.index;
    },
  };
  return timeouts;
}

/** Waits for a promise up to a number of milliseconds; a later result or error is ignored. */
export async function withTimeout<T>(work: PromiseLike<T>, ms: number, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
