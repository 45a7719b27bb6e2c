// Uploads the files of a form one after the other and shows how far each is. Without it the form sends them all at once.
import { find } from './dom/element.js';

/** The line of a file in the list. */
interface Line {
  readonly bar: HTMLProgressElement;
  readonly state: HTMLElement;
}

interface Upload extends Line {
  readonly file: File;
  readonly item: HTMLElement;
}

const form = find<HTMLFormElement>(document, '#upload');
const input = find<HTMLInputElement>(form, 'input[type="file"]');
const list = find(form, '.upload-list');
/** A text or setting that the template gives the form. */
const given = (name: string): string => form.dataset[name] ?? '';
const megabytes = Number(given('megabytes'));
const MEGABYTE = 1024 * 1024;
const waiting: Upload[] = [];
let running = false;
let refused = 0;

function add(files: readonly File[]): void {
  if (!running) refused = 0;
  for (const file of files) {
    const item = document.createElement('li');
    const name = document.createElement('span');
    name.textContent = file.name;
    const bar = document.createElement('progress');
    bar.max = 100;
    bar.value = 0;
    bar.setAttribute('aria-label', file.name);
    const state = document.createElement('span');
    state.className = 'muted';
    state.textContent = given('textWaiting');
    item.append(name, bar, state);
    list.append(item);
    // Sent all the same, it would be refused once all of it has gone over the line.
    if (file.size > megabytes * MEGABYTE)
      refuse(
        { bar, state },
        given('textLarge')
          .replace('%1$s', String(Math.ceil(file.size / MEGABYTE)))
          .replace('%2$s', String(megabytes)),
      );
    else waiting.push({ file, item, bar, state });
  }
  input.required = false;
  if (!running) void run();
}

/** What cannot be taken says so in its line; the others go on. */
function refuse({ bar, state }: Line, why: string): void {
  refused += 1;
  bar.remove();
  state.className = 'field-error';
  state.textContent = why;
}

async function run(): Promise<void> {
  running = true;
  for (let next = waiting.shift(); next; next = waiting.shift()) await send(next);
  running = false;
  if (refused === 0) {
    const said = document.createElement('li');
    said.className = 'notice notice--success';
    said.textContent = `${given('textAll')} `;
    const link = document.createElement('a');
    link.href = 'upload.php';
    link.textContent = given('textShow');
    said.append(link);
    list.append(said);
  }
}

function send({ file, item, bar, state }: Upload): Promise<void> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', given('endpoint'));
    request.responseType = 'json';
    request.setRequestHeader('X-WP-Nonce', given('nonce'));
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      bar.value = Math.round((loaded / total) * 95);
      state.textContent = `${bar.value} %`;
    });
    request.addEventListener('loadend', () => {
      const done = request.status === 201;
      const body = (request.response ?? {}) as { readonly id?: number; readonly message?: string };
      if (!done) refuse({ bar, state }, body.message ?? given('textFailed'));
      else {
        bar.remove();
        state.textContent = given('textDone');
        const link = document.createElement('a');
        link.href = `post.php?post=${body.id}&action=edit`;
        link.textContent = given('textEdit');
        link.setAttribute('aria-label', `${given('textEdit')}: ${file.name}`);
        item.append(link);
      }
      resolve();
    });
    const data = new FormData();
    data.append('file', file, file.name);
    request.send(data);
  });
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  add([...(input.files ?? [])]);
  form.reset();
});
for (const name of ['dragover', 'dragleave', 'drop'] as const) {
  // Beside the form too: a browser would leave the page and open the file.
  document.addEventListener(name, (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    form.classList.toggle('media-drop--over', name === 'dragover');
    if (name !== 'drop') return;
    const fold = form.closest('details');
    if (fold) fold.open = true;
    form.scrollIntoView({ block: 'nearest' });
    add([...event.dataTransfer.files]);
  });
}
