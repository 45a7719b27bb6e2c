import { element, find } from './dom/element.js';

// Turns a list of files, entries or terms into a search: a combobox with the selected items below its label, sortable
// if there are several.

const DEBOUNCE_MS = 200;
let pickerCount = 0;

type PickerTexts = Readonly<
  Record<
    | 'find'
    | 'waiting'
    | 'none'
    | 'found'
    | 'more'
    | 'failed'
    | 'full'
    | 'added'
    | 'moved'
    | 'removed'
    | 'up'
    | 'down'
    | 'remove',
    string
  >
>;

/** A file, entry or term that can be selected. */
interface Entity {
  readonly id: number;
  readonly label: string;
  readonly note: string;
  readonly image: { readonly src: string; readonly size: number } | null;
}

/** Replaces the placeholders of a text: %s, %1$s and so on. */
function formatText(text: string, ...values: readonly (string | number)[]): string {
  let next = 0;
  return text.replace(/%(?:(\d)\$)?[sd]/g, (_placeholder, number: string | undefined) =>
    String(values[number === undefined ? next++ : Number(number) - 1] ?? ''),
  );
}

/** Returns an item's image, name and note. */
function entityElements({ label, note, image }: Entity): HTMLElement[] {
  const name = element(
    'span',
    {},
    element('span', { 'data-label': '' }, label),
    ...(note ? [' ', element('span', { class: 'muted' }, note)] : []),
  );
  return image ? [element('img', { src: image.src, alt: '', width: image.size, height: image.size }), name] : [name];
}

/** Reads an item from the list rendered by the server. */
function renderedEntity(item: HTMLElement): Entity {
  const image = item.querySelector('img');
  return {
    id: Number(item.dataset.id),
    label: find(item, '[data-label]').textContent,
    note: item.querySelector('.muted')?.textContent ?? '',
    image: image && { src: image.getAttribute('src') ?? '', size: image.width },
  };
}

