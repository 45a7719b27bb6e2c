import type { Field, FieldBox, HostFunctions, MetaArgs, MetaType, Undo } from '../api/index.js';
import {
  checkFields,
  type FieldsDeps,
  heldValue,
  problemOfValue,
  registeredType,
  schemaOf,
  wordsOf,
} from '../fields/index.js';
import type { NameRegistry } from './name-registry.js';
import type { Registry } from './registries.js';

type Functions = Pick<HostFunctions, 'registerMeta' | 'unregisterMetaKey' | 'registeredMetaKeyExists' | 'userCan'>;

/** What a box stands on: kinds of metadata, and the types or taxonomies. */
export function placesOf(box: FieldBox): readonly { readonly type: MetaType; readonly subtype: string }[] {
  if (isOn(box, 'post')) return (box.types ?? ['post']).map((subtype) => ({ type: 'post', subtype }));
  if (isOn(box, 'term')) return (box.taxonomies ?? ['category']).map((subtype) => ({ type: 'term', subtype }));
  return box.on === 'user' ? [{ type: 'user', subtype: '' }] : [];
}

function isOn<On extends 'post' | 'term' | 'user'>(box: FieldBox, on: On): box is Extract<FieldBox, { on: On }> {
  return box.on === on;
}

/** Where a key can stand once, in words. */
const placeNames = (box: FieldBox): readonly string[] =>
  placesOf(box).length === 0 ? [box.on] : placesOf(box).map(nameOf);
const nameOf = ({ type, subtype }: { readonly type: MetaType; readonly subtype: string }): string =>
  [type, subtype].filter(Boolean).join(' ');

/** The keys of a box that another one of the same plugin has on the same things. */
export function takenKeys(box: FieldBox, others: readonly FieldBox[]): ReadonlySet<string> {
  const places = new Set(placeNames(box));
  const beside = others.filter((other) => placeNames(other).some((place) => places.has(place)));
  return new Set(beside.flatMap(({ fields }) => fields.map(({ key }) => key)));
}

interface Standing {
  /** The plugin. */
  readonly id: string;
  readonly functions: Functions;
  readonly deps: FieldsDeps;
  readonly claims: Pick<NameRegistry, 'hold'>;
  readonly boxes: Pick<Registry<FieldBox>, 'add'>;
}

/**
 * Has a box stand, with its fields as metadata that programs read and write as people do. A key that another plugin has there is told, and
 * comes into the box when that plugin goes.
 * @returns what takes it away
 * @throws PlinthError for fields that cannot be
 */
export function standFieldBox({ id, functions, deps, claims, boxes }: Standing, box: FieldBox): Undo {
  checkFields(box.fields, `The fields "${wordsOf(box.title)}"`);
  const places = placesOf(box);
  const needed = Math.max(places.length, 1);
  const held = new Map<string, number>();
  const undos: Undo[] = [];
  let takeBack: Undo | undefined;

  const show = (): void => {
    takeBack?.();
    const fields = box.fields.filter(({ key }) => held.get(key) === needed);
    takeBack = fields.length === 0 && box.fields.length > 0 ? () => undefined : boxes.add(id, { ...box, fields });
  };
  /** A field stands when it has its key everywhere. */
  const put = (field: Field): Undo => {
    const { key } = field;
    held.set(key, (held.get(key) ?? 0) + 1);
    const isWhole = held.get(key) === needed;
    if (isWhole)
      for (const { type, subtype } of places)
        functions.registerMeta(type, key, metaArgs(functions, deps, field, type, subtype));
    if (takeBack) show();
    return () => {
      held.set(key, (held.get(key) ?? 1) - 1);
      if (isWhole) for (const { type, subtype } of places) functions.unregisterMetaKey(type, key, subtype);
    };
  };
  const undo = (): void => {
    takeBack?.();
    for (const step of undos.reverse()) step();
  };

  try {
    for (const field of box.fields) {
      if (places.length === 0)
        undos.push(
          claims.hold(
            'field',
            `${field.key} (${box.on})`,
            id,
            () => true,
            () => put(field),
          ),
        );
      for (const place of places)
        undos.push(
          claims.hold(
            'meta key',
            `${field.key} (${nameOf(place)})`,
            id,
            () => functions.registeredMetaKeyExists(place.type, field.key, place.subtype),
            () => put(field),
          ),
        );
    }
  } catch (error) {
    undo();
    throw error;
  }
  show();
  return undo;
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
    ...authorization(),
    showInRest: isShown ? { schema: schemaOf(field) } : false,
  };

  function authorization(): Pick<MetaArgs, 'authCallback'> {
    if (capability !== undefined) return { authCallback: (_allowed, _key, _id, userId) => userCan(userId, capability) };
    // Without a capability, protected keys follow the right to edit the entry.
    return key.startsWith('_') ? { authCallback: () => true } : {};
  }
}
