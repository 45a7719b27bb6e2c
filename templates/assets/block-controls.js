// A form for the attributes of a block that the server makes, beside its preview; they are kept in the block's comment.
const OPENING = /^(<!--\s+wp:[a-z][a-z0-9_/-]*\s+)({[\s\S]*}\s+)?(\/?-->)/;
let forms = 0;

/** The attributes that a block's comment holds. */
export function attributesOf(raw) {
  try {
    return JSON.parse(OPENING.exec(raw)?.[2] ?? '{}');
  } catch {
    return {};
  }
}

/** A block with other attributes: JSON that cannot end the comment it stands in, as WordPress writes it. */
export function withAttributes(raw, attributes) {
  const escaped = { '--': '\\u002d\\u002d', '<': '\\u003c', '>': '\\u003e', '&': '\\u0026', '\\"': '\\u0022' };
  const json = Object.keys(attributes).length === 0 ? '' : `${JSON.stringify(attributes).replace(/--|<|>|&|\\"/g, (found) => escaped[found])} `;
  return raw.replace(OPENING, (_all, start, _old, end) => `${start}${json}${end}`);
}

/** The controls of a block; `change` gets the block's new text. */
export function blockControls(controls, block, words, change) {
  const number = forms++;
  const box = document.createElement('details');
  box.className = 'block__controls';
  box.open = true;
  const summary = document.createElement('summary');
  summary.textContent = words.textSettings;
  box.append(summary);
  for (const [index, control] of controls.entries()) box.append(row(control, `block-control-${number}-${index}`, block, change));
  return box;
}

function row(control, id, block, change) {
  const line = document.createElement('p');
  const input = inputFor(control, attributesOf(block.raw)[control.name] ?? control.value);
  input.id = id;
  const label = document.createElement('label');
  label.htmlFor = id;
  label.textContent = control.label;
  line.append(...(control.kind === 'checkbox' ? [input, ' ', label] : [label, input]));
  if (control.kind === 'checkbox') line.className = 'radio';
  if (control.help !== '') {
    const help = document.createElement('span');
    help.className = 'muted';
    help.id = `${id}-help`;
    help.textContent = control.help;
    input.setAttribute('aria-describedby', help.id);
    line.append(help);
  }
  input.addEventListener('input', () => {
    const value = valueOf(control, input);
    if (value === undefined) return;
    const { [control.name]: _old, ...others } = attributesOf(block.raw);
    change(withAttributes(block.raw, value === null || value === control.value ? others : { ...others, [control.name]: value }));
  });
  return line;
}

function inputFor({ kind, choices, min, max, step, value: usual }, value) {
  if (kind === 'select') {
    const select = document.createElement('select');
    const offered = usual === null ? [{ value: '', label: '—' }, ...choices] : choices;
    for (const choice of offered) select.append(new Option(choice.label, choice.value, false, choice.value === value));
    return select;
  }
  const input = document.createElement('input');
  input.type = kind;
  if (kind === 'checkbox') input.checked = value === true;
  else input.value = value ?? '';
  for (const [name, bound] of Object.entries({ min, max, step })) if (bound !== undefined) input[name] = bound;
  return input;
}

/** What an input holds: null for the usual, undefined for what may not be stored. */
function valueOf({ kind, choices }, input) {
  if (kind === 'checkbox') return input.checked;
  if (kind === 'select') return choices.find(({ value }) => String(value) === input.value)?.value ?? null;
  if (kind === 'text') return input.value;
  if (!input.checkValidity()) return undefined;
  return input.value === '' ? null : Number(input.value);
}
