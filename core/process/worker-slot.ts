/** Which of the processes that serve the site this one is, as the supervisor tells it. */
interface Place {
  /** From 1 on; without a supervisor there is one only. */
  readonly number: number;
  /** One before it has told where the site is. */
  readonly announced: boolean;
}

export function readPlace(env: NodeJS.ProcessEnv): Place {
  return { number: Number(env.PLINTH_PLACE ?? 1), announced: env.PLINTH_ANNOUNCED === '1' };
}

/** Tells the supervisor that this process answers; without one nobody asks. */
export function signalReady(): void {
  process.send?.({ ready: true });
}

/** Calls back once another process has taken the place of this one. */
export function whenReplaced(leave: () => void): void {
  process.on('message', (message: { readonly drain?: boolean } | null) => {
    if (message?.drain === true) leave();
  });
}

/** How the processes before this one ended, as the supervisor tells it. */
export interface Endings {
  /** The signal that ended the last one; undefined when none did. */
  readonly by: string | undefined;
  /** Milliseconds that those lived which ended within the last ten minutes, the last one at the end. */
  readonly lives: readonly number[];
  /** What the last one left for this one. */
  readonly left: unknown;
}

/** The exit code after which the supervisor starts the site anew. */
export const BROKEN = 70;

const NONE: Endings = { by: undefined, lives: [], left: undefined };

export function readEndings(env: NodeJS.ProcessEnv): Endings {
  if (env.PLINTH_ENDINGS === undefined) return NONE;
  const { by, lives, left } = JSON.parse(env.PLINTH_ENDINGS) as Endings;
  return { by, lives, left };
}

/** Leaves something for the process that follows; without a supervisor there is none. */
export function leaveForNext(leave: unknown): void {
  process.send?.({ leave: leave ?? null });
}
