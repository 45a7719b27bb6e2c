import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { closeHistory, history } from 'prosemirror-history';
import { EditorState, NodeSelection, type Plugin, Selection, type Transaction } from 'prosemirror-state';
import { tableEditing } from 'prosemirror-tables';
import { EditorView } from 'prosemirror-view';
import { imageView } from '../blocks/image-view.js';
import { hintPlugin } from '../blocks/line-views.js';
import { opaqueView } from '../blocks/opaque-view.js';
import { createOrigins, readText } from '../text/read.js';
import { schema } from '../text/schema.js';
import { createWriter } from '../text/write.js';
import { dragHandle } from '../tools/drag-handle.js';
import { linkDialog } from '../tools/link-dialog.js';
import { imageDialog, uploadImage } from '../tools/image-dialog.js';
import { slashMenu } from '../tools/slash-menu.js';
import { toolbar } from '../tools/toolbar.js';
import { insertBlocks, typeAfterBlock } from '../write/blocks.js';
import { caretSync, keyPlugins } from '../write/keys.js';
import { cleanHtml, readPlainText } from '../write/paste.js';
import { createInputRules } from '../write/rules.js';
import type { InserterItem, EditorPage } from './editor-page.js';
import { labelOf } from '../../dom/texts.js';

/** The text being edited. */
export interface TextEditor {
  readonly view: EditorView;
  /** Returns the text as it is stored. */
  text(): string;
  /** Replaces the text; the change can be undone. */
  setText(text: string): void;
  /** Inserts a block after the one with the caret. */
  insert(block: InserterItem): void;
}

/**
 * Creates the editor in an element.
 * @param onChange is called after every change of the text
 * @param tools additional elements before and after the toolbar's own tools
 */
export function createTextEditor(
  page: EditorPage,
  mount: HTMLElement,
  tools: { readonly first: readonly HTMLElement[]; readonly last: readonly HTMLElement[] },
  onChange: () => void,
): TextEditor {
  const origins = createOrigins();
  const write = createWriter(origins);
  const openLink = linkDialog(page);
  const chooseImage = imageDialog(page);

  /** A text that would not survive a round trip is kept unchanged. */
  const read = (text: string): ReturnType<typeof readText> => {
    const doc = readText(text, origins);
    return write(doc) === text || text.trim() === ''
      ? doc
      : schema.nodes.doc.create(null, schema.nodes.opaque.create({ raw: text }));
  };
  const putIn = (block: InserterItem, before: Transaction): Transaction => {
    const { state } = view;
    const between = state.apply(closeHistory(before));
    const blocks = readText(block.markup, origins).children;
    const insertion = insertBlocks(between, blocks);
    for (const step of insertion.steps) before.step(step);
    return before.setSelection(Selection.fromJSON(before.doc, insertion.selection.toJSON() as object)).scrollIntoView();
  };
  const plugins: Plugin[] = [
    caretSync(),
    slashMenu(page.library, page.labels, (block, tr) => {
      view.dispatch(putIn(block, tr));
      focusFields();
    }),
    createInputRules(),
    ...keyPlugins(openLink),
    history(),
    tableEditing(),
    dropCursor({ width: 3, class: 'drop-cursor', color: false }),
    gapCursor(),
    hintPlugin(page.labels),
    toolbar(page.labels, openLink, tools.first, tools.last),
    dragHandle(page.labels),
  ];
  const view: EditorView = new EditorView(mount, {
    state: EditorState.create({ doc: read(page.source.value), plugins }),
    attributes: {
      class: 'block-list',
      id: 'editor-text',
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': labelOf(page.labels, 'content'),
      spellcheck: 'true',
    },
    nodeViews: { opaque: opaqueView(page), image: imageView(page.labels, chooseImage) },
    clipboardTextParser: readPlainText,
    transformPastedHTML: cleanHtml,
    handleTextInput(_view, _from, _to, text) {
      const transaction = typeAfterBlock(view.state, text);
      if (transaction) view.dispatch(transaction);
      return transaction !== undefined;
    },
    handlePaste: (_view, event) => uploadFiles(event.clipboardData),
    handleDrop: (_view, event, _slice, moved) => !moved && uploadFiles(event.dataTransfer),
    dispatchTransaction(transaction) {
      view.updateState(view.state.apply(transaction));
      if (transaction.docChanged) onChange();
    },
  });

  /** Focuses the first field of a new block that is edited in fields. */
  function focusFields(): void {
    const { selection } = view.state;
    const blockElement = selection instanceof NodeSelection ? view.nodeDOM(selection.from) : null;
    if (blockElement instanceof Element) blockElement.querySelector<HTMLElement>('input, textarea, select')?.focus();
  }

  /** Uploads pasted or dropped images to the media library and inserts them into the text. */
  function uploadFiles(data: DataTransfer | null): boolean {
    const files = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
    // Word processors add an image of the text to the clipboard beside its HTML.
    if (files.length === 0 || (data?.getData('text/html') ?? '') !== '') return false;
    for (const file of files)
      void uploadImage(page, file).then(
        ({ id, src, alt }) => {
          const image = schema.nodes.image.create({
            src,
            alt,
            imageAttributes: ` class="wp-image-${id}"`,
            head: `{"id":${id},"sizeSlug":"large","linkDestination":"none"}`,
          });
          view.dispatch(insertBlocks(view.state, [image]));
        },
        (error: unknown) => window.alert(error instanceof Error ? error.message : labelOf(page.labels, 'uploadFailed')),
      );
    return true;
  }

  return {
    view,
    text: () => write(view.state.doc),
    setText(text) {
      const doc = read(text);
      const tr = closeHistory(view.state.tr)
        .replaceWith(0, view.state.doc.content.size, doc.content)
        .setDocAttribute('tail', doc.attrs.tail);
      view.dispatch(tr.setSelection(Selection.atStart(tr.doc)));
      // Input typed immediately afterwards is a separate undo step.
      view.dispatch(closeHistory(view.state.tr));
    },
    insert(block) {
      view.dispatch(putIn(block, view.state.tr));
      view.focus();
      focusFields();
    },
  };
}
