import {
  type Field,
  type FieldValue,
  type FormValue,
  isWpError,
  parseAmount,
  parseNumber as readNumber,
  type ContentApi,
  type Formatting,
  type RolesApi,
  type TranslationApi,
  type PageText,
} from '../api/index.js';
import { isIdList, parseIds, maxTextLength, maxEntities } from './stored-value.js';

/** Dependencies for reading fields. */
export interface FieldsDeps {
  readonly text: Pick<TranslationApi, '__' | '_n'>;
  readonly formatting: Pick<Formatting, 'isEmail' | 'escUrlRaw' | 'wpStripAllTags'>;
  readonly content: Pick<ContentApi, 'getPost' | 'getTerm'>;
  readonly roles: Pick<RolesApi, 'currentUserCan'>;
}

/** The parsed value of a field, or an error message. */
export type ParsedValue = { readonly value: FieldValue } | { readonly problem: string };

type ValueParser = (deps: FieldsDeps, field: Field, text: string) => ParsedValue | Promise<ParsedValue>;

/** Converts a submitted value to the type of the field. An empty value is accepted, even if the field is required. */
export async function parseFieldValue(deps: FieldsDeps, field: Field, sent: FormValue): Promise<ParsedValue> {
  const { __ } = deps.text;
  const text = typeof sent === 'string' ? sent : '';
  if (text.length > maxTextLength(field) + 2)
    return { problem: __('This is too long. Enter up to %d characters.', maxTextLength(field)) };
  return PARSERS[field.type](deps, field, text);
}

async function parseText(deps: FieldsDeps, field: Field, sent: string): Promise<ParsedValue> {
  const { __ } = deps.text;
  const isLong = field.type === 'textarea' || field.type === 'code';
  const lines = sent.replaceAll('\r\n', '\n');
  const plain = isLong
    ? lines.replace(/[^\P{Cc}\n\t]/gu, '')
    : lines
        .replace(/\s+/g, ' ')
        .replace(/\p{Cc}/gu, '')
        .trim();
  // Output is escaped. For users without unfiltered HTML, tags are removed too, in case a plugin does not escape.
  const value =
    field.type === 'code' ||
    field.type === 'secret' ||
    !plain.includes('<') ||
    (await deps.roles.currentUserCan('unfiltered_html'))
      ? plain
      : deps.formatting.wpStripAllTags(plain);
  if (value.length > maxTextLength(field))
    return { problem: __('This is too long. Enter up to %d characters.', maxTextLength(field)) };
  if (value !== '' && field.pattern !== undefined && !new RegExp(`^(?:${field.pattern})$`, 'u').test(value))
    return { problem: resolveText(field.patternHelp) || __('This value has an invalid format.') };
  return { value };
}

function parseEmail({ formatting, text: { __ } }: FieldsDeps, _field: Field, sent: string): ParsedValue {
  const value = sent.trim();
  return value === '' || formatting.isEmail(value)
    ? { value }
    : { problem: __('Enter a complete email address, such as anna@example.com.') };
}

function parseUrl({ formatting, text: { __ } }: FieldsDeps, _field: Field, sent: string): ParsedValue {
  const value = sent.trim();
  const isUrl = /^https?:\/\//i.test(value) && URL.canParse(value) && formatting.escUrlRaw(value) !== '';
  return value === '' || isUrl ? { value } : { problem: __('Enter a full URL, such as https://example.com/.') };
}

function parseColor({ text: { __ } }: FieldsDeps, _field: Field, sent: string): ParsedValue {
  const value = sent.trim().toLowerCase();
  return value === '' || /^#(?:[\da-f]{3}){1,2}$/.test(value)
    ? { value }
    : { problem: __('Enter a color, such as #336699.') };
}

function parseDate(deps: FieldsDeps, field: Field, sent: string): ParsedValue {
  const { __ } = deps.text;
  const value = sent.trim().slice(0, field.type === 'date' ? 10 : 16);
  if (value === '') return { value };
  const isDate = field.type === 'date' ? /^\d{4}-\d\d-\d\d$/.test(value) : /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value);
  const time = isDate ? new Date(`${value}${field.type === 'date' ? 'T00:00' : ''}:00Z`) : undefined;
  // JavaScript parses a date such as February 30 as another date, so the result is compared.
  if (!time || Number.isNaN(time.getTime()) || !time.toISOString().startsWith(value))
    return {
      problem:
        field.type === 'date'
          ? __('Enter a date, such as 2026-11-23.')
          : __('Enter a date and time, such as 2026-11-23 09:30.'),
    };
  if (field.min !== undefined && value < String(field.min))
    return { problem: __('Enter %s or later.', String(field.min).replace('T', ' ')) };
  if (field.max !== undefined && value > String(field.max))
    return { problem: __('Enter %s or earlier.', String(field.max).replace('T', ' ')) };
  return { value };
}

