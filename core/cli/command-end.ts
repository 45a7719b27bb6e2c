/** How a command ended. */
export interface CommandEnd {
  /** 0, or 1 and a line in `error` that says why. */
  readonly code: number;
  /** What it printed. */
  readonly out: string;
  /** What it said besides: warnings, progress, and why it failed. */
  readonly error: string;
}
