// The editor for scripts of plugins: what is being written, and a way to change it. `window.plinth.editor`, and the panels beside the text.

/** The elements of the form that hold what a draft is made of. */
const PARTS = { title: 'post_title', content: 'content', excerpt: 'excerpt', slug: 'post_name' };
const META = /^fields\[([\w-]+)\]$/;

function metaInputs(form, key) {
  return [...form.elements].filter((element) => element.name === `fields[${key}]`);
}

/** What stands in the form now; a copy, which changes nothing. */
function draftOf(form) {
  const data = new FormData(form);
  const meta = {};
  for (const [name, value] of data) {
    const key = META.exec(name)?.[1];
    // Of a box and the empty field before it the last one counts, as on the server.
    if (key && typeof value === 'string') meta[key] = value;
  }
  const parts = Object.fromEntries(Object.entries(PARTS).map(([part, name]) => [part, String(data.get(name) ?? '')]));
  return { id: Number(form.dataset.post) || 0, type: form.dataset.type ?? '', status: form.dataset.status || 'draft', ...parts, meta };
}

function setMeta(form, key, value) {
  const inputs = metaInputs(form, key).filter(({ type }) => type !== 'hidden');
  if (inputs.length === 0) throw new Error(`This form has no field "${key}". Add it with addFields; what may be patched is: ${Object.keys(draftOf(form).meta).join(', ')}.`);
  for (const input of inputs) {
    if (input.type === 'checkbox') input.checked = value === true || value === '1';
    else if (input.type === 'radio') input.checked = input.value === String(value);
    else input.value = String(value ?? '');
  }
  inputs[0].dispatchEvent(new Event('input', { bubbles: true }));
}

/** Makes `window.plinth.editor`, and brings the panels of plugins to life. */
export function offerEditor({ form, words, setContent }) {
  const listeners = new Set();
  let planned = false;
  const tell = () => {
    planned = false;
    const draft = draftOf(form);
    for (const listener of listeners) {
      try {
        listener(draft);
      } catch (error) {
        console.error(error);
      }
    }
  };
  form.addEventListener('input', () => {
    if (planned) return;
    planned = true;
    requestAnimationFrame(tell);
  });

  const editor = {
    getDraft: () => draftOf(form),
    patch(changes) {
      for (const [part, value] of Object.entries(changes)) {
        if (part === 'meta') for (const [key, one] of Object.entries(value)) setMeta(form, key, one);
        else if (part === 'content') setContent(String(value));
        else {
          const input = PARTS[part] && form.elements[PARTS[part]];
          if (!input) throw new Error(`"${part}" is nothing that a draft has; it has ${Object.keys(PARTS).join(', ')} and meta.`);
          input.value = String(value);
          input.dispatchEvent(new Event('input', { bubbles: true }));
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  window.plinth = { ...window.plinth, editor: Object.freeze(editor) };
  document.dispatchEvent(new CustomEvent('plinth:editor'));
  for (const panel of form.querySelectorAll('[data-editor-panel]')) open(panel, editor, words);
}

/** Hands a panel to its plugin's script; one that fails says so, and leaves the editor as it is. */
async function open(panel, editor, words) {
  const body = panel.querySelector('[data-panel-body]');
  try {
    const { default: mount } = await import(panel.dataset.editorPanel);
    await mount(body, { post: editor.getDraft(), onChange: editor.subscribe, patch: editor.patch });
  } catch (error) {
    console.error(error);
    body.textContent = words.textPanel;
  }
}