function parseNumber({ text: { __ } }: FieldsDeps, field: Field, sent: string): ParsedValue {
  if (sent.trim() === '') return { value: null };
  const step = field.step ?? 1;
  const read = readNumber(sent, { pointIsDecimal: !Number.isInteger(step) });
  if (!('value' in read))
    return {
      problem: read.interpretations
        ? `${__('%1$s could mean %2$s or %3$s.', sent.trim(), ...read.interpretations)} ${__('Enter a number.')}`
        : __('Enter a number.'),
    };
  const { value } = read;
  if (step === 1 && !Number.isSafeInteger(value)) return { problem: __('Enter a whole number.') };
  const steps = step === 'any' ? 0 : (value - (typeof field.min === 'number' ? field.min : 0)) / step;
  if (Math.abs(steps - Math.round(steps)) > 1e-6)
    return { problem: __('Enter a number in steps of %s.', String(step)) };
  return checkBounds(field, value, String, __);
}

function parseMoney({ text: { __ } }: FieldsDeps, field: Field, sent: string): ParsedValue {
  if (sent.trim() === '') return { value: null };
  const digits = fractionDigits(field.currency);
  const read = parseAmount(sent, digits);
  if (!('minor' in read)) {
    const example = digits === 0 ? __('Enter an amount, such as 12.') : __('Enter an amount, such as 12.50.');
    return {
      problem: read.interpretations
        ? `${__('%1$s could mean %2$s or %3$s.', sent.trim(), ...read.interpretations)} ${example}`
        : example,
    };
  }
  return checkBounds(field, read.minor, (amount) => (amount / 10 ** digits).toFixed(digits), __);
}

function checkBounds(
  { min, max }: Field,
  value: number,
  format: (value: number) => string,
  __: FieldsDeps['text']['__'],
): ParsedValue {
  if (typeof min === 'number' && value < min) return { problem: __('The minimum is %s.', format(min)) };
  if (typeof max === 'number' && value > max) return { problem: __('The maximum is %s.', format(max)) };
  return { value };
}

async function parseChoice({ text: { __ } }: FieldsDeps, { choices = [] }: Field, sent: string): Promise<ParsedValue> {
  const listed = typeof choices === 'function' ? await choices() : choices;
  return sent === '' || listed.some(({ value }) => value === sent)
    ? { value: sent }
    : { problem: __('Choose an option from the list.') };
}

/** Returns several IDs in their order. They are queried one at a time, because there are only a few. */
async function parseIdList(deps: FieldsDeps, field: Field, sent: string): Promise<ParsedValue> {
  const { __, _n } = deps.text;
  if (/[^\d\s,;]/.test(sent)) return { problem: __('Enter IDs separated by commas, such as 12, 7.') };
  const ids = parseIds(sent);
  const max = maxEntities(field);
  if (ids.length > max) return { problem: _n('Choose no more than one.', 'Choose no more than %d.', max, max) };
  if (typeof field.min === 'number' && ids.length > 0 && ids.length < field.min)
    return { problem: _n('Choose at least one.', 'Choose at least %d.', field.min, field.min) };
  for (const id of ids)
    if (!(await isAvailable(deps, field, id))) return { problem: __('No item has the ID %d. Remove it.', id) };
  return { value: ids };
}

async function parseSelection(deps: FieldsDeps, field: Field, sent: string): Promise<ParsedValue> {
  if (isIdList(field)) return parseIdList(deps, field, sent);
  const id = Number(sent.trim() || 0);
  if (id === 0) return { value: 0 };
  return Number.isSafeInteger(id) && id > 0 && (await isAvailable(deps, field, id))
    ? { value: id }
    : { problem: deps.text.__('Choose an option from the list.') };
}

/** Whether a post, term or file exists and the user may see it. */
async function isAvailable({ content, roles }: FieldsDeps, field: Field, id: number): Promise<boolean> {
  const kinds = [field.source ?? []].flat();
  if (field.type === 'term') {
    const term = await content.getTerm(id, kinds[0] ?? 'category');
    return term !== null && !isWpError(term);
  }
  const post = await content.getPost(id);
  if (!post || post.post_status === 'trash' || !(await roles.currentUserCan('read_post', id))) return false;
  if (field.type === 'media')
    return (
      post.post_type === 'attachment' &&
      (kinds.length === 0 || kinds.some((kind) => post.post_mime_type.startsWith(kind)))
    );
  return (kinds.length === 0 ? ['post'] : kinds).includes(post.post_type);
}

const PARSERS: Readonly<Record<Field['type'], ValueParser>> = {
  text: parseText,
  textarea: parseText,
  code: parseText,
  secret: parseText,
  number: parseNumber,
  money: parseMoney,
  email: parseEmail,
  url: parseUrl,
  color: parseColor,
  checkbox: (_deps, _field, sent) => ({ value: sent === '1' }),
  select: parseChoice,
  radio: parseChoice,
  date: parseDate,
  datetime: parseDate,
  media: parseSelection,
  post: parseSelection,
  term: parseSelection,
};

/** Returns a text in the language of the request. */
export function resolveText(text: PageText | undefined): string {
  return typeof text === 'function' ? text() : (text ?? '');
}

/** Returns the number of decimals of a currency; 2 if the currency is unknown. */
export function fractionDigits(currency = 'PLN'): number {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/** Formats an amount in minor units (such as cents) as users type it. */
export function formatAmount(units: number, digits: number): string {
  const text = String(Math.abs(units)).padStart(digits + 1, '0');
  const amount = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  return units < 0 ? `-${amount}` : amount;
}
