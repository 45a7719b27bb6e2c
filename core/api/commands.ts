/** Terminal output of a command. */
export interface CommandOutput {
  /** Writes a line to standard output. */
  line(text: string): void;
  /** Writes a line to standard error. */
  warn(text: string): void;
  /** Writes a table, JSON or CSV, depending on `--format`. */
  rows(rows: readonly Record<string, unknown>[], columns?: readonly string[]): void;
  /** Shows a progress bar on a terminal; otherwise prints a line every 10 %. */
  progress(label: string, total: number): { update(done: number): void; stop(): void };
}

/** A command of `npx plinth`. */
export interface Command {
  /** Name and arguments: `store generate <count>`. */
  readonly name: string;
  readonly description: string;
  /** Flags such as `--seed <n>`, with their descriptions. */
  readonly options?: readonly { readonly flags: string; readonly description: string; readonly default?: string }[];
  /** Runs the command. A thrown PlinthError prints its message and exits with code 1. */
  run(
    args: readonly string[],
    options: Readonly<Record<string, string | boolean | undefined>>,
    output: CommandOutput,
  ): Promise<void>;
}
