/** Unsaved input of a form. */
export interface FormCopy {
  /** Unix time in milliseconds. */
  readonly savedAt: number;
  /** Whether the form was submitted. The copy is deleted once the server confirms that it was saved. */
  readonly isSubmitted: boolean;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** The local copy of a form in this browser. */
export interface CopyStorage {
  read(): FormCopy | undefined;
  write(copy: FormCopy): void;
  clear(): void;
}

const PREFIX = 'plinth-typed:';
/** Lifetime of a local copy, in milliseconds. */
const LIFETIME_MS = 7 * 24 * 3600 * 1000;
/** Maximum length of a local copy, in characters. */
const MAX_LENGTH = 1024 * 1024;

/** Returns the local copy of one form for one user. */
export function createCopyStorage(user: string, path: string): CopyStorage {
  const key = `${PREFIX}${user}:${path}`;
  return {
    read: () => parseCopy(localStorage.getItem(key)),
    write(copy) {
      const text = JSON.stringify(copy);
      try {
        if (text.length <= MAX_LENGTH) localStorage.setItem(key, text);
      } catch {
        // Storage may be full or disabled; the copy is then not stored.
      }
    },
    clear: () => localStorage.removeItem(key),
  };
}

/** Deletes expired copies, and submitted copies once the server has confirmed that they were saved. */
export function deleteOldCopies(isSaved: boolean, now: number): void {
  for (const key of Object.keys(localStorage).filter((storageKey) => storageKey.startsWith(PREFIX))) {
    const copy = parseCopy(localStorage.getItem(key));
    if (!copy || now - copy.savedAt > LIFETIME_MS || (isSaved && copy.isSubmitted)) localStorage.removeItem(key);
  }
}

function parseCopy(text: string | null): FormCopy | undefined {
  try {
    const result = JSON.parse(text ?? 'null') as FormCopy | null;
    return result && typeof result.savedAt === 'number' && Array.isArray(result.fields) ? result : undefined;
  } catch {
    return undefined;
  }
}

/** Request tokens and sensitive fields that are never copied. */
const EXCLUDED_FIELDS = /^_wp|nonce|^action$|^modified$|^overwrite$|pass|pwd|secret|token/i;

/** Returns the values of a form, without secrets and files. */
export function fieldsOf(form: HTMLFormElement): FormCopy['fields'] {
  const secret = new Set(
    [...form.querySelectorAll<HTMLInputElement>('input[type="password"], input[data-secret]')].map(({ name }) => name),
  );
  return [...new FormData(form)]
    .filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === 'string' && !EXCLUDED_FIELDS.test(entry[0]) && !secret.has(entry[0]),
    )
    .map(([name, value]) => [name, value.replace(/\r\n?/g, '\n')] as const);
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isCopied(element: Element): element is Field {
  const isField =
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement;
  return (
    isField &&
    element.name !== '' &&
    !EXCLUDED_FIELDS.test(element.name) &&
    !['file', 'password'].includes(element.type)
  );
}

/**
 * Sets a field from the values stored under its name.
 * @returns whether the field was set
 */
function setValue(field: Field, values: string[] | undefined): boolean {
  if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
    field.checked = values?.includes(field.value) ?? false;
    return true;
  }
  if (field instanceof HTMLSelectElement && field.multiple) {
    for (const option of field.options) option.selected = values?.includes(option.value) ?? false;
    return true;
  }
  const nextValue = field.type !== 'hidden' || 'value' in field.dataset ? values?.shift() : undefined;
  if (nextValue === undefined) return false;
  field.value = nextValue;
  return true;
}

/** Fills a form from a local copy; fields missing from the form are skipped. */
export function fillForm(form: HTMLFormElement, fields: FormCopy['fields']): void {
  const values = new Map<string, string[]>();
  for (const [name, value] of fields) values.set(name, [...(values.get(name) ?? []), value]);
  for (const element of form.elements)
    if (isCopied(element) && setValue(element, values.get(element.name)))
      element.dispatchEvent(new Event('plinth:set'));
  form.dispatchEvent(new Event('input', { bubbles: true }));
}
