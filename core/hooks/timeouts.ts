/** Somebody who waits for one thing after another, each up to the same time. */
export interface Waiting {
  /** The patience's own time at which the present thing began; Infinity while it may take as long as it likes. */
  since: number;
  /** Where it stands among those who wait; the patience's own. */
  place: number;
  /** The present thing has taken too long. Called in nobody's context. */
  late(): void;
}

/** Lets many wait at once, with one timer for all and without reading the clock: a wait ends between its time and a quarter more. */
export interface Timeouts {
  /** Counts quarters of the time while somebody waits. */
  now: number;
  begin(waiting: Waiting): void;
  end(waiting: Waiting): void;
}

const QUARTERS = 4;

/** Who is asked before the process ends; one listener for all, since a process may hold many sites. */
const asked = new Set<() => void>();
const askAll = (): void => asked.forEach((ask) => ask());

function askBeforeExit(ask: () => void): void {
  if (asked.size === 0) process.on('beforeExit', askAll);
  asked.add(ask);
}

function askNoLonger(ask: () => void): void {
  asked.delete(ask);
  if (asked.size === 0) process.off('beforeExit', askAll);
}

export function createTimeouts(ms: number): Timeouts {
  const waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;

  /** The process may end although the timer runs, but not while somebody waits. Asked once, since the timer is asked for often. */
  function beforeExit(): void {
    if (waiting.length > 0) timer?.ref();
  }

  function tick(): void {
    timeouts.now++;
    // The quarter in which a wait began was not a whole one.
    for (const one of [...waiting]) if (timeouts.now - one.since > QUARTERS) one.late();
    if (waiting.length > 0) return;
    clearInterval(timer);
    timer = undefined;
    askNoLonger(beforeExit);
  }

  const timeouts: Timeouts = {
    now: 0,
    begin(one) {
      one.place = waiting.push(one) - 1;
      if (timer) return;
      timer = setInterval(tick, ms / QUARTERS).unref();
      askBeforeExit(beforeExit);
    },
    end(one) {
      one.since = Infinity;
      // The last one takes its place: their order does not matter.
      const last = waiting.pop();
      if (!last || last === one) return;
      waiting[one.place] = last;
      last.place = one.place;
    },
  };
  return timeouts;
}

/** Waits for a promise up to a number of milliseconds; its late answer or error is then nobody's concern. */
export async function within<T>(work: PromiseLike<T>, ms: number, late: () => Error): Promise<T> {
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
