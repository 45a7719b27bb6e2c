import type { Node as PmNode } from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { labelOf, type ScriptTexts } from '../../dom/texts.js';

/** Placeholders of empty lines whose purpose would not be obvious otherwise. */
const HINTS: Readonly<Record<string, string>> = {
  heading: 'emptyHeading',
  cite: 'emptySource',
  summary: 'emptySummary',
  button: 'emptyButton',
  caption: 'caption',
  pre: 'emptyCode',
};

/** Shows placeholders in empty lines and labels the blocks that contain other blocks. */
export function hintPlugin(labels: ScriptTexts): Plugin {
  return new Plugin({
    props: {
      decorations({ doc, selection }) {
        const decorations: Decoration[] = [];
        const hint = (node: PmNode, pos: number, text: string): void =>
          void decorations.push(Decoration.node(pos, pos + node.nodeSize, { class: 'is-empty', 'data-empty': text }));
        doc.descendants((node, pos, parent) => {
          if (node.type.spec.attrs && 'open' in node.type.spec.attrs)
            decorations.push(
              Decoration.node(pos, pos + node.nodeSize, {
                'data-title': labelOf(labels, `block:${String(node.attrs.name)}`),
              }),
            );
          if (!node.isTextblock || node.content.size > 0) return true;
          const hintName = HINTS[node.type.name];
          const hasCaret = selection.empty && selection.$from.parent === node;
          if (node.type.name === 'paragraph' && parent?.type.name !== 'list_item' && (hasCaret || doc.childCount === 1))
            hint(node, pos, labelOf(labels, 'empty'));
          else if (hintName) hint(node, pos, labelOf(labels, hintName));
          return true;
        });
        return DecorationSet.create(doc, decorations);
      },
    },
  });
}
