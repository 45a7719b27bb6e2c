import { toggleMark } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import type { MarkType } from 'prosemirror-model';
import { type Command, Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { element } from '../../dom/element.js';
import { labelOf, type ScriptTexts } from '../../dom/texts.js';
import { schema } from '../text/schema.js';
import { moveBlock, removeBlock } from '../write/blocks.js';
import { convertBlockTo, currentBlockType, TEXT_BLOCK_TYPES, type TextBlockType } from '../write/block-types.js';
import { type Tool, blockTools } from './block-tools.js';
import { iconOf } from './icons.js';

const { marks } = schema;

function markTool(name: string, icon: string, type: MarkType): Tool {
  return {
    name,
    icon,
    run: toggleMark(type),
    isActive: ({ selection: { from, to, empty, $from }, storedMarks, doc }) =>
      empty ? type.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, type),
  };
}

function blockTypeTool(name: TextBlockType, icon: string): Tool {
  return {
    name,
    icon,
    run: (state, dispatch, view) =>
      convertBlockTo(currentBlockType(state) === name ? 'paragraph' : name)(state, dispatch, view),
    isActive: (state) => currentBlockType(state) === name,
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
      isActive: ({ selection: { $from } }) => marks.link.isInSet($from.marks()) !== undefined,
    },
    markTool('inlineCode', 'code', marks.code),
    markTool('strike', 'S', marks.strike),
    blockTypeTool('bullet-list', 'bullet-list'),
    blockTypeTool('ordered-list', 'ordered-list'),
    blockTypeTool('quote', 'quote'),
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
      const otherBlockType = new Option(labelOf(labels, 'otherBlockType'), '');
      otherBlockType.hidden = true;
      const typeSelect = element(
        'select',
        { 'aria-label': labelOf(labels, 'blockType') },
        otherBlockType,
        ...TEXT_BLOCK_TYPES.map((blockType) => new Option(labelOf(labels, blockType), blockType)),
      );
      typeSelect.addEventListener('change', () => {
        convertBlockTo(typeSelect.value as TextBlockType)(view.state, view.dispatch, view);
        view.focus();
      });
      const row = toolRow(view, labels, tools);
      bar.append(...first, typeSelect, ...row.buttons, ...last);
      const blockToolbar = element('div', {
        class: 'toolbar toolbar--block',
        role: 'toolbar',
        'aria-label': labelOf(labels, 'blockToolbar'),
        hidden: true,
      });
      const container = element('div', { class: 'toolbars' }, bar, blockToolbar);
      view.dom.parentElement?.before(container);
      for (const toolbarElement of [bar, blockToolbar]) handleArrowKeys(toolbarElement);
      let currentTools: readonly Tool[] = [];
      let blockRow = toolRow(view, labels, currentTools);
      const update = (): void => {
        const currentType = currentBlockType(view.state);
        typeSelect.value = TEXT_BLOCK_TYPES.find((blockType) => blockType === currentType) ?? '';
        row.update();
        const nextTools = blockTools(view.state, openLink);
        if (nextTools.map(({ name }) => name).join() !== currentTools.map(({ name }) => name).join()) {
          blockRow = toolRow(view, labels, nextTools);
          blockToolbar.replaceChildren(...blockRow.buttons);
        }
        currentTools = nextTools;
        blockToolbar.hidden = nextTools.length === 0;
        blockRow.update();
      };
      update();
      return { update, destroy: () => container.remove() };
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
    // The editor keeps the focus while a button is pressed.
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
        const { run, isActive } = tools[index] ?? {};
        button.setAttribute('aria-disabled', String(!run?.(view.state)));
        if (isActive) button.setAttribute('aria-pressed', String(isActive(view.state)));
      }
    },
  };
}

/** The toolbar is a single tab stop; the arrow keys move between its buttons. */
function handleArrowKeys(bar: HTMLElement): void {
  const getTabStops = (): HTMLElement[] => [...bar.querySelectorAll<HTMLElement>('button, select')];
  const setTabStop = (stop: HTMLElement): void => {
    for (const control of getTabStops()) control.tabIndex = control === stop ? 0 : -1;
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
