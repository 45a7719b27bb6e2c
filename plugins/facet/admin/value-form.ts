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
export function createValueRows(
  edits: readonly ValueEdit[],
  values: readonly NamedValue[],
  counts: ReadonlyMap<string, number>,
  manual: boolean,
): readonly ValueRow[] {
  const bySlug = new Map(values.map((value) => [value.slug, value]));
  const getLabel = (edit: ValueEdit): string => edit.label || bySlug.get(edit.value)?.label || edit.value;
  const mergeTargets = new Map(
    edits.flatMap((edit) => (edit.merged ?? []).map((member): [string, string] => [member, getLabel(edit)])),
  );
  const editsBySlug = new Map(edits.map((edit, i) => [edit.value, { edit, place: i + 1 }]));
  const getCount = (value: NamedValue): number => counts.get(value.key) ?? 0;
  const others = values
    .filter(({ slug }) => !editsBySlug.has(slug) && !mergeTargets.has(slug))
    .sort((a, b) => getCount(b) - getCount(a))
    .slice(0, MAX_ROWS);
  const shownSlugs = new Set([...editsBySlug.keys(), ...mergeTargets.keys(), ...others.map(({ slug }) => slug)]);
  const slugs = manual
    ? [...shownSlugs]
    : [
        ...edits.filter(({ value }) => !bySlug.has(value)).map(({ value }) => value),
        ...values.filter(({ slug }) => shownSlugs.has(slug)).map(({ slug }) => slug),
      ];
  return slugs.map((slug) => {
    const existingEdit = editsBySlug.get(slug);
    const value = bySlug.get(slug);
    return {
      value: slug,
      original: value?.label ?? '',
      count: value ? getCount(value) : 0,
      label: existingEdit?.edit.label ?? '',
      mergedInto: mergeTargets.get(slug) ?? '',
      swatch: existingEdit?.edit.swatch ?? '',
      hidden: existingEdit?.edit.hidden === true,
      pinned: existingEdit?.edit.pinned === true,
      position: manual && existingEdit ? String(existingEdit.place) : '',
    };
  });
}

type SubmittedValues = Readonly<Record<string, FormValue>>;
type Draft = { -readonly [K in keyof ValueEdit]: ValueEdit[K] };

const isRow = (row: FormValue): row is { [key: string]: FormValue } => typeof row === 'object' && !Array.isArray(row);
const readText = (row: SubmittedValues, name: string): string =>
  typeof row[name] === 'string' ? row[name].trim() : '';
const readRows = (form: FormValue | undefined): readonly SubmittedValues[] =>
  typeof form === 'object'
    ? Object.values(form)
        .filter(isRow)
        .filter((row) => readText(row, 'value') !== '')
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
  const rows = readRows(form);
  const byName = new Map(
    rows.flatMap((row) =>
      [readText(row, 'value'), readText(row, 'original'), readText(row, 'label')]
        .filter(Boolean)
        .map((name): [string, string] => [normalizeForSearch(name), readText(row, 'value')]),
    ),
  );
  const submittedValues = new Set(rows.map((row) => readText(row, 'value')));
  const drafts = new Map<string, Draft>();
  for (const row of [...rows].sort((a, b) => getPosition(a) - getPosition(b))) {
    const [label, swatch] = [readText(row, 'label'), readText(row, 'picture') || readText(row, 'swatch')];
    const value = readText(row, 'value');
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
      const name = readText(row, 'into');
      const target = byName.get(normalizeForSearch(name)) ?? createGroupSlug(name);
      return name === '' || target === '' || target === readText(row, 'value')
        ? []
        : [[readText(row, 'value'), target]];
    }),
  );
  for (const row of rows) {
    const value = readText(row, 'value');
    const target = resolveMergeTarget(targets, value);
    if (target === value) continue;
    const into = drafts.get(target) ?? { value: target, label: readText(row, 'into') };
    drafts.set(target, { ...into, merged: [...(into.merged ?? []), value, ...(drafts.get(value)?.merged ?? [])] });
    drafts.delete(value);
  }
  const positionedValues = new Set(
    rows.filter((row) => readText(row, 'place') !== '').map((row) => readText(row, 'value')),
  );
  const edits = [...drafts.values()].filter(
    (edit) => Object.keys(edit).length > 1 || (manual && positionedValues.has(edit.value)),
  );
  const handledValues = new Set([...submittedValues, ...edits.flatMap(({ value, merged = [] }) => [value, ...merged])]);
  return [...edits, ...stored.filter(({ value }) => !handledValues.has(value))];
}

const getPosition = (row: SubmittedValues): number =>
  /^\d{1,5}$/.test(readText(row, 'place')) ? Number(readText(row, 'place')) : Number.MAX_SAFE_INTEGER;

/** Returns the last target of a chain of merges; two values merged into each other stay separate. */
function resolveMergeTarget(targets: ReadonlyMap<string, string>, value: string): string {
  const visited = new Set([value]);
  let end = value;
  for (let next = targets.get(value); next !== undefined; next = targets.get(next)) {
    if (visited.has(next)) return value;
    visited.add(next);
    end = next;
  }
  return end;
}

const createGroupSlug = (name: string): string =>
  normalizeForSearch(name)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 50);

/** Reads the bands of numbers from a form; lines without a number are ignored. */
export function readBands(form: FormValue | undefined): readonly Readonly<Record<string, unknown>>[] {
  const readNumber = (row: SubmittedValues, name: string): string => readText(row, name).replace(',', '.');
  const bands = typeof form === 'object' ? Object.values(form).filter(isRow) : [];
  return bands
    .filter((row) => readNumber(row, 'from') !== '' || readNumber(row, 'to') !== '')
    .map((row) => {
      const [from, to, label] = [readNumber(row, 'from'), readNumber(row, 'to'), readText(row, 'label')];
      return {
        value: readText(row, 'value') || `${from}-${to}`,
        ...(label === '' ? {} : { label }),
        ...(from === '' ? {} : { from }),
        ...(to === '' ? {} : { to }),
      };
    });
}
