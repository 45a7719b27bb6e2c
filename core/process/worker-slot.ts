/** The slot of this process among those that serve the site, as assigned by the supervisor. */
interface WorkerSlot {
  /** Number of the slot, from 1; always 1 without a supervisor. */
  readonly number: number;
  /** Whether an earlier process already made the site ready and printed its URL. */
  readonly siteReady: boolean;
}

export function readSlot(env: NodeJS.ProcessEnv): WorkerSlot {
  return { number: Number(env.PLINTH_SLOT ?? 1), siteReady: env.PLINTH_SITE_READY === '1' };
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
export interface PreviousExits {
  /** The signal that ended the last one; undefined for none. */
  readonly signal: string | undefined;
  /** Lifetimes in milliseconds of the processes that ended within the last ten minutes, the latest last. */
  readonly lifetimes: readonly number[];
  /** Data the last process left for this one. */
  readonly handover: unknown;
}

/** The exit code after which the supervisor restarts the site. */
export const RESTART_EXIT_CODE = 70;

const NO_EXITS: PreviousExits = { signal: undefined, lifetimes: [], handover: undefined };

export function readPreviousExits(env: NodeJS.ProcessEnv): PreviousExits {
  if (env.PLINTH_PREVIOUS_EXITS === undefined) return NO_EXITS;
  const { signal, lifetimes, handover } = JSON.parse(env.PLINTH_PREVIOUS_EXITS) as PreviousExits;
  return { signal, lifetimes, handover };
}

/** Leaves data for the next process; has no effect without a supervisor. */
export function sendHandover(data: unknown): void {
  process.send?.({ handover: data ?? null });
}
