/** A finding about a plugin or a theme, for its author. */
export interface Finding {
  /** An error makes it unfit for distribution. */
  readonly level: 'error' | 'warning';
  readonly check:
    'manifest' | 'module' | 'types' | 'hooks' | 'awaits' | 'templates' | 'translations' | 'licence' | 'size';
  /** Relative to its folder; empty for the plugin or theme as a whole. */
  readonly file: string;
  /** From 1; 0 for the whole file. */
  readonly line: number;
  readonly message: string;
}
