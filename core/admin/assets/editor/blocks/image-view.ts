import type { Node as PmNode } from 'prosemirror-model';
import type { EditorView, NodeView } from 'prosemirror-view';
import { type ChooseImage, replaceImage } from '../tools/image-dialog.js';
import { button, element, createLabeledField } from '../../dom/element.js';
import { labelOf, type ScriptTexts } from '../../dom/texts.js';

/** Renders an image with its alternative text and an editable caption below it. */
export function imageView(
  labels: ScriptTexts,
  choose: ChooseImage,
): (node: PmNode, view: EditorView, position: () => number | undefined) => NodeView {
  return (initialNode, view, position) => {
    let node = initialNode;
    const image = element('img', { alt: '' });
    const alt = element('input', { type: 'text', autocomplete: 'off' });
    const contentDOM = element('figcaption', { 'data-empty': labelOf(labels, 'caption') });
    const pickButton = button('', {}, () => void chooseImage());
    const tools = element(
      'div',
      { class: 'editor-image__tools', contenteditable: 'false' },
      pickButton,
      createLabeledField(labelOf(labels, 'alt'), alt),
    );
    const frame = element('div', { class: 'editor-image__frame', contenteditable: 'false' }, image);
    const dom = element('figure', { class: 'editor-image' }, frame, tools, contentDOM);

    function setAttributes(attrs: Record<string, unknown>): void {
      const pos = position();
      if (pos !== undefined) view.dispatch(view.state.tr.setNodeMarkup(pos, null, { ...node.attrs, ...attrs }));
    }
    async function chooseImage(): Promise<void> {
      const selectedImage = await choose();
      if (selectedImage) setAttributes(replaceImage(node, selectedImage));
      view.focus();
    }
    function render(): void {
      const src = String(node.attrs.src);
      frame.hidden = src === '';
      if (image.getAttribute('src') !== src) image.src = src;
      if (document.activeElement !== alt) alt.value = String(node.attrs.alt);
      pickButton.textContent = labelOf(labels, src === '' ? 'chooseImage' : 'replaceImage');
      contentDOM.classList.toggle('is-empty', node.content.size === 0);
      dom.classList.toggle('editor-image--empty', src === '');
    }
    alt.addEventListener('input', () => setAttributes({ alt: alt.value }));
    render();
    return {
      dom,
      contentDOM,
      update(next) {
        if (next.type !== node.type) return false;
        node = next;
        render();
        return true;
      },
      selectNode: () => dom.classList.add('ProseMirror-selectednode'),
      deselectNode: () => dom.classList.remove('ProseMirror-selectednode'),
      stopEvent: (event) => event.target instanceof Node && tools.contains(event.target),
      ignoreMutation: (change) => change.type !== 'selection' && !contentDOM.contains(change.target),
    };
  };
}
