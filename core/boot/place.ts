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
export function sayReady(): void {
  process.send?.({ ready: true });
}

/** Calls back once another process has taken the place of this one. */
export function whenReplaced(leave: () => void): void {
  process.on('message', (message: { readonly drain?: boolean } | null) => {
    if (message?.drain === true) leave();
  });
}
