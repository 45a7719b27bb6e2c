import type { Command, EditorState } from 'prosemirror-state';

/** A button of the toolbar. */
export interface Tool {
  /** By this its word is found. */
  readonly name: string;
  /** What it shows: a drawing of that name, or letters. */
  readonly sign: string;
  readonly run: Command;
  /** Whether what it does is so already; absent for what is no state. */
  readonly isOn?: (state: EditorState) => boolean;
}
