import { checkBoolean, checkNumber, checkText, type Problems, type Translate } from './check-value.js';

/**
 * The owner's edit of one value of a facet. A `value` that no product has is a group if it has `merged`, and a band of
 * numbers if it has `from` or `to`.
 * @since 0.1.0
 */
export interface ValueEdit {
  /** Name in URLs. */
  readonly value: string;
  /** Label in this facet; the catalog's name when absent. */
  readonly label?: string;
  /** Other values that it includes. They are not offered, and old links to them select this value. */
  readonly merged?: readonly string[];
  /** Whether it is not offered; old links to it still work. */
  readonly hidden?: boolean;
  /** Whether it comes before the others, in any sort order. */
  readonly pinned?: boolean;
  /** `#rrggbb`, or the URL of an image on this site. */
  readonly swatch?: string;
  /** Bounds of a band, in the displayed unit; an absent bound is open. */
  readonly from?: number;
  readonly to?: number;
}

const MAX_EDITS = 300;
const MAX_MERGED = 60;
const MAX_MEMBERS = 200;
const MAX_VALUE_LENGTH = 200;
const MAX_LABEL_LENGTH = 100;
const MAX_URL_LENGTH = 500;
const SWATCH = /^(?:#[0-9a-f]{6}|#[0-9a-f]{3}|(?:https?:\/)?\/(?!\/)[^\s"'<>]+)$/i;
const MAX_BOUND = 1e9;

type Draft = { -readonly [K in keyof ValueEdit]: ValueEdit[K] };

/** Validates the edits of a facet's values: reports errors and corrects nothing. */
export function checkValueEdits(input: unknown, path: string, problems: Problems, __: Translate): ValueEdit[] {
  if (!Array.isArray(input) || input.length > MAX_EDITS) {
    problems[path] = __('Must be a list of at most %d values.', MAX_EDITS);
    return [];
  }
  const edits = input.map((item: unknown, i) => checkEdit(item, `${path}[${i}]`, problems, __));
  const usedValues = new Set<string>();
  edits.forEach((edit, i) => {
    for (const value of [edit.value, ...(edit.merged ?? [])]) {
      if (usedValues.has(value)) problems[`${path}[${i}].value`] = __('The value “%s” is listed twice.', value);
      usedValues.add(value);
    }
  });
  if (edits.filter(({ merged }) => merged?.length).length > MAX_MERGED)
    problems[path] = __('You can create at most %d merged values.', MAX_MERGED);
  return edits;
}

function checkEdit(input: unknown, path: string, problems: Problems, __: Translate): ValueEdit {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    problems[path] = __('Must be an object.');
    return { value: path };
  }
  const { value, ...rest } = input as Record<string, unknown>;
  const edit: Draft = { value: checkName(value, `${path}.value`, problems, __) };
  for (const [key, sent] of Object.entries(rest)) {
    const at = `${path}.${key}`;
    if (key === 'label') edit.label = checkText(sent, MAX_LABEL_LENGTH, at, problems, __).trim();
    else if (key === 'merged') edit.merged = checkMembers(sent, at, problems, __);
    else if (key === 'hidden' || key === 'pinned') edit[key] = checkBoolean(sent, at, problems, __);
    else if (key === 'swatch') edit.swatch = checkSwatch(sent, at, problems, __);
    else if (key === 'from' || key === 'to')
      edit[key] = checkNumber(sent, { min: -MAX_BOUND, max: MAX_BOUND }, at, problems, __);
    else problems[at] = __('Unknown option.');
  }
  if (edit.from !== undefined && edit.to !== undefined && edit.from > edit.to)
    problems[`${path}.to`] = __('“To” can’t be lower than “From”.');
  return edit;
}

function checkName(input: unknown, at: string, problems: Problems, __: Translate): string {
  if (typeof input === 'string' && input.trim() !== '' && input.length <= MAX_VALUE_LENGTH) return input.trim();
  problems[at] = __('Enter 1–%d characters.', MAX_VALUE_LENGTH);
  return at;
}

function checkMembers(input: unknown, at: string, problems: Problems, __: Translate): string[] {
  if (Array.isArray(input) && input.length <= MAX_MEMBERS)
    return input.map((member: unknown, i) => checkName(member, `${at}[${i}]`, problems, __));
  problems[at] = __('Must be a list of at most %d values.', MAX_MEMBERS);
  return [];
}

function checkSwatch(input: unknown, at: string, problems: Problems, __: Translate): string {
  if (input === '' || (typeof input === 'string' && input.length <= MAX_URL_LENGTH && SWATCH.test(input))) return input;
  problems[at] = __('Enter a color such as #1c5d4a, or an image URL.');
  return '';
}