/** Creates the search field that replaces the field for IDs. */
function searchField(
  pick: HTMLElement,
  idInput: HTMLInputElement,
  { box, placeholder }: { readonly box: string; readonly placeholder: string },
): HTMLInputElement {
  const input = element('input', {
    type: 'text',
    id: idInput.id,
    role: 'combobox',
    autocomplete: 'off',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': box,
    placeholder,
  });
  for (const name of ['aria-required', 'aria-invalid'])
    if (idInput.hasAttribute(name)) input.setAttribute(name, idInput.getAttribute(name) ?? '');
  const described = (idInput.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((id) => id !== '' && !pick.querySelector('.pick__plain')?.querySelector(`#${CSS.escape(id)}`));
  if (described.length > 0) input.setAttribute('aria-describedby', described.join(' '));
  return input;
}

export function searchInstead(pick: HTMLElement): void {
  const labels = JSON.parse(pick.dataset.labels ?? '') as PickerTexts;
  const max = Number(pick.dataset.max);
  const isMultiple = max > 1;
  const idInput = find<HTMLInputElement>(pick, '[data-value]');
  const list = find(pick, '[data-picked]');
  const inputId = `pick-${++pickerCount}`;
  let entities = [...list.querySelectorAll<HTMLElement>(':scope > *')].map(renderedEntity);
  let results: Entity[] = [];
  let active = -1;
  let requestCount = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const value = element('input', { type: 'hidden', name: idInput.name, 'data-value': '' });
  value.value = idInput.value;
  const input = searchField(pick, idInput, { box: inputId, placeholder: labels.find });
  const label = find(pick, 'label');
  label.id ||= `${idInput.id}-label`;
  const options = element('ul', {
    id: inputId,
    role: 'listbox',
    class: 'pick__options',
    'aria-labelledby': label.id,
    hidden: '',
  });
  const status = element('p', { role: 'status', class: 'visually-hidden' });
  idInput.replaceWith(value, element('div', { class: 'pick__search' }, input, options), status);
  pick.querySelector('.pick__plain')?.remove();
  renderList();

  function close(): void {
    options.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
    active = -1;
    requestCount += 1;
    clearTimeout(timer);
  }

  async function fetchEntities(parameters: Record<string, string> | string[][]): Promise<Entity[]> {
    const response = await fetch(`${pick.dataset.search}&${new URLSearchParams(parameters)}`, {
      headers: { 'X-WP-Nonce': pick.dataset.nonce ?? '' },
      credentials: 'same-origin',
    });
    if (!response.ok) throw new Error(String(response.status));
    return (await response.json()) as Entity[];
  }

  /** Runs a search and shows its results; a response that arrives after a newer request is discarded. */
  async function runSearch(): Promise<void> {
    const requestNumber = ++requestCount;
    status.textContent = labels.waiting;
    try {
      const entitiesFound = await fetchEntities({ search: input.value.trim() });
      if (requestNumber !== requestCount) return;
      results = entitiesFound.filter(({ id }) => !entities.some((entity) => entity.id === id));
      open(
        results.length === 0
          ? labels.none
          : formatText(labels.found, results.length) + (entitiesFound.length >= 20 ? ` ${labels.more}` : ''),
      );
    } catch {
      if (requestNumber !== requestCount) return;
      results = [];
      open(labels.failed);
    }
  }

  function open(statusText: string): void {
    status.textContent = statusText;
    options.replaceChildren(
      ...results.map((entity, index) => {
        const option = element(
          'li',
          { role: 'option', id: `${inputId}-${index}`, 'aria-selected': 'false' },
          ...entityElements(entity),
        );
        // The field keeps the focus.
        option.addEventListener('mousedown', (event) => event.preventDefault());
        option.addEventListener('click', () => selectEntity(entity));
        return option;
      }),
    );
    if (results.length === 0)
      options.append(
        element(
          'li',
          { role: 'option', 'aria-disabled': 'true', 'aria-selected': 'false', class: 'muted' },
          statusText,
        ),
      );
    options.hidden = false;
    input.setAttribute('aria-expanded', 'true');
    setActive(-1);
  }

  function setActive(index: number): void {
    options.children[active]?.setAttribute('aria-selected', 'false');
    active = index;
    const option = options.children[active];
    if (!option) return input.removeAttribute('aria-activedescendant');
    option.setAttribute('aria-selected', 'true');
    option.scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', option.id);
  }

  function selectEntity(entity: Entity): void {
    if (isMultiple && entities.length >= max) {
      close();
      status.textContent = labels.full;
      return;
    }
    entities = isMultiple ? [...entities, entity] : [entity];
    input.value = '';
    close();
    updateValue();
    status.textContent = formatText(labels.added, entity.label);
  }

  function move(index: number, to: number): void {
    const [entity] = entities.splice(index, 1);
    if (!entity) return;
    entities.splice(to, 0, entity);
    updateValue();
    const item = list.children[to];
    // The button used for the move, or the opposite one at either end of the list.
    const moveButton = item?.querySelector<HTMLElement>(`[data-move="${to < index ? 'up' : 'down'}"]:not(:disabled)`);
    (moveButton ?? item?.querySelector<HTMLElement>('[data-move]:not(:disabled)'))?.focus();
    status.textContent = formatText(labels.moved, entity.label, to + 1, entities.length);
  }

  function remove(index: number): void {
    const [entity] = entities.splice(index, 1);
    if (!entity) return;
    updateValue();
    (list.children[Math.min(index, entities.length - 1)]?.querySelector<HTMLElement>('[data-remove]') ?? input).focus();
    status.textContent = formatText(labels.removed, entity.label);
  }

  function button(
    sign: string,
    text: string,
    attribute: Record<string, string>,
    onClick: () => void,
  ): HTMLButtonElement {
    const buttonElement = element(
      'button',
      { type: 'button', class: 'pick__button', 'aria-label': text, title: text, ...attribute },
      sign,
    );
    buttonElement.addEventListener('click', onClick);
    return buttonElement;
  }

  function renderList(): void {
    list.replaceChildren(
      ...entities.map((entity, index) => {
        const up = button('↑', formatText(labels.up, entity.label), { 'data-move': 'up' }, () =>
          move(index, index - 1),
        );
        const down = button('↓', formatText(labels.down, entity.label), { 'data-move': 'down' }, () =>
          move(index, index + 1),
        );
        up.disabled = index === 0;
        down.disabled = index === entities.length - 1;
        return element(
          'li',
          { 'data-id': entity.id },
          ...entityElements(entity),
          element(
            'span',
            { class: 'pick__buttons' },
            ...(isMultiple && entities.length > 1 ? [up, down] : []),
            button('×', formatText(labels.remove, entity.label), { 'data-remove': '' }, () => remove(index)),
          ),
        );
      }),
    );
  }

  function updateValue(): void {
    renderList();
    value.value = entities.map(({ id }) => id).join(', ');
    value.dispatchEvent(new Event('input', { bubbles: true }));
  }

  input.addEventListener('input', (event) => {
    // Search input is not part of the form.
    event.stopPropagation();
    clearTimeout(timer);
    timer = setTimeout(() => void runSearch(), DEBOUNCE_MS);
  });
  input.addEventListener('click', () => {
    if (options.hidden) void runSearch();
  });
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    const isOpen = !options.hidden;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) return void runSearch();
      const count = results.length;
      const above = (active <= 0 ? count : active) - 1;
      if (count > 0) setActive(event.key === 'ArrowDown' ? (active + 1) % count : above);
    } else if (event.key === 'Enter') {
      // An open search does not submit the form.
      if (isOpen || input.value !== '') event.preventDefault();
      const entity = results[active];
      if (isOpen && entity) selectEntity(entity);
    } else if (event.key === 'Escape' && (isOpen || input.value !== '')) {
      event.preventDefault();
      input.value = '';
      close();
    }
  });
  // A plugin's script may write IDs into the field.
  async function loadEntities(): Promise<void> {
    const ids = value.value
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number);
    entities = ids.map(
      (id) => entities.find((entity) => entity.id === id) ?? { id, label: String(id), note: '', image: null },
    );
    renderList();
    const found =
      ids.length === 0 ? [] : await fetchEntities(ids.map((id) => ['include[]', String(id)])).catch(() => []);
    entities = entities.map((entity) => found.find(({ id }) => id === entity.id) ?? entity);
    renderList();
  }
  value.addEventListener('plinth:set', () => void loadEntities());
}
