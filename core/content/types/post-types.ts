import { type ContentTypesApi, type HookApi, type PostType, type PostTypeArgs, WpError } from '../../api/index.js';
import { getPostTypeCapabilities } from './capabilities.js';
import { postTypeLabels } from './post-type-labels.js';

type PostTypes = Pick<
  ContentTypesApi,
  | 'registerPostType'
  | 'unregisterPostType'
  | 'getPostTypeObject'
  | 'getPostTypes'
  | 'postTypeExists'
  | 'postTypeSupports'
  | 'isPostTypeHierarchical'
  | 'isPostTypeViewable'
>;

/** Creates the registry of post types (WordPress: register_post_type, get_post_type_object …). */
export function createPostTypes(hooks: HookApi): PostTypes {
  const types = new Map<string, PostType>();

  return {
    registerPostType(key, args = {}) {
      const name = key.toLowerCase().replace(/[^a-z0-9_-]/g, '');
      if (name === '' || name.length > 20) {
        return new WpError(
          'post_type_length_invalid',
          'Post type names must be between 1 and 20 characters in length.',
        );
      }
      const type = toPostType(name, hooks.applyFiltersSync('register_post_type_args', args, name));
      types.set(name, type);
      void hooks.doAction('registered_post_type', name, type);
      void hooks.doAction(`registered_post_type_${name}`, name, type);
      return type;
    },
    unregisterPostType(name) {
      const type = types.get(name);
      if (!type) return new WpError('invalid_post_type', 'Invalid post type.');
      if (type.builtin) return new WpError('invalid_post_type', 'Unregistering a built-in post type is not allowed');
      types.delete(name);
      void hooks.doAction('unregistered_post_type', name);
      return true;
    },
    getPostTypeObject: (name) => types.get(name) ?? null,
    getPostTypes: (filter = {}) => [...types.values()].filter((type) => matches(type, filter)),
    postTypeExists: (name) => types.has(name),
    postTypeSupports: (name, feature) => types.get(name)?.supports.includes(feature) ?? false,
    isPostTypeHierarchical: (name) => types.get(name)?.hierarchical ?? false,
    isPostTypeViewable(name) {
      const type = types.get(name);
      const viewable = type !== undefined && (type.publiclyQueryable || (type.builtin && type.public));
      return hooks.applyFiltersSync('is_post_type_viewable', viewable, type) === true;
    },
  };
}

/** Whether an object has all values of the filter. */
export function matches<T extends object>(object: T, filter: Partial<T>): boolean {
  return Object.entries(filter).every(([key, value]) => object[key as keyof T] === value);
}

function toPostType(name: string, args: PostTypeArgs): PostType {
  const labels = postTypeLabels(name, args);
  return {
    name,
    labels,
    label: labels.name,
    description: args.description ?? '',
    hierarchical: args.hierarchical ?? false,
    ...visibilityArgs(args),
    ...restArgs(args),
    menuPosition: args.menuPosition ?? null,
    menuIcon: args.menuIcon ?? null,
    ...capabilityArgs(args),
    supports: args.supports === false ? [] : (args.supports ?? ['title', 'editor', 'autosave']),
    taxonomies: args.taxonomies ?? [],
    hasArchive: args.hasArchive ?? false,
    rewrite: toRewrite(name, args),
    queryVar: toQueryVar(name, args),
    canExport: args.canExport ?? true,
    deleteWithUser: args.deleteWithUser ?? null,
    template: args.template ?? [],
    templateLock: args.templateLock ?? false,
    builtin: args.builtin ?? false,
  };
}

/** Returns where a type is visible. The defaults depend on whether it is public. */
function visibilityArgs(args: PostTypeArgs) {
  const isPublic = args.public ?? false;
  const showUi = args.showUi ?? isPublic;
  return {
    public: isPublic,
    excludeFromSearch: args.excludeFromSearch ?? !isPublic,
    publiclyQueryable: args.publiclyQueryable ?? isPublic,
    showUi,
    showInMenu: showUi ? (args.showInMenu ?? showUi) : false,
    showInNavMenus: args.showInNavMenus ?? isPublic,
    showInAdminBar: args.showInAdminBar ?? Boolean(args.showInMenu ?? showUi),
  };
}

function restArgs({ showInRest = false, restBase, restNamespace }: PostTypeArgs) {
  return {
    showInRest,
    restBase: restBase ?? false,
    restNamespace: restNamespace ?? (showInRest ? 'wp/v2' : false),
  } as const;
}

function capabilityArgs(args: PostTypeArgs) {
  const capabilityType = args.capabilityType ?? 'post';
  // As in WordPress, the capabilities of the types `post` and `page` are mapped by default.
  const mapMetaCap =
    args.mapMetaCap ?? (args.capabilities === undefined && (capabilityType === 'post' || capabilityType === 'page'));
  return {
    capabilityType: typeof capabilityType === 'string' ? capabilityType : (capabilityType[0] ?? 'post'),
    mapMetaCap,
    cap: getPostTypeCapabilities({ capabilityType, mapMetaCap, capabilities: args.capabilities }),
  };
}

function toQueryVar(name: string, args: PostTypeArgs): PostType['queryVar'] {
  if (args.queryVar === false || (!args.public && args.publiclyQueryable !== true)) return false;
  return typeof args.queryVar === 'string' ? args.queryVar : name;
}

function toRewrite(name: string, args: PostTypeArgs): PostType['rewrite'] {
  if (args.rewrite === false || (!args.public && args.rewrite === undefined && args.publiclyQueryable !== true))
    return false;
  const options = typeof args.rewrite === 'object' ? args.rewrite : {};
  return { slug: options.slug ?? name, withFront: options.withFront ?? true, pages: options.pages ?? true };
}
