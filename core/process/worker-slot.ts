/** The slot of this process among those that serve the site, as assigned by the supervisor. */
interface WorkerSlot {
  /** Number of the slot, from 1; always 1 without a supervisor. */
  readonly number: number;
  /** Whether an earlier process has already printed the site's URL. */
  readonly announced: boolean;
}

export function readSlot(env: NodeJS.ProcessEnv): WorkerSlot {
  return { number: Number(env.PLINTH_PLACE ?? 1), announced: env.PLINTH_ANNOUNCED === '1' };
}

/** Tells the supervisor that this process is ready; has no effect without one. */
export function signalReady(): void {
  process.send?.({ ready: true });
}

/** Calls back when another process has replaced this one. */
export function whenReplaced(onReplaced: () => void): void {
  process.on('message', (message: { readonly drain?: boolean } | null) => {
    if (message?.drain === true) onReplaced();
  });
}

/** How the predecessors of this process ended, as reported by the supervisor. */
export interface Endings {
  /** The signal that ended the last one; undefined for none. */
  readonly signal: string | undefined;
  /** Lifetimes in milliseconds of the processes that ended within the last ten minutes, the latest last. */
  readonly lifetimes: readonly number[];
  /** Data the last process left for this one. */
  readonly handover: unknown;
}

/** The exit code after which the supervisor restarts the site. */
export const RESTART_EXIT_CODE = 70;

const NO_ENDINGS: Endings = { signal: undefined, lifetimes: [], handover: undefined };

export function readEndings(env: NodeJS.ProcessEnv): Endings {
  if (env.PLINTH_ENDINGS === undefined) return NO_ENDINGS;
  const { signal, lifetimes, handover } = JSON.parse(env.PLINTH_ENDINGS) as Endings;
  return { signal, lifetimes, handover };
}

/** Leaves data for the next process; has no effect without a supervisor. */
export function sendHandover(data: unknown): void {
  process.send?.({ leave: data ?? null });
}
