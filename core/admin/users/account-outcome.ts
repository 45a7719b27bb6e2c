/** The result of a POST: a success message, an error, or a secret to show once. */
export interface AccountOutcome {
  readonly successMessage: string;
  readonly problem: string;
  /** Error messages of plugins' fields, by key. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly created?: { name: string; password: string };
}
