/** What a POST came to: a sentence when it worked, a problem, or a secret to show once. */
export interface AccountOutcome {
  readonly done: string;
  readonly problem: string;
  /** What is wrong with the fields of plugins, by key. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly created?: { name: string; password: string };
}
