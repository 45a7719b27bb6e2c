import type {
  Field,
  FieldBox,
  FieldSection,
  FieldValue,
  FieldValues,
  MetaType,
  PageRequest,
  ReadFields,
} from '../../api/index.js';
import { escapeText } from '../../document/index.js';
import { toFieldValue, isEmptyValue, readFields, resolveText } from '../../fields/index.js';
import { metaLocationsOf } from '../../plugins/index.js';
import type { AdminDeps } from '../deps.js';
import { type RenderFieldsDeps, renderFields, type FieldFormState } from './render-fields.js';

/** The entity that fields belong to: its kind, its type or taxonomy, and its ID, which is 0 while it is new. */
export interface Subject {
  readonly type: MetaType;
  readonly subtype: string;
  readonly id: number;
}

/** Returns the field boxes of plugins for a kind of entity. */
export function findFieldBoxes(
  { plugins }: Pick<AdminDeps, 'plugins'>,
  { type, subtype }: Omit<Subject, 'id'>,
): readonly FieldBox[] {
  return plugins.registries.fieldBoxes
    .all()
    .map(({ value }) => value)
    .filter((box) => metaLocationsOf(box).some((target) => target.type === type && target.subtype === subtype));
}

/** Returns the fields of all boxes. */
export function fieldsIn(boxes: readonly FieldSection[]): readonly Field[] {
  return boxes.flatMap(({ fields }) => fields);
}

/** Returns the same boxes for a draft, in which no field is required. */
export function withoutRequired(boxes: readonly FieldBox[]): readonly FieldBox[] {
  return boxes.map((box) => ({ ...box, fields: box.fields.map((field) => ({ ...field, required: false })) }));
}

/** Returns the stored values of an entity's fields, or their defaults. */
export async function readStoredFields(
  { meta }: Pick<AdminDeps, 'meta'>,
  boxes: readonly FieldBox[],
  { type, id }: Subject,
): Promise<FieldValues> {
  const values: Record<string, FieldValue> = {};
  for (const field of fieldsIn(boxes))
    values[field.key] = toFieldValue(
      field,
      id === 0 ? field.default : await meta.getMetadata(type, id, field.key, true),
    );
  return values;
}

/** Returns the submitted values of an entity's fields. */
export async function readSubmittedFields(
  deps: AdminDeps,
  boxes: readonly FieldBox[],
  subject: Subject,
  request: PageRequest,
): Promise<ReadFields> {
  if (boxes.length === 0) return { values: {}, problems: {} };
  return readFields(deps, fieldsIn(boxes), request.form, await readStoredFields(deps, boxes, subject));
}

/** Converts field values to metadata. An empty value is stored only if a default would apply otherwise. */
export function toMetadata(
  boxes: readonly FieldBox[],
  values: FieldValues,
): { readonly write: Readonly<Record<string, FieldValue>>; readonly remove: readonly string[] } {
  const defaults = new Map(fieldsIn(boxes).map((field) => [field.key, field.default]));
  const isStored = ([key, value]: [string, FieldValue]): boolean =>
    !isEmptyValue(value) || typeof value === 'number' || (defaults.get(key) ?? null) !== null;
  const entries = Object.entries(values);
  return {
    write: Object.fromEntries(entries.filter(isStored).map(([key, value]) => [key, value ?? ''])),
    remove: entries.filter((entry) => !isStored(entry)).map(([key]) => key),
  };
}

/** Stores the values of fields. */
export async function writeFields(
  { meta }: Pick<AdminDeps, 'meta'>,
  boxes: readonly FieldBox[],
  { type, id }: Subject,
  values: FieldValues,
): Promise<void> {
  const { write, remove } = toMetadata(boxes, values);
  for (const [key, value] of Object.entries(write)) await meta.updateMetadata(type, id, key, value);
  for (const key of remove) await meta.deleteMetadata(type, id, key);
}

/** Renders boxes with their fields; boxes without a visible field are omitted. */
export async function renderBoxes(
  deps: RenderFieldsDeps,
  boxes: readonly FieldSection[],
  formState: FieldFormState,
): Promise<string> {
  const renderedBoxes: string[] = [];
  for (const [index, { title, description, fields }] of boxes.entries()) {
    const html = await renderFields(deps, fields, formState);
    if (html === '') continue;
    const id = `fields-${fields[0]?.key ?? index}`;
    const [heading, text] = [resolveText(title), resolveText(description)];
    const headingHtml = heading === '' ? '>' : ` aria-labelledby="${id}"><h2 id="${id}">${escapeText(heading)}</h2>`;
    renderedBoxes.push(
      `<section class="panel fields"${headingHtml}${text === '' ? '' : `<p class="muted">${escapeText(text)}</p>`}${html}</section>`,
    );
  }
  return renderedBoxes.join('\n');
}
