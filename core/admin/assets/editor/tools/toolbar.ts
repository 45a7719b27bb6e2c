import { toggleMark } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import type { MarkType } from 'prosemirror-model';
import { type Command, Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { element } from '../../dom/element.js';
import { labelOf, type ScriptTexts } from '../../dom/texts.js';
import { schema } from '../text/schema.js';
import { moveBlock, removeBlock } from '../write/blocks.js';
import { convertTo, kindAtCaret, LINE_KINDS, type LineKind } from '../write/kinds.js';
import { type Tool, blockTools } from './block-tools.js';
import { iconOf } from './icons.js';

const { marks } = schema;

function markTool(name: string, sign: string, type: MarkType): Tool {
  return {
    name,
    icon: sign,
    run: toggleMark(type),
    isOn: ({ selection: { from, to, empty, $from }, storedMarks, doc }) =>
      empty ? type.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, type),
  };
}

function kindTool(name: LineKind, sign: string): Tool {
  return {
    name,
    icon: sign,
    run: (state, dispatch, view) => convertTo(kindAtCaret(state) === name ? 'paragraph' : name)(state, dispatch, view),
    isOn: (state) => kindAtCaret(state) === name,
  };
}

/** Creates the toolbar: the general tools, and below them the tools of the block with the caret. */
export function toolbar(
  labels: ScriptTexts,
  openLink: Command,
  first: readonly HTMLElement[],
  last: readonly HTMLElement[],
): Plugin {
  const tools: readonly Tool[] = [
    markTool('bold', 'B', marks.strong),
    markTool('italic', 'I', marks.em),
    {
      name: 'link',
      icon: 'link',
      run: openLink,
      isOn: ({ selection: { $from } }) => marks.link.isInSet($from.marks()) !== undefined,
    },
    markTool('inlineCode', 'code', marks.code),
    markTool('strike', 'S', marks.strike),
    kindTool('bullets', 'bullets'),
    kindTool('numbers', 'numbers'),
    kindTool('quote', 'quote'),
    { name: 'up', icon: 'up', run: moveBlock(-1) },
    { name: 'down', icon: 'down', run: moveBlock(1) },
    { name: 'remove', icon: 'remove', run: removeBlock },
    { name: 'undo', icon: 'undo', run: undo },
    { name: 'redo', icon: 'redo', run: redo },
  ];
  return new Plugin({
    view(view) {
      const bar = element('div', {
        class: 'toolbar',
        role: 'toolbar',
        'aria-label': labelOf(labels, 'toolbar'),
        'aria-controls': view.dom.id,
      });
      const otherKind = new Option(labelOf(labels, 'otherKind'), '');
      otherKind.hidden = true;
      const kinds = element(
        'select',
        { 'aria-label': labelOf(labels, 'kind') },
        otherKind,
        ...LINE_KINDS.map((lineKind) => new Option(labelOf(labels, lineKind), lineKind)),
      );
      kinds.addEventListener('change', () => {
        convertTo(kinds.value as LineKind)(view.state, view.dispatch, view);
        view.focus();
      });
      const row = toolRow(view, labels, tools);
      bar.append(...first, kinds, ...row.buttons, ...last);
      const below = element('div', {
        class: 'toolbar toolbar--block',
        role: 'toolbar',
        'aria-label': labelOf(labels, 'blockToolbar'),
        hidden: true,
      });
      const holder = element('div', { class: 'toolbars' }, bar, below);
      view.dom.parentElement?.before(holder);
      for (const toolbarElement of [bar, below]) handleArrowKeys(toolbarElement);
      let currentTools: readonly Tool[] = [];
      let rowBelow = toolRow(view, labels, currentTools);
      const update = (): void => {
        const currentKind = kindAtCaret(view.state);
        kinds.value = LINE_KINDS.find((lineKind) => lineKind === currentKind) ?? '';
        row.update();
        const nextTools = blockTools(view.state, openLink);
        if (nextTools.map(({ name }) => name).join() !== currentTools.map(({ name }) => name).join()) {
          rowBelow = toolRow(view, labels, nextTools);
          below.replaceChildren(...rowBelow.buttons);
        }
        currentTools = nextTools;
        below.hidden = nextTools.length === 0;
        rowBelow.update();
      };
      update();
      return { update, destroy: () => holder.remove() };
    },
  });
}

function toolRow(
  view: EditorView,
  labels: ScriptTexts,
  tools: readonly Tool[],
): { buttons: readonly HTMLButtonElement[]; update(): void } {
  const buttons = tools.map(({ name, icon, run }) => {
    const toolButton = element(
      'button',
      {
        type: 'button',
        class: 'tool',
        'data-tool': name,
        'aria-label': labelOf(labels, name),
        title: labelOf(labels, name),
      },
      element('span', { 'aria-hidden': 'true' }, iconOf(icon)),
    );
    // The text keeps the caret while a button is pressed.
    toolButton.addEventListener('pointerdown', (event) => event.preventDefault());
    toolButton.addEventListener('click', () => {
      if (toolButton.getAttribute('aria-disabled') === 'true') return;
      run(view.state, view.dispatch, view);
      if (document.activeElement === document.body) view.focus();
    });
    return toolButton;
  });
  return {
    buttons,
    update() {
      for (const [index, button] of buttons.entries()) {
        const { run, isOn } = tools[index] ?? {};
        button.setAttribute('aria-disabled', String(!run?.(view.state)));
        if (isOn) button.setAttribute('aria-pressed', String(isOn(view.state)));
      }
    },
  };
}

/** The toolbar is a single tab stop; the arrow keys move between its buttons. */
function handleArrowKeys(bar: HTMLElement): void {
  const getTabStops = (): HTMLElement[] => [...bar.querySelectorAll<HTMLElement>('button, select')];
  const setTabStop = (at: HTMLElement): void => {
    for (const control of getTabStops()) control.tabIndex = control === at ? 0 : -1;
  };
  bar.addEventListener('focusin', (event) => {
    if (event.target instanceof HTMLElement) setTabStop(event.target);
  });
  bar.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step || !(event.target instanceof HTMLElement)) return;
    const all = getTabStops();
    all[(all.indexOf(event.target) + step + all.length) % all.length]?.focus();
    event.preventDefault();
  });
}
