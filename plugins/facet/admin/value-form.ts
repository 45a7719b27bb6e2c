import { normalizeForSearch, type FormValue } from 'plinth';
import type { ValueEdit } from '../settings/value-edits.js';
import type { NamedValue } from '../widget/value-names.js';

/** A value in the facet's form. */
export interface ValueRow {
  readonly value: string;
  /** The name in the catalog; empty for a group. */
  readonly original: string;
  readonly count: number;
  readonly label: string;
  /** Label of the value or group it is merged into. */
  readonly mergedInto: string;
  readonly swatch: string;
  readonly hidden: boolean;
  readonly pinned: boolean;
  /** Position in the manual order, from 1; empty for none. */
  readonly position: string;
}

/** Maximum number of unedited values in a form; edited ones are added. */
const MAX_ROWS = 100;

/** Returns the rows of a facet's values: the edited ones, and the most frequent others up to the maximum. */
export function valueRows(
  edits: readonly ValueEdit[],
  values: readonly NamedValue[],
  counts: ReadonlyMap<string, number>,
  manual: boolean,
): readonly ValueRow[] {
  const bySlug = new Map(values.map((value) => [value.slug, value]));
  const labelOf = (edit: ValueEdit): string => edit.label || bySlug.get(edit.value)?.label || edit.value;
  const into = new Map(
    edits.flatMap((edit) => (edit.merged ?? []).map((member): [string, string] => [member, labelOf(edit)])),
  );
  const editOf = new Map(edits.map((edit, i) => [edit.value, { edit, place: i + 1 }]));
  const countOf = (value: NamedValue): number => counts.get(value.key) ?? 0;
  const others = values
    .filter(({ slug }) => !editOf.has(slug) && !into.has(slug))
    .sort((a, b) => countOf(b) - countOf(a))
    .slice(0, MAX_ROWS);
  const shownSlugs = new Set([...editOf.keys(), ...into.keys(), ...others.map(({ slug }) => slug)]);
  const slugs = manual
    ? [...shownSlugs]
    : [
        ...edits.filter(({ value }) => !bySlug.has(value)).map(({ value }) => value),
        ...values.filter(({ slug }) => shownSlugs.has(slug)).map(({ slug }) => slug),
      ];
  return slugs.map((slug) => {
    const known = editOf.get(slug);
    const value = bySlug.get(slug);
    return {
      value: slug,
      original: value?.label ?? '',
      count: value ? countOf(value) : 0,
      label: known?.edit.label ?? '',
      mergedInto: into.get(slug) ?? '',
      swatch: known?.edit.swatch ?? '',
      hidden: known?.edit.hidden === true,
      pinned: known?.edit.pinned === true,
      position: manual && known ? String(known.place) : '',
    };
  });
}

type SubmittedValues = Readonly<Record<string, FormValue>>;
type Draft = { -readonly [K in keyof ValueEdit]: ValueEdit[K] };

const isTyped = (row: FormValue): row is { [key: string]: FormValue } => typeof row === 'object' && !Array.isArray(row);
const text = (row: SubmittedValues, name: string): string => (typeof row[name] === 'string' ? row[name].trim() : '');
const rowsOf = (form: FormValue | undefined): readonly SubmittedValues[] =>
  typeof form === 'object'
    ? Object.values(form)
        .filter(isTyped)
        .filter((row) => text(row, 'value') !== '')
    : [];

/**
 * Reads the edits from a form; values that it did not show stay unchanged.
 * A name in “Merged into” that no value has creates a group of that name.
 */
export function readValues(
  form: FormValue | undefined,
  stored: readonly ValueEdit[],
  manual: boolean,
): readonly ValueEdit[] {
  const rows = rowsOf(form);
  const byName = new Map(
    rows.flatMap((row) =>
      [text(row, 'value'), text(row, 'original'), text(row, 'label')]
        .filter(Boolean)
        .map((name): [string, string] => [normalizeForSearch(name), text(row, 'value')]),
    ),
  );
  const submittedValues = new Set(rows.map((row) => text(row, 'value')));
  const drafts = new Map<string, Draft>();
  for (const row of [...rows].sort((a, b) => placeOf(a) - placeOf(b))) {
    const [label, swatch] = [text(row, 'label'), text(row, 'picture') || text(row, 'swatch')];
    const value = text(row, 'value');
    const members =
      stored.find((edit) => edit.value === value)?.merged?.filter((member) => !submittedValues.has(member)) ?? [];
    drafts.set(value, {
      value,
      ...(label === '' ? {} : { label }),
      ...(swatch === '' ? {} : { swatch }),
      ...(row['hidden'] === '1' ? { hidden: true } : {}),
      ...(row['pinned'] === '1' ? { pinned: true } : {}),
      ...(members.length > 0 ? { merged: members } : {}),
    });
  }
  const targets = new Map(
    rows.flatMap((row): [string, string][] => {
      const name = text(row, 'into');
      const target = byName.get(normalizeForSearch(name)) ?? groupSlug(name);
      return name === '' || target === '' || target === text(row, 'value') ? [] : [[text(row, 'value'), target]];
    }),
  );
  for (const row of rows) {
    const value = text(row, 'value');
    const target = endOf(targets, value);
    if (target === value) continue;
    const into = drafts.get(target) ?? { value: target, label: text(row, 'into') };
    drafts.set(target, { ...into, merged: [...(into.merged ?? []), value, ...(drafts.get(value)?.merged ?? [])] });
    drafts.delete(value);
  }
  const placed = new Set(rows.filter((row) => text(row, 'place') !== '').map((row) => text(row, 'value')));
  const edits = [...drafts.values()].filter(
    (edit) => Object.keys(edit).length > 1 || (manual && placed.has(edit.value)),
  );
  const named = new Set([...submittedValues, ...edits.flatMap(({ value, merged = [] }) => [value, ...merged])]);
  return [...edits, ...stored.filter(({ value }) => !named.has(value))];
}

const placeOf = (row: SubmittedValues): number =>
  /^\d{1,5}$/.test(text(row, 'place')) ? Number(text(row, 'place')) : Number.MAX_SAFE_INTEGER;

/** Returns the last target of a chain of merges; two values merged into each other stay separate. */
function endOf(targets: ReadonlyMap<string, string>, value: string): string {
  const visited = new Set([value]);
  let end = value;
  for (let next = targets.get(value); next !== undefined; next = targets.get(next)) {
    if (visited.has(next)) return value;
    visited.add(next);
    end = next;
  }
  return end;
}

const groupSlug = (name: string): string =>
  normalizeForSearch(name)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 50);

/** Reads the bands of numbers from a form; lines without a number are ignored. */
export function readBands(form: FormValue | undefined): readonly Readonly<Record<string, unknown>>[] {
  const number = (row: SubmittedValues, name: string): string => text(row, name).replace(',', '.');
  const bands = typeof form === 'object' ? Object.values(form).filter(isTyped) : [];
  return bands
    .filter((row) => number(row, 'from') !== '' || number(row, 'to') !== '')
    .map((row) => {
      const [from, to, label] = [number(row, 'from'), number(row, 'to'), text(row, 'label')];
      return {
        value: text(row, 'value') || `${from}-${to}`,
        ...(label === '' ? {} : { label }),
        ...(from === '' ? {} : { from }),
        ...(to === '' ? {} : { to }),
      };
    });
}
