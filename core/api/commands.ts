/** What a command writes to and asks of the terminal. */
export interface CommandOutput {
  /** One line on standard output. */
  line(text: string): void;
  /** One line on standard error. */
  warn(text: string): void;
  /** A table, JSON or CSV, as `--format` says. */
  rows(rows: readonly Record<string, unknown>[], columns?: readonly string[]): void;
  /** A progress bar on a terminal, a line every tenth elsewhere. */
  progress(label: string, total: number): { update(done: number): void; stop(): void };
}

/** A command of `npx plinth`. */
export interface Command {
  /** Its words and arguments: `store generate <count>`. */
  readonly name: string;
  readonly description: string;
  /** Flags as `--seed <n>` with what they mean. */
  readonly options?: readonly { readonly flags: string; readonly description: string; readonly default?: string }[];
  /** Throwing a PlinthError ends with its message and exit code 1. */
  run(
    args: readonly string[],
    options: Readonly<Record<string, string | boolean | undefined>>,
    output: CommandOutput,
  ): Promise<void>;
}
