import type { Field, FieldBox, HostFunctions, MetaArgs, MetaType, Undo } from '../../api/index.js';
import {
  checkFields,
  type FieldsDeps,
  toFieldValue,
  validateApiValue,
  metaType,
  restSchema,
  resolveText,
} from '../../fields/index.js';
import type { NameRegistry } from './name-registry.js';
import type { Registry } from './registries.js';

type Functions = Pick<HostFunctions, 'registerMeta' | 'unregisterMetaKey' | 'registeredMetaKeyExists' | 'userCan'>;

/** Returns where a box's fields are registered: meta types with their post types or taxonomies. */
export function metaLocationsOf(box: FieldBox): readonly { readonly type: MetaType; readonly subtype: string }[] {
  if (isOn(box, 'post')) return (box.types ?? ['post']).map((subtype) => ({ type: 'post', subtype }));
  if (isOn(box, 'term')) return (box.taxonomies ?? ['category']).map((subtype) => ({ type: 'term', subtype }));
  return box.objectType === 'user' ? [{ type: 'user', subtype: '' }] : [];
}

function isOn<On extends 'post' | 'term' | 'user'>(
  box: FieldBox,
  on: On,
): box is Extract<FieldBox, { objectType: On }> {
  return box.objectType === on;
}

/** Returns the names of the locations in which a key must be unique. */
const locationNamesOf = (box: FieldBox): readonly string[] =>
  metaLocationsOf(box).length === 0 ? [box.objectType] : metaLocationsOf(box).map(locationName);
const locationName = ({ type, subtype }: { readonly type: MetaType; readonly subtype: string }): string =>
  [type, subtype].filter(Boolean).join(' ');

/** Returns the keys of a box that another box of the same plugin uses on the same entities. */
export function findUsedKeys(box: FieldBox, others: readonly FieldBox[]): ReadonlySet<string> {
  const locationNames = new Set(locationNamesOf(box));
  const overlapping = others.filter((other) => locationNamesOf(other).some((name) => locationNames.has(name)));
  return new Set(overlapping.flatMap(({ fields }) => fields.map(({ key }) => key)));
}

interface MetaBoxContext {
  /** The plugin's id. */
  readonly id: string;
  readonly functions: Functions;
  readonly deps: FieldsDeps;
  readonly nameRegistry: Pick<NameRegistry, 'claimExclusive'>;
  readonly boxes: Pick<Registry<FieldBox>, 'add'>;
}

/**
 * Registers a box, with its fields as metadata that API clients read and write like users of the admin. A key already
 * registered by another plugin is reported as a name conflict, and joins the box when that plugin is removed.
 * @returns the function that removes the box
 * @throws PlinthError for invalid fields
 */
export function registerFieldMetaBox(
  { id, functions, deps, nameRegistry, boxes }: MetaBoxContext,
  box: FieldBox,
): Undo {
  checkFields(box.fields, `The fields "${resolveText(box.title)}"`);
  const locations = metaLocationsOf(box);
  const requiredCount = Math.max(locations.length, 1);
  const registeredCounts = new Map<string, number>();
  const undos: Undo[] = [];
  let removeBox: Undo | undefined;

  const updateBox = (): void => {
    removeBox?.();
    const fields = box.fields.filter(({ key }) => registeredCounts.get(key) === requiredCount);
    removeBox = fields.length === 0 && box.fields.length > 0 ? () => undefined : boxes.add(id, { ...box, fields });
  };
  /** A field is shown once its key is registered in all locations. */
  const registerField = (field: Field): Undo => {
    const { key } = field;
    registeredCounts.set(key, (registeredCounts.get(key) ?? 0) + 1);
    const isComplete = registeredCounts.get(key) === requiredCount;
    if (isComplete)
      for (const { type, subtype } of locations)
        functions.registerMeta(type, key, metaArgs(functions, deps, field, type, subtype));
    if (removeBox) updateBox();
    return () => {
      registeredCounts.set(key, (registeredCounts.get(key) ?? 1) - 1);
      if (isComplete) for (const { type, subtype } of locations) functions.unregisterMetaKey(type, key, subtype);
    };
  };
  const undo = (): void => {
    removeBox?.();
    for (const step of undos.reverse()) step();
  };

  try {
    for (const field of box.fields) {
      if (locations.length === 0)
        undos.push(
          nameRegistry.claimExclusive(
            'field',
            `${field.key} (${box.objectType})`,
            id,
            () => true,
            () => registerField(field),
          ),
        );
      for (const location of locations)
        undos.push(
          nameRegistry.claimExclusive(
            'meta key',
            `${field.key} (${locationName(location)})`,
            id,
            () => functions.registeredMetaKeyExists(location.type, field.key, location.subtype),
            () => registerField(field),
          ),
        );
    }
  } catch (error) {
    undo();
    throw error;
  }
  updateBox();
  return undo;
}

function metaArgs({ userCan }: Functions, deps: FieldsDeps, field: Field, type: MetaType, subtype: string): MetaArgs {
  const { key, sanitize, capability = field.type === 'code' ? 'unfiltered_html' : undefined } = field;
  // Metadata of entries is public in the API by default; metadata of users, or with a capability, only on request.
  const isShown = field.type !== 'secret' && (field.showInRest ?? (type !== 'user' && capability === undefined));
  return {
    objectSubtype: subtype,
    type: metaType(field),
    description: resolveText(field.label),
    single: true,
    ...(field.default === undefined || field.default === null ? {} : { default: field.default }),
    ...(sanitize ? { sanitizeCallback: (value: unknown) => sanitize(toFieldValue(field, value)) } : {}),
    validateCallback: (value) => validateApiValue(deps, field, value),
    ...authorization(),
    showInRest: isShown ? { schema: restSchema(field) } : false,
  };

  function authorization(): Pick<MetaArgs, 'authCallback'> {
    if (capability !== undefined) return { authCallback: (_allowed, _key, _id, userId) => userCan(userId, capability) };
    // Without a capability, protected keys require the right to edit the entry.
    return key.startsWith('_') ? { authCallback: () => true } : {};
  }
}
