import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

/** What the engine keeps of the document's changes; it has no name for it in its types. */
interface Watching {
  readonly domObserver?: { flush?(): void };
}

/** Browsers tell of a moved caret a moment later. Keys that come faster, as on a busy machine, would act where it was before. */
function catchUp(view: EditorView): boolean {
  const watching: Watching = view as EditorView & Watching;
  if (!view.composing) watching.domObserver?.flush?.();
  return false;
}

/** Has the editor know where the caret stands before each key, paste and cut. */
export function knownCaret(): Plugin {
  return new Plugin({ props: { handleDOMEvents: { keydown: catchUp, paste: catchUp, cut: catchUp } } });
}
