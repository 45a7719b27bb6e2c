/** A problem in a plugin or theme, reported to its author. */
export interface Finding {
  /** With an error, it must not be distributed. */
  readonly level: 'error' | 'warning';
  readonly check:
    'manifest' | 'module' | 'types' | 'lint' | 'hooks' | 'awaits' | 'templates' | 'translations' | 'license' | 'size';
  /** Path relative to the folder; empty for the plugin or theme as a whole. */
  readonly file: string;
  /** Line number, starting with 1; 0 for the whole file. */
  readonly line: number;
  readonly message: string;
}
