import { NodeSelection, Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { element } from '../../dom/element.js';
import { labelOf, type ScriptTexts } from '../../dom/texts.js';

/**
 * A handle beside the outermost block under the pointer: a click selects the block, a drag moves it. Keyboard users
 * have other tools.
 */
export function dragHandle(labels: ScriptTexts): Plugin {
  return new Plugin({
    view(view) {
      const handle = element(
        'div',
        {
          class: 'drag-handle',
          draggable: 'true',
          title: labelOf(labels, 'drag'),
          'aria-hidden': 'true',
          hidden: true,
        },
        '⠿',
      );
      let position = -1;
      const updateHandle = (event: MouseEvent): void => {
        const block = blockAt(view, event.clientY);
        handle.hidden = !block;
        if (!block) return;
        position = block.pos;
        const parentBox = (handle.offsetParent ?? view.dom).getBoundingClientRect();
        handle.style.top = `${block.box.top - parentBox.top}px`;
      };
      const select = (): NodeSelection | undefined => {
        const node = view.state.doc.nodeAt(position);
        if (!node) return undefined;
        const selection = NodeSelection.create(view.state.doc, position);
        view.dispatch(view.state.tr.setSelection(selection));
        view.focus();
        return selection;
      };
      handle.addEventListener('click', select);
      handle.addEventListener('dragstart', (event) => {
        const selection = select();
        const blockElement = view.nodeDOM(position);
        if (!selection || !event.dataTransfer) return;
        event.dataTransfer.setData('text/plain', selection.node.textContent);
        event.dataTransfer.effectAllowed = 'move';
        if (blockElement instanceof Element) event.dataTransfer.setDragImage(blockElement, 0, 0);
        view.dragging = { slice: selection.content(), move: true };
      });
      handle.addEventListener('dragend', () => {
        view.dragging = null;
      });
      const mount = view.dom.parentElement;
      mount?.append(handle);
      mount?.addEventListener('mousemove', updateHandle);
      return {
        destroy() {
          mount?.removeEventListener('mousemove', updateHandle);
          handle.remove();
        },
      };
    },
  });
}

/** Returns the outermost block at a vertical position. */
function blockAt(view: EditorView, y: number): { pos: number; box: DOMRect } | undefined {
  let match: { pos: number; box: DOMRect } | undefined;
  view.state.doc.forEach((_node, pos) => {
    const blockElement = view.nodeDOM(pos);
    if (!(blockElement instanceof Element) || match) return;
    const box = blockElement.getBoundingClientRect();
    if (y >= box.top - 4 && y <= box.bottom + 4) match = { pos, box };
  });
  return match;
}
