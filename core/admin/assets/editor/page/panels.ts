import type { EditorPage } from './editor-page.js';
import { labelOf } from '../../dom/texts.js';

/** The current draft, as plugin scripts see it. */
interface Draft {
  readonly id: number;
  readonly type: string;
  readonly status: string;
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
  readonly slug: string;
  readonly meta: Readonly<Record<string, string>>;
}

type Listener = (draft: Draft) => void;

/** `window.plinth.editor`: the current draft and a method to change it. Documented in `docs/guide/admin.md`. */
interface EditorForScripts {
  getDraft(): Draft;
  patch(changes: Readonly<Record<string, unknown>>): void;
  subscribe(listener: Listener): () => void;
}

/** The form fields that make up a draft. */
const DRAFT_FIELDS = { title: 'post_title', content: 'content', excerpt: 'excerpt', slug: 'post_name' } as const;
const META_FIELD = /^fields\[([\w-]+)\]$/;

/** Returns a copy of the form's current values; changing it has no effect. */
function readDraft(form: HTMLFormElement): Draft {
  const data = new FormData(form);
  const meta: Record<string, string> = {};
  for (const [name, value] of data) {
    const key = META_FIELD.exec(name)?.[1];
    // A hidden field before each checkbox has the same name; the last value counts, as on the server.
    if (key && typeof value === 'string') meta[key] = value;
  }
  const text = (part: keyof typeof DRAFT_FIELDS): string => {
    const value = data.get(DRAFT_FIELDS[part]);
    return typeof value === 'string' ? value : '';
  };
  const { post = '', type = '', status = '' } = form.dataset;
  return {
    id: Number(post) || 0,
    type,
    status: status || 'draft',
    title: text('title'),
    content: text('content'),
    excerpt: text('excerpt'),
    slug: text('slug'),
    meta,
  };
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function fieldsOf(form: HTMLFormElement, name: string): Field[] {
  return [...form.elements].filter(
    (candidate): candidate is Field =>
      (candidate instanceof HTMLInputElement ||
        candidate instanceof HTMLTextAreaElement ||
        candidate instanceof HTMLSelectElement) &&
      candidate.name === name,
  );
}

function setMeta(form: HTMLFormElement, key: string, value: unknown): void {
  const inputs = fieldsOf(form, `fields[${key}]`).filter(
    ({ type, dataset }) => type !== 'hidden' || 'value' in dataset,
  );
  const [first] = inputs;
  if (!first)
    throw new Error(
      `The form has no field "${key}". Add it with addFields; the available fields are: ${Object.keys(readDraft(form).meta).join(', ')}.`,
    );
  for (const input of inputs) {
    if (input instanceof HTMLInputElement && input.type === 'checkbox') input.checked = value === true || value === '1';
    else if (input instanceof HTMLInputElement && input.type === 'radio') input.checked = input.value === String(value);
    else input.value = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  }
  first.dispatchEvent(new Event('plinth:set'));
  first.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Creates `window.plinth.editor` and initializes the panels of plugins. */
export function initializePanels({ form, labels }: EditorPage, setContent: (text: string) => void): void {
  const listeners = new Set<Listener>();
  let isScheduled = false;
  const notifyListeners = (): void => {
    isScheduled = false;
    const draft = readDraft(form);
    for (const listener of listeners) {
      try {
        listener(draft);
      } catch (error) {
        console.error(error);
      }
    }
  };
  form.addEventListener('input', () => {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(notifyListeners);
  });

  const editor: EditorForScripts = {
    getDraft: () => readDraft(form),
    patch(changes) {
      for (const [part, value] of Object.entries(changes)) {
        if (part === 'meta' && typeof value === 'object')
          for (const [key, metaValue] of Object.entries(value ?? {})) setMeta(form, key, metaValue);
        else if (part === 'content') setContent(String(value));
        else {
          const [input] = part in DRAFT_FIELDS ? fieldsOf(form, DRAFT_FIELDS[part as keyof typeof DRAFT_FIELDS]) : [];
          if (!input)
            throw new Error(
              `"${part}" is not a part of a draft; the parts are ${Object.keys(DRAFT_FIELDS).join(', ')} and meta.`,
            );
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
  const shared = window as Window & { plinth?: Readonly<Record<string, unknown>> };
  shared.plinth = { ...shared.plinth, editor: Object.freeze(editor) };
  document.dispatchEvent(new CustomEvent('plinth:editor'));
  for (const panel of form.querySelectorAll<HTMLElement>('[data-editor-panel]'))
    void openPanel(panel, editor, labelOf(labels, 'panelFailed'));
}

interface PanelModule {
  default(
    element: HTMLElement,
    editor: {
      readonly post: Draft;
      readonly onChange: EditorForScripts['subscribe'];
      readonly patch: EditorForScripts['patch'];
    },
  ): unknown;
}

/**
 * Passes a panel to its plugin's script. If the script fails, the panel shows an error and the editor keeps working.
 */
async function openPanel(panel: HTMLElement, editor: EditorForScripts, errorText: string): Promise<void> {
  const body = panel.querySelector<HTMLElement>('[data-panel-body]');
  if (!body) return;
  try {
    const { default: mount } = (await import(panel.dataset['editorPanel'] ?? '')) as PanelModule;
    await mount(body, { post: editor.getDraft(), onChange: editor.subscribe, patch: editor.patch });
  } catch (error) {
    console.error(error);
    body.textContent = errorText;
  }
}
