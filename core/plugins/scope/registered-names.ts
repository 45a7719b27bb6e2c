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

interface RegisteredNamesDeps {
  /** The plugin's id. */
  readonly id: string;
  readonly functions: Functions;
  readonly nameRegistry: Pick<NameRegistry, 'claimExclusive'>;
  trackUndo(step: Undo): Undo;
}

/** Registers a setting until undone. */
export type AddSetting = (...args: Parameters<HostFunctions['registerSetting']>) => Undo;

/**
 * Creates the functions that register names that can exist once per site. If two plugins use a name, the registration
 * of the first one is used; that of the other takes over when the first is removed.
 */
export function createClaimingFunctions({
  id,
  functions,
  nameRegistry,
  trackUndo,
}: RegisteredNamesDeps): Pick<
  Functions,
  | 'registerPostType'
  | 'registerTaxonomy'
  | 'addImageSize'
  | 'registerWidget'
  | 'registerPostStatus'
  | 'registerMeta'
  | 'registerBlockType'
  | 'registerJob'
> & { readonly addSetting: AddSetting } {
  const claimAndRegister: ClaimAndRegister = (kind, name, isTaken, register) =>
    nameRegistry.claimExclusive(kind, name, id, isTaken, register);
  return {
    ...contentTypeFunctions(functions, claimAndRegister, trackUndo),
    ...partFunctions(functions, claimAndRegister, trackUndo, id),
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
type ClaimAndRegister = (
  kind: Parameters<NameRegistry['claimExclusive']>[0],
  name: string,
  isTaken: () => boolean,
  register: () => Undo,
) => Undo;

type TrackUndo = RegisteredNamesDeps['trackUndo'];

function contentTypeFunctions(functions: Functions, claimAndRegister: ClaimAndRegister, trackUndo: TrackUndo) {
  return {
    registerPostType(rawName, args) {
      const name = functions.sanitizeKey(rawName);
      const created: ReturnType<Functions['registerPostType']>[] = [];
      trackUndo(
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
      trackUndo(
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
      trackUndo(
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

function partFunctions(functions: Functions, claimAndRegister: ClaimAndRegister, trackUndo: TrackUndo, id: string) {
  return {
    registerMeta(type, key, args) {
      const subtype = args?.objectSubtype ?? '';
      trackUndo(
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
      trackUndo(
        claimAndRegister(
          'block',
          name,
          () => functions.isBlockRegistered(name),
          () => functions.registerBlockType(name, settings, id),
        ),
      ),
    registerJob: (name, handler, options) =>
      trackUndo(
        claimAndRegister(
          'job',
          name,
          () => true,
          () => functions.registerJob(name, handler, options),
        ),
      ),
    addImageSize: (name, ...size) =>
      void trackUndo(
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
      trackUndo(
        claimAndRegister(
          'widget',
          widget.idBase,
          () => functions.getRegisteredWidgets().has(widget.idBase),
          () => functions.registerWidget(widget),
        ),
      ),
  } satisfies Partial<Functions>;
}
