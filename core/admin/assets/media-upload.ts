// Uploads the files of a form one after the other and shows how far each is. Without it the form sends them all at once.
const form = document.querySelector('#upload');
const input = form.querySelector('input[type="file"]');
const list = form.querySelector('.upload-list');
const { endpoint, nonce, textWaiting, textDone, textFailed, textEdit, textAll, textLarge, textShow, megabytes } =
  form.dataset;
const MEGABYTE = 1024 * 1024;
const waiting = [];
let running = false;
let refused = 0;

function add(files) {
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
    state.textContent = textWaiting;
    item.append(name, bar, state);
    list.append(item);
    // Sent all the same, it would be refused once all of it has gone over the line.
    if (file.size > megabytes * MEGABYTE)
      refuse({ bar, state }, textLarge.replace('%1$s', Math.ceil(file.size / MEGABYTE)).replace('%2$s', megabytes));
    else waiting.push({ file, item, bar, state });
  }
  input.required = false;
  if (!running) void run();
}

/** What cannot be taken says so in its line; the others go on. */
function refuse({ bar, state }, why) {
  refused += 1;
  bar.remove();
  state.className = 'field-error';
  state.textContent = why;
}

async function run() {
  running = true;
  for (let next = waiting.shift(); next; next = waiting.shift()) await send(next);
  running = false;
  if (refused === 0) {
    const said = document.createElement('li');
    said.className = 'notice notice--success';
    said.textContent = `${textAll} `;
    const link = document.createElement('a');
    link.href = 'upload.php';
    link.textContent = textShow;
    said.append(link);
    list.append(said);
  }
}

function send({ file, item, bar, state }) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', endpoint);
    request.responseType = 'json';
    request.setRequestHeader('X-WP-Nonce', nonce);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      bar.value = Math.round((loaded / total) * 95);
      state.textContent = `${bar.value} %`;
    });
    request.addEventListener('loadend', () => {
      const done = request.status === 201;
      const body = request.response ?? {};
      if (!done) refuse({ bar, state }, body.message ?? textFailed);
      else {
        bar.remove();
        state.textContent = textDone;
        const link = document.createElement('a');
        link.href = `post.php?post=${body.id}&action=edit`;
        link.textContent = textEdit;
        link.setAttribute('aria-label', `${textEdit}: ${file.name}`);
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
  add([...input.files]);
  form.reset();
});
for (const name of ['dragover', 'dragleave', 'drop']) {
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
