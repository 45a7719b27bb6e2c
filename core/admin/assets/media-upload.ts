// Uploads the files of a form one by one and shows the progress of each. Without this script the form submits them all
// at once.
import { find } from './dom/element.js';

/** A file's row in the list. */
interface FileRow {
  readonly bar: HTMLProgressElement;
  readonly state: HTMLElement;
}

interface Upload extends FileRow {
  readonly file: File;
  readonly item: HTMLElement;
}

const form = find<HTMLFormElement>(document, '#upload');
const input = find<HTMLInputElement>(form, 'input[type="file"]');
const list = find(form, '.upload-list');
/** Returns a label or setting that the template set on the form. */
const settingOf = (name: string): string => form.dataset[name] ?? '';
const megabytes = Number(settingOf('megabytes'));
const MEGABYTE = 1024 * 1024;
const queue: Upload[] = [];
let isRunning = false;
let rejectedCount = 0;

function addFiles(files: readonly File[]): void {
  if (!isRunning) rejectedCount = 0;
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
    state.textContent = settingOf('textWaiting');
    item.append(name, bar, state);
    list.append(item);
    // Checked before the upload, because the server would reject the file only after receiving all of it.
    if (file.size > megabytes * MEGABYTE)
      rejectFile(
        { bar, state },
        settingOf('textLarge')
          .replace('%1$s', String(Math.ceil(file.size / MEGABYTE)))
          .replace('%2$s', String(megabytes)),
      );
    else queue.push({ file, item, bar, state });
  }
  input.required = false;
  if (!isRunning) void uploadQueue();
}

/** Shows why a file was rejected; the others continue. */
function rejectFile({ bar, state }: FileRow, reason: string): void {
  rejectedCount += 1;
  bar.remove();
  state.className = 'field-error';
  state.textContent = reason;
}

async function uploadQueue(): Promise<void> {
  isRunning = true;
  for (let next = queue.shift(); next; next = queue.shift()) await uploadFile(next);
  isRunning = false;
  if (rejectedCount === 0) {
    const notice = document.createElement('li');
    notice.className = 'notice notice--success';
    notice.textContent = `${settingOf('textAll')} `;
    const link = document.createElement('a');
    link.href = 'upload.php';
    link.textContent = settingOf('textShow');
    notice.append(link);
    list.append(notice);
  }
}

function uploadFile({ file, item, bar, state }: Upload): Promise<void> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', settingOf('endpoint'));
    request.responseType = 'json';
    request.setRequestHeader('X-WP-Nonce', settingOf('nonce'));
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      bar.value = Math.round((loaded / total) * 95);
      state.textContent = `${bar.value} %`;
    });
    request.addEventListener('loadend', () => {
      const isUploaded = request.status === 201;
      const body = (request.response ?? {}) as { readonly id?: number; readonly message?: string };
      if (!isUploaded) rejectFile({ bar, state }, body.message ?? settingOf('textFailed'));
      else {
        bar.remove();
        state.textContent = settingOf('textDone');
        const link = document.createElement('a');
        link.href = `post.php?post=${body.id}&action=edit`;
        link.textContent = settingOf('textEdit');
        link.setAttribute('aria-label', `${settingOf('textEdit')}: ${file.name}`);
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
  addFiles([...(input.files ?? [])]);
  form.reset();
});
for (const name of ['dragover', 'dragleave', 'drop'] as const) {
  // Handles files dropped outside the form too; the browser would open them otherwise.
  document.addEventListener(name, (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    form.classList.toggle('media-drop--over', name === 'dragover');
    if (name !== 'drop') return;
    const detailsElement = form.closest('details');
    if (detailsElement) detailsElement.open = true;
    form.scrollIntoView({ block: 'nearest' });
    addFiles([...event.dataTransfer.files]);
  });
}
