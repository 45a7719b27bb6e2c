/** Something about a plugin or a theme that its author should know. */
export interface Finding {
  /** With an error it is not fit to be given to others. */
  readonly level: 'error' | 'warning';
  readonly check:
    'manifest' | 'module' | 'types' | 'hooks' | 'awaits' | 'templates' | 'translations' | 'licence' | 'size';
  /** Relative to its folder; empty for the plugin or theme as a whole. */
  readonly file: string;
  /** From 1; 0 for the file as a whole. */
  readonly line: number;
  readonly message: string;
}
