// Uploads the files of a form one after the other and shows how far each is. Without it the form sends them all at once.
const form = document.querySelector('#upload');
const input = form.querySelector('input[type="file"]');
const list = form.querySelector('.upload-list');
const { endpoint, nonce, textWaiting, textDone, textFailed, textEdit, textAll } = form.dataset;
const waiting = [];
let running = false;

function add(files) {
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
    waiting.push({ file, item, bar, state });
  }
  input.required = false;
  if (!running) void run();
}

async function run() {
  running = true;
  let failed = 0;
  for (let next = waiting.shift(); next; next = waiting.shift()) if (!(await send(next))) failed += 1;
  running = false;
  if (failed === 0) {
    const said = document.createElement('li');
    said.className = 'notice notice--success';
    said.textContent = textAll;
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
      bar.remove();
      state.className = done ? 'muted' : 'field-error';
      state.textContent = done ? textDone : (body.message ?? textFailed);
      if (done) {
        const link = document.createElement('a');
        link.href = `post.php?post=${body.id}&action=edit`;
        link.textContent = textEdit;
        link.setAttribute('aria-label', `${textEdit}: ${file.name}`);
        item.append(link);
      }
      resolve(done);
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
  form.addEventListener(name, (event) => {
    event.preventDefault();
    form.classList.toggle('media-drop--over', name === 'dragover');
    if (name === 'drop') add([...event.dataTransfer.files]);
  });
}
