import { isWpError, type PluginScope, type RestArg, type RestRequest, type WpError } from 'plinth';
import { BOX_LOCATIONS, type BoxChanges, type BoxConditions, type BoxLocation, NO_CONDITIONS } from '../boxes/box.js';
import { isLabelMarkup } from '../boxes/label.js';
import { readBody } from './body.js';
import { invalidParams } from './errors.js';

const READ_ONLY = ['id', 'created_at', 'updated_at', 'stats'];
const MAX_LABEL = 1000;
const MAX_TEXT = 1000;
const MAX_POSITION = 9999;
const MAX_CONDITION_VALUES = 200;

/** The body of `PUT /checkboxes/{id}`, as the namespace index shows it. */
export const BOX_ARGS: Readonly<Record<string, RestArg>> = {
  label: { description: 'Text next to the box; links, bold and italics only.', type: 'string', minLength: 1, maxLength: MAX_LABEL },
  required: { description: 'Whether a form is refused while it is empty.', type: 'boolean' },
  location: { description: 'Where it stands.', type: 'string', enum: BOX_LOCATIONS },
  enabled: { description: 'Whether it is shown.', type: 'boolean' },
  position: { description: 'Its place in the order; lower comes first.', type: 'integer', minimum: 0, maximum: MAX_POSITION },
  legal_page_id: { description: 'The page it refers to.', type: ['integer', 'null'] },
  error_message: { description: 'What is said when it is required and empty.', type: 'string', maxLength: MAX_TEXT },
  description: { description: 'A sentence below it.', type: 'string', maxLength: MAX_TEXT },
  conditions: {
    description: 'When it is shown.',
    type: 'object',
    properties: {
      categories: { type: 'array', items: { type: 'integer' } },
      countries: { type: 'array', items: { type: 'string' } },
      payment_methods: { type: 'array', items: { type: 'string' } },
      product_types: { type: 'array', items: { type: 'string' } },
    },
  },
};

type Judged = { readonly value: unknown } | { readonly error: string };

/** Judges a body by itself, without a look at what is stored. */
export function createBoxBody(scope: PluginScope): (request: RestRequest) => BoxChanges | WpError {
  const { __, restIsBoolean, restSanitizeBoolean, restIsInteger } = scope;
  const flag = (value: unknown): Judged => (restIsBoolean(value) ? { value: restSanitizeBoolean(value) } : { error: __('Must be true or false.') });
  const whole = (value: unknown): number | undefined => ((typeof value === 'number' || typeof value === 'string') && restIsInteger(value) ? Number(value) : undefined);
  const text = (value: unknown): Judged => {
    if (typeof value !== 'string') return { error: __('Must be a text.') };
    return [...value].length > MAX_TEXT ? { error: __('Must not be longer than %d characters.', MAX_TEXT) } : { value };
  };

  const judges: Readonly<Record<string, (value: unknown) => Judged>> = {
    label(value) {
      if (typeof value !== 'string') return { error: __('Must be a text.') };
      const length = [...value].length;
      if (value.trim() === '' || length > MAX_LABEL) return { error: __('Must have 1 to %d characters.', MAX_LABEL) };
      return isLabelMarkup(value, scope) ? { value } : { error: __('May hold links, bold and italics, and no other markup.') };
    },
    required: flag,
    enabled: flag,
    location: (value) => (BOX_LOCATIONS.some((location) => location === value) ? { value: value as BoxLocation } : { error: __('Must be among: %s.', BOX_LOCATIONS.join(', ')) }),
    position(value) {
      const number = whole(value);
      return number === undefined || number < 0 || number > MAX_POSITION ? { error: __('Must be a whole number from %s to %s.', 0, MAX_POSITION) } : { value: number };
    },
    legal_page_id(value) {
      if (value === null) return { value: null };
      const number = whole(value);
      return number === undefined || number < 1 || number > Number.MAX_SAFE_INTEGER ? { error: __('Must be the number of a page, or null.') } : { value: number };
    },
    error_message: text,
    description: text,
    conditions: (value) => judgeConditions(value, scope),
  };
  const fields: Readonly<Record<string, keyof BoxChanges>> = { legal_page_id: 'legalPageId', error_message: 'errorMessage' };

  return (request) => {
    const body = readBody(request);
    if (isWpError(body)) return body;
    const errors: Record<string, string> = {};
    const changes: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(body)) {
      if (READ_ONLY.includes(name)) errors[name] = __('Cannot be changed.');
      const judged = Object.hasOwn(judges, name) ? judges[name](value) : undefined;
      if (judged === undefined) continue;
      if ('error' in judged) errors[name] = judged.error;
      else changes[fields[name] ?? name] = judged.value;
    }
    return Object.keys(errors).length > 0 ? invalidParams(errors) : (changes as BoxChanges);
  };
}

function judgeConditions(value: unknown, { __, restIsInteger }: PluginScope): Judged {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { error: __('Must be an object.') };
  const conditions: Record<string, unknown> = { ...NO_CONDITIONS };
  for (const [kind, list] of Object.entries(value)) {
    if (!Object.hasOwn(NO_CONDITIONS, kind)) return { error: __('Has no part named %s.', kind) };
    if (!Array.isArray(list) || list.length > MAX_CONDITION_VALUES) return { error: __('%s must be a list.', kind) };
    const fine = kind === 'categories' ? list.every((item) => restIsInteger(item)) : list.every((item) => typeof item === 'string' && item.length <= 100);
    if (!fine) return { error: __('%s holds a value of the wrong type.', kind) };
    conditions[kind] = kind === 'categories' ? list.map(Number) : kind === 'countries' ? list.map((item) => String(item).toUpperCase()) : list;
  }
  return { value: conditions as unknown as BoxConditions };
}
