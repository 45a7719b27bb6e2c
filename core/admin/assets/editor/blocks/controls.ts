import type { BlockControl } from '../../../content/block-control.js';
import { element, createLabeledField } from '../../dom/element.js';
import { labelOf, type ScriptTexts } from '../../dom/texts.js';
import { parseAttributes, readHead, serializeAttributes, replaceHead } from '../text/grammar.js';

let formCount = 0;

/**
 * Creates a form for the attributes of a block, which are stored in its comment.
 * @param raw returns the block's text when an attribute changes
 * @param change receives the block's new text
 */
export function blockControls(
  controls: readonly BlockControl[],
  labels: ScriptTexts,
  raw: () => string,
  change: (raw: string) => void,
): HTMLElement {
  const number = formCount++;
  const rows = controls.map((control, index) => controlRow(control, `block-control-${number}-${index}`, raw, change));
  return element(
    'details',
    { class: 'block__controls', open: true },
    element('summary', {}, labelOf(labels, 'settings')),
    ...rows,
  );
}

function controlRow(control: BlockControl, id: string, raw: () => string, change: (raw: string) => void): HTMLElement {
  const input = createInput(control, parseAttributes(readHead(raw()))[control.name] ?? control.value);
  input.id = id;
  const line = createLabeledField(control.label, input);
  if (control.kind === 'checkbox') {
    line.className = 'radio';
    line.prepend(input, ' ');
  }
  if (control.help !== '') {
    input.setAttribute('aria-describedby', `${id}-help`);
    line.append(element('span', { class: 'muted', id: `${id}-help` }, control.help));
  }
  input.addEventListener('input', () => {
    const value = valueOf(control, input);
    if (value === undefined) return;
    const { [control.name]: _old, ...others } = parseAttributes(readHead(raw()));
    change(
      replaceHead(
        raw(),
        serializeAttributes(value === null || value === control.value ? others : { ...others, [control.name]: value }),
      ),
    );
  });
  return line;
}

function createInput(
  { kind, choices = [], min, max, step, value: defaultValue }: BlockControl,
  value: unknown,
): HTMLInputElement | HTMLSelectElement {
  if (kind === 'select') {
    const options = defaultValue === null ? [{ value: '', label: '—' }, ...choices] : choices;
    return element(
      'select',
      {},
      ...options.map((choice) => new Option(choice.label, String(choice.value), false, choice.value === value)),
    );
  }
  const input = element('input', { type: kind, min: min ?? null, max: max ?? null, step: step ?? null });
  if (kind === 'checkbox') input.checked = value === true;
  else input.value = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return input;
}

/** Returns the value of an input: null for the default, undefined for an invalid value. */
function valueOf({ kind, choices = [] }: BlockControl, input: HTMLInputElement | HTMLSelectElement): unknown {
  if (input instanceof HTMLSelectElement)
    return choices.find(({ value }) => String(value) === input.value)?.value ?? null;
  if (kind === 'checkbox') return input.checked;
  if (kind === 'text') return input.value;
  if (!input.checkValidity()) return undefined;
  return input.value === '' ? null : Number(input.value);
}
