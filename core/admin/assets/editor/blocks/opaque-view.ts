import type { Node as PmNode } from 'prosemirror-model';
import type { EditorView, NodeView } from 'prosemirror-view';
import { button, element, createLabeledField } from '../../dom/element.js';
import type { EditorPage } from '../page/editor-page.js';
import { labelOf, type ScriptTexts } from '../../dom/texts.js';
import { parseAttributes, buildBlock, readHead, serializeAttributes } from '../text/grammar.js';
import { escapeText } from '../text/inline.js';
import { blockControls } from './controls.js';

/** Milliseconds of inactivity before a changed block is rendered again. */
const PAUSE_MS = 400;
/** Blocks whose text is edited as source, including the comments around it. */
const SOURCE_BLOCKS = new Set(['core/html', 'core/shortcode']);

/** Shows a block that the editor cannot edit in place: as a form, as rendered by the server, or as its source. */
export function opaqueView(
  page: EditorPage,
): (node: PmNode, view: EditorView, position: () => number | undefined) => NodeView {
  return (initialNode, view, position) => {
    let node = initialNode;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const raw = (): string => String(node.attrs.raw);
    const name = node.attrs.name as string | null;
    const libraryBlock = page.library.find((candidate) => candidate.name === name);
    const title = libraryBlock?.title ?? name ?? 'HTML';
    const dom = element('div', { class: 'opaque', 'data-name': name ?? '', role: 'group', 'aria-label': title });
    let refresh: (() => void) | undefined;
    let own = false;

    function change(text: string): void {
      const pos = position();
      if (pos === undefined || text === raw()) return;
      own = true;
      view.dispatch(view.state.tr.setNodeMarkup(pos, null, { ...node.attrs, raw: text }));
      own = false;
    }

    function sourceField(isWhole: boolean): HTMLTextAreaElement {
      const [before, text, after] = isWhole ? ['', raw(), ''] : splitBlock(raw());
      const area = element('textarea', {
        rows: String(Math.min(14, text.split('\n').length + 1)),
        'aria-label': title,
        spellcheck: 'false',
      });
      area.value = text;
      area.addEventListener('input', () => change(before + area.value + after));
      return area;
    }

    function showSource(isWhole: boolean): void {
      dom.replaceChildren(element('p', { class: 'opaque__name' }, title), sourceField(isWhole));
    }

    function render(): void {
      refresh = undefined;
      dom.replaceChildren();
      if (name === 'core/separator') return void dom.append(element('hr'));
      if (name === 'core/embed')
        return void dom.append(element('p', { class: 'opaque__name' }, title), embedForm(page.labels, raw, change));
      if (name === null || SOURCE_BLOCKS.has(name)) return showSource(name === null);
      const isVoid = /^<!--[\s\S]*\/-->$/.test(raw());
      const controls = isVoid ? (libraryBlock?.controls ?? []) : [];
      const previewElement = element(
        'div',
        { class: 'block__preview' },
        element('p', { class: 'muted' }, labelOf(page.labels, 'loading')),
      );
      previewElement.inert = true;
      refresh = () => void load(previewElement);
      const code = button(labelOf(page.labels, 'asHtml'), { class: 'button--quiet opaque__code' }, () =>
        showSource(true),
      );
      dom.append(
        element('p', { class: 'opaque__name' }, title, ' ', code),
        ...(controls.length === 0
          ? [previewElement]
          : [
              element(
                'div',
                { class: 'block__made' },
                blockControls(controls, page.labels, raw, change),
                previewElement,
              ),
            ]),
      );
      clearTimeout(timer);
      // A block that is removed immediately is not requested.
      timer = setTimeout(refresh, 0);
    }

    /** Shows the block as visitors see it, in a document of its own with the theme's styles. */
    async function load(previewElement: HTMLElement): Promise<void> {
      const previewedSource = raw();
      try {
        const html = await page.preview(previewedSource, false);
        // A late response belongs to an earlier version of the block.
        if (previewedSource !== raw()) return;
        const frame = element('iframe', { title, srcdoc: html });
        frame.addEventListener('load', () => {
          frame.style.height = `${Math.max(24, frame.contentDocument?.documentElement.scrollHeight ?? 0)}px`;
        });
        previewElement.replaceChildren(frame);
      } catch {
        previewElement.replaceChildren(element('p', { class: 'muted' }, labelOf(page.labels, 'previewFailed')));
      }
    }

    render();
    return {
      dom,
      update(next) {
        if (next.type !== node.type || next.attrs.name !== name) return false;
        const isChanged = next.attrs.raw !== raw();
        node = next;
        if (!isChanged) return true;
        if (!own) render();
        else if (refresh) {
          clearTimeout(timer);
          timer = setTimeout(refresh, PAUSE_MS);
        }
        return true;
      },
      stopEvent: (event) =>
        event.target instanceof Element && event.target.closest('textarea, input, select, button, summary') !== null,
      ignoreMutation: () => true,
      destroy: () => clearTimeout(timer),
    };
  };
}

/** Splits a block's text into its opening comment, its content and its closing comment. */
function splitBlock(raw: string): readonly [string, string, string] {
  const [, before = '', content = raw, after = ''] =
    /^(<!--[\s\S]*?-->\n?)([\s\S]*?)(\n?<!--\s+\/wp:[\s\S]*?-->)$/.exec(raw) ?? [];
  return [before, content, after];
}

/** A field for the URL of an embed; visitors see a card that links to it. */
function embedForm(labels: ScriptTexts, raw: () => string, change: (raw: string) => void): HTMLElement {
  const { url } = parseAttributes(readHead(raw()));
  const input = element('input', { type: 'url', placeholder: 'https://', autocomplete: 'off' });
  input.value = typeof url === 'string' ? url : '';
  input.addEventListener('input', () => {
    const embedUrl = input.value.trim();
    if (embedUrl !== '' && !/^https?:\/\/\S+$/.test(embedUrl)) return;
    const tag = /<figure\b[^>]*>/.exec(raw())?.[0] ?? '<figure class="wp-block-embed">';
    const caption = /<figcaption\b[\s\S]*<\/figcaption>/.exec(raw())?.[0] ?? '';
    const head = serializeAttributes({ ...parseAttributes(readHead(raw())), url: embedUrl });
    change(
      buildBlock(
        'core/embed',
        head,
        `\n${tag}<div class="wp-block-embed__wrapper">\n${escapeText(embedUrl)}\n</div>${caption}</figure>\n`,
      ),
    );
  });
  return createLabeledField(labelOf(labels, 'embedUrl'), input);
}
