import { type HostFunctions, type Undo, WpError } from '../../api/index.js';
import type { NameRegistry } from './name-registry.js';

type Functions = Pick<
  HostFunctions,
  | 'sanitizeKey'
  | 'registerPostType'
  | 'unregisterPostType'
  | 'getPostTypeObject'
  | 'registerTaxonomy'
  | 'unregisterTaxonomy'
  | 'getTaxonomy'
  | 'addImageSize'
  | 'removeImageSize'
  | 'hasImageSize'
  | 'registerWidget'
  | 'getRegisteredWidgets'
  | 'registerSetting'
  | 'unregisterSetting'
  | 'getRegisteredSettings'
  | 'registerPostStatus'
  | 'unregisterPostStatus'
  | 'getPostStatusObject'
  | 'registerMeta'
  | 'unregisterMetaKey'
  | 'registeredMetaKeyExists'
  | 'registerBlockType'
  | 'isBlockRegistered'
  | 'registerJob'
>;

interface HeldParts {
  /** The plugin's id. */
  readonly id: string;
  readonly functions: Functions;
  readonly nameRegistry: Pick<NameRegistry, 'claimExclusive'>;
  trackUndo(step: Undo): Undo;
}

/** Registers a setting until undone. */
export type HoldSetting = (...args: Parameters<HostFunctions['registerSetting']>) => Undo;

/**
 * Registrations under a name that can exist once per site: of two plugins, the first one's is used, and the other's
 * takes over when it is removed.
 */
export function registeredNames({
  id,
  functions,
  nameRegistry,
  trackUndo,
}: HeldParts): Pick<
  Functions,
  | 'registerPostType'
  | 'registerTaxonomy'
  | 'addImageSize'
  | 'registerWidget'
  | 'registerPostStatus'
  | 'registerMeta'
  | 'registerBlockType'
  | 'registerJob'
> & { readonly addSetting: HoldSetting } {
  const claimAndRegister: Hold = (kind, name, isTaken, register) =>
    nameRegistry.claimExclusive(kind, name, id, isTaken, register);
  return {
    ...heldContentTypes(functions, claimAndRegister, trackUndo),
    ...heldParts(functions, claimAndRegister, trackUndo, id),
    addSetting: (group, name, args) =>
      claimAndRegister(
        'setting',
        name,
        () => functions.getRegisteredSettings().has(name),
        () => {
          functions.registerSetting(group, name, args);
          return () => functions.unregisterSetting(group, name);
        },
      ),
  };
}

/** Requests a name for the plugin, and registers it once no other plugin uses it. */
type Hold = (
  kind: Parameters<NameRegistry['claimExclusive']>[0],
  name: string,
  isTaken: () => boolean,
  register: () => Undo,
) => Undo;

type HoldName = HeldParts['trackUndo'];

function heldContentTypes(functions: Functions, claimAndRegister: Hold, keep: HoldName) {
  return {
    registerPostType(rawName, args) {
      const name = functions.sanitizeKey(rawName);
      const created: ReturnType<Functions['registerPostType']>[] = [];
      keep(
        claimAndRegister(
          'post type',
          name,
          () => functions.getPostTypeObject(name) !== null,
          () => {
            created.push(functions.registerPostType(rawName, args));
            return () => void functions.unregisterPostType(name);
          },
        ),
      );
      return created[0] ?? functions.getPostTypeObject(name) ?? new WpError('invalid_post_type', 'Invalid post type.');
    },
    registerTaxonomy(name, objectType, args) {
      const created: ReturnType<Functions['registerTaxonomy']>[] = [];
      keep(
        claimAndRegister(
          'taxonomy',
          name,
          () => functions.getTaxonomy(name) !== false,
          () => {
            created.push(functions.registerTaxonomy(name, objectType, args));
            return () => void functions.unregisterTaxonomy(name);
          },
        ),
      );
      return created[0] ?? (functions.getTaxonomy(name) || new WpError('invalid_taxonomy', 'Invalid taxonomy.'));
    },
    registerPostStatus(name, args) {
      const created: ReturnType<Functions['registerPostStatus']>[] = [];
      keep(
        claimAndRegister(
          'post status',
          name,
          () => functions.getPostStatusObject(name) !== null,
          () => {
            created.push(functions.registerPostStatus(name, args));
            return () => functions.unregisterPostStatus(name);
          },
        ),
      );
      // If none was created, another plugin's is registered.
      return created[0] ?? (functions.getPostStatusObject(name) as ReturnType<Functions['registerPostStatus']>);
    },
  } satisfies Partial<Functions>;
}

function heldParts(functions: Functions, claimAndRegister: Hold, keep: HoldName, id: string) {
  return {
    registerMeta(type, key, args) {
      const subtype = args?.objectSubtype ?? '';
      keep(
        claimAndRegister(
          'meta key',
          `${key} (${[type, subtype].filter(Boolean).join(' ')})`,
          () => functions.registeredMetaKeyExists(type, key, subtype),
          () => {
            functions.registerMeta(type, key, args);
            return () => void functions.unregisterMetaKey(type, key, subtype);
          },
        ),
      );
      return functions.registeredMetaKeyExists(type, key, subtype);
    },
    registerBlockType: (name, settings) =>
      keep(
        claimAndRegister(
          'block',
          name,
          () => functions.isBlockRegistered(name),
          () => functions.registerBlockType(name, settings, id),
        ),
      ),
    registerJob: (name, handler, options) =>
      keep(
        claimAndRegister(
          'job',
          name,
          () => true,
          () => functions.registerJob(name, handler, options),
        ),
      ),
    addImageSize: (name, ...size) =>
      void keep(
        claimAndRegister(
          'image size',
          name,
          () => functions.hasImageSize(name),
          () => {
            functions.addImageSize(name, ...size);
            return () => void functions.removeImageSize(name);
          },
        ),
      ),
    registerWidget: (widget) =>
      keep(
        claimAndRegister(
          'widget',
          widget.idBase,
          () => functions.getRegisteredWidgets().has(widget.idBase),
          () => functions.registerWidget(widget),
        ),
      ),
  } satisfies Partial<Functions>;
}
