import type { MaybePromise } from '../api/index.js';
import { type CapabilityDeps, DENIED, type MapCapability, toId } from './capability-deps.js';
import { createObjectCapabilities } from './object-capabilities.js';
import { createPostCapabilities } from './post-capabilities.js';

export interface CapabilityMap {
  map: MapCapability;
  /**
   * As `map`, for a check that cannot wait and refers to no object. Returns a promise if the result depends on stored
   * data or on an asynchronous callback.
   */
  mapWithoutObject(capability: string, userId: number): MaybePromise<string[]>;
}

type Mapper = (capability: string, userId: number, args: unknown[]) => MaybePromise<string[]>;
const requireAlways =
  (...caps: string[]): Mapper =>
  () =>
    caps;

/** Capabilities, separated by spaces, that require the same primitive capabilities for every user and object. */
const FIXED_REQUIREMENTS: Readonly<Record<string, readonly string[]>> = {
  'promote_user add_users': ['promote_users'],
  unfiltered_upload: DENIED,
  'activate_plugins deactivate_plugins activate_plugin deactivate_plugin': ['activate_plugins'],
  resume_plugin: ['resume_plugins'],
  resume_theme: ['resume_themes'],
  'delete_user delete_users': ['delete_users'],
  create_users: ['create_users'],
  customize: ['edit_theme_options'],
  delete_site: DENIED,
  'manage_post_tags edit_categories edit_post_tags delete_categories delete_post_tags': ['manage_categories'],
  'assign_categories assign_post_tags': ['edit_posts'],
  setup_network: ['manage_options'],
  update_https: ['manage_options', 'update_core'],
  'export_others_personal_data erase_others_personal_data manage_privacy_options': ['manage_options'],
};

/**
 * Creates the function that maps a requested capability to the required primitive capabilities.
 * @since 0.1.0 (WordPress: map_meta_cap)
 */
export function createCapabilityMap(deps: CapabilityDeps): CapabilityMap {
  const { hooks, options, types, forbidden = {} } = deps;
  const { mapPostChange, mapReadPost, mapPublishPost } = createPostCapabilities(deps, map);
  const { mapMetaChange, mapCommentChange, mapTermChange } = createObjectCapabilities(deps, map);

  async function map(capability: string, userId: number, ...args: unknown[]): Promise<string[]> {
    return resolve(capability, userId, args);
  }

  const mapWithoutObject = (capability: string, userId: number): MaybePromise<string[]> =>
    resolve(capability, userId, []);

  /** Synchronous unless data or a callback has to be awaited, for {@link CapabilityMap.mapWithoutObject}. */
  function resolve(capability: string, userId: number, args: unknown[]): MaybePromise<string[]> {
    const filter = (caps: string[]): MaybePromise<string[]> =>
      hooks.applyFilters('map_meta_cap', caps, capability, userId, args);
    const caps = (mappers.get(capability) ?? mapUnlisted)(capability, userId, args);
    return caps instanceof Promise ? caps.then(filter) : filter(caps);
  }

  /** Maps capabilities of registered post types and primitive capabilities. */
  function mapUnlisted(capability: string, userId: number, args: unknown[]): MaybePromise<string[]> {
    for (const type of types.getPostTypes()) {
      if (!type.mapMetaCap) continue;
      for (const metaCapability of ['edit_post', 'read_post', 'delete_post']) {
        if (type.cap[metaCapability] === capability && metaCapability !== capability)
          return resolve(metaCapability, userId, args);
      }
    }
    return /^(edit|edit_others|publish|read_private|delete|delete_private|delete_published|delete_others|edit_private|edit_published)_blocks$/.test(
      capability,
    )
      ? [capability.replace('_blocks', '_posts')]
      : [capability];
  }

  const mapUserChange: Mapper = (capability, userId, args) => {
    if (userId === 0) return DENIED;
    return capability === 'edit_user' && toId(args[0]) === userId ? [] : ['edit_users'];
  };
  const appPassword: Mapper = (_capability, userId, args) => resolve('edit_user', userId, args);
  const mapFileCapability: Mapper = (capability) => {
    if (forbidden.fileChanges) return DENIED;
    const required =
      { upload_themes: 'install_themes', upload_plugins: 'install_plugins', update_languages: 'install_languages' }[
        capability
      ] ?? capability;
    const allowed: MaybePromise<boolean> = hooks.applyFilters('file_mod_allowed', true, 'capability_update_core');
    // A callback that has to be awaited must be able to deny.
    const capsIf = (isAllowed: boolean): string[] => (isAllowed ? [required] : DENIED);
    return allowed instanceof Promise ? allowed.then(capsIf) : capsIf(allowed);
  };
  const editFiles: Mapper = (capability) => (forbidden.fileChanges ? DENIED : [capability]);
  const unfilteredHtml: Mapper = () => (forbidden.unfilteredHtml ? DENIED : ['unfiltered_html']);

  const mappers = new Map<string, Mapper>();
  const addMapper = (names: string, mapper: Mapper): void =>
    names.split(' ').forEach((name) => mappers.set(name, mapper));
  for (const [names, required] of Object.entries(FIXED_REQUIREMENTS)) addMapper(names, requireAlways(...required));
  const mapSelfRemoval = async (userId: number): Promise<string[]> =>
    (await deps.isSuperAdmin(userId)) ? ['remove_users'] : DENIED;
  addMapper('remove_user', (_capability, userId, args) =>
    toId(args[0]) === userId ? mapSelfRemoval(userId) : ['remove_users'],
  );
  addMapper('edit_user edit_users', mapUserChange);
  addMapper('delete_post delete_page', (_capability, userId, args) => mapPostChange('delete', userId, args));
  addMapper('edit_post edit_page', (_capability, userId, args) => mapPostChange('edit', userId, args));
  addMapper('read_post read_page', (_capability, userId, args) => mapReadPost(userId, args));
  addMapper('publish_post', (_capability, _userId, args) => mapPublishPost(args));
  for (const type of ['post', 'comment', 'term', 'user'])
    addMapper(`edit_${type}_meta delete_${type}_meta add_${type}_meta`, mapMetaChange);
  addMapper('edit_comment', (_capability, userId, args) => mapCommentChange(userId, args));
  addMapper('edit_css unfiltered_html', unfilteredHtml);
  addMapper('edit_files edit_plugins edit_themes', editFiles);
  addMapper(
    'update_plugins delete_plugins install_plugins upload_plugins update_themes delete_themes install_themes upload_themes update_core install_languages update_languages',
    mapFileCapability,
  );
  addMapper('manage_links', async () =>
    (await options.getOption('link_manager_enabled')) ? ['manage_links'] : DENIED,
  );
  addMapper('edit_term delete_term assign_term', mapTermChange);
  addMapper('update_php', (_capability, userId) => resolve('update_core', userId, []));
  addMapper(
    'create_app_password list_app_passwords read_app_password edit_app_password delete_app_passwords delete_app_password',
    appPassword,
  );

  return { map, mapWithoutObject };
}
