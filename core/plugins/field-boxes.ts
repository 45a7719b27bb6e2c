import type { Field, FieldBox, HostFunctions, MetaArgs, MetaType, Undo } from '../api/index.js';
import { checkFields, type FieldsDeps, heldValue, problemOfValue, registeredType, schemaOf, wordsOf } from '../fields/index.js';

type Functions = Pick<HostFunctions, 'registerMeta' | 'unregisterMetaKey' | 'userCan'>;

/** What a box stands on: kinds of metadata, and the types or taxonomies. */
export function placesOf(box: FieldBox): readonly { readonly type: MetaType; readonly subtype: string }[] {
  if (isOn(box, 'post')) return (box.types ?? ['post']).map((subtype) => ({ type: 'post', subtype }));
  if (isOn(box, 'term')) return (box.taxonomies ?? ['category']).map((subtype) => ({ type: 'term', subtype }));
  return box.on === 'user' ? [{ type: 'user', subtype: '' }] : [];
}

function isOn<On extends 'post' | 'term' | 'user'>(box: FieldBox, on: On): box is Extract<FieldBox, { on: On }> {
  return box.on === on;
}

/** The keys of a box that another one has on the same things; its fields keep working. */
export function takenKeys(box: FieldBox, others: readonly FieldBox[]): ReadonlySet<string> {
  const nameOf = (one: FieldBox): string[] => (placesOf(one).length === 0 ? [one.on] : placesOf(one).map(({ type, subtype }) => `${type} ${subtype}`));
  const places = new Set(nameOf(box));
  const beside = others.filter((other) => nameOf(other).some((place) => places.has(place)));
  return new Set(beside.flatMap(({ fields }) => fields.map(({ key }) => key)));
}

/** Makes the fields of a box metadata, which programs read and write as people do. @returns what takes them back */
export function registerFieldBox(functions: Functions, deps: FieldsDeps, box: FieldBox): Undo {
  checkFields(box.fields, `The fields "${wordsOf(box.title)}"`);
  const places = placesOf(box);
  for (const { type, subtype } of places) for (const field of box.fields) functions.registerMeta(type, field.key, metaArgs(functions, deps, field, type, subtype));
  return () => {
    for (const { type, subtype } of places) for (const { key } of box.fields) functions.unregisterMetaKey(type, key, subtype);
  };
}

function metaArgs({ userCan }: Functions, deps: FieldsDeps, field: Field, type: MetaType, subtype: string): MetaArgs {
  const { key, sanitize, capability = field.type === 'code' ? 'unfiltered_html' : undefined } = field;
  // Everybody reads what programs may read of entries; what is said of people, or for some alone, only on request.
  const isShown = field.type !== 'secret' && (field.showInRest ?? (type !== 'user' && capability === undefined));
  return {
    objectSubtype: subtype,
    type: registeredType(field),
    description: wordsOf(field.label),
    single: true,
    ...(field.default === undefined || field.default === null ? {} : { default: field.default }),
    ...(sanitize ? { sanitizeCallback: (value: unknown) => sanitize(heldValue(field, value)) } : {}),
    validateCallback: (value) => problemOfValue(deps, field, value),
    ...(capability === undefined ? (key.startsWith('_') ? { authCallback: () => true } : {}) : { authCallback: (_allowed, _key, _id, userId) => userCan(userId, capability) }),
    showInRest: isShown ? { schema: schemaOf(field) } : false,
  };
}
