import type { MaybePromise } from '../api/index.js';
import { type CapabilityNeeds, DENIED, type MapCapability, toId } from './capability-needs.js';
import { createObjectCapabilities } from './object-capabilities.js';
import { createPostCapabilities } from './post-capabilities.js';

export interface CapabilityMap {
  map: MapCapability;
  /**
   * As `map`, for a check that cannot wait and refers to no object; a promise if the answer depends on stored data or on
   * an asynchronous callback.
   */
  mapWithoutObject(capability: string, userId: number): MaybePromise<string[]>;
}

type Mapper = (capability: string, userId: number, args: unknown[]) => MaybePromise<string[]>;
const always =
  (...caps: string[]): Mapper =>
  () =>
    caps;

/**
 * Creates the function that maps a requested capability to the required primitive capabilities.
 * @since 0.1.0 (WordPress: map_meta_cap)
 */
export function createCapabilityMap(needs: CapabilityNeeds): CapabilityMap {
  const { hooks, options, types, forbidden = {} } = needs;
  const { changePost, readPost, publishPost } = createPostCapabilities(needs, map);
  const { changeMeta, changeComment, changeTerm } = createObjectCapabilities(needs, map);

  async function map(capability: string, userId: number, ...args: unknown[]): Promise<string[]> {
    return resolve(capability, userId, args);
  }

  const mapWithoutObject = (capability: string, userId: number): MaybePromise<string[]> =>
    resolve(capability, userId, []);

  /** Synchronous unless data or a callback has to be awaited, for {@link CapabilityMap.mapWithoutObject}. */
  function resolve(capability: string, userId: number, args: unknown[]): MaybePromise<string[]> {
    const filter = (caps: string[]): MaybePromise<string[]> =>
      hooks.applyFilters('map_meta_cap', caps, capability, userId, args);
    const caps = (mappers.get(capability) ?? unlisted)(capability, userId, args);
    return caps instanceof Promise ? caps.then(filter) : filter(caps);
  }

  /** Maps capabilities of registered post types and primitive capabilities. */
  function unlisted(capability: string, userId: number, args: unknown[]): MaybePromise<string[]> {
    for (const type of types.getPostTypes()) {
      if (!type.mapMetaCap) continue;
      for (const general of ['edit_post', 'read_post', 'delete_post']) {
        if (type.cap[general] === capability && general !== capability) return resolve(general, userId, args);
      }
    }
    return /^(edit|edit_others|publish|read_private|delete|delete_private|delete_published|delete_others|edit_private|edit_published)_blocks$/.test(
      capability,
    )
      ? [capability.replace('_blocks', '_posts')]
      : [capability];
  }

  const changeUser: Mapper = (capability, userId, args) => {
    if (userId === 0) return DENIED;
    return capability === 'edit_user' && toId(args[0]) === userId ? [] : ['edit_users'];
  };
  const appPassword: Mapper = (_capability, userId, args) => resolve('edit_user', userId, args);
  const files: Mapper = (capability) => {
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
  const on = (names: string, mapper: Mapper): void => names.split(' ').forEach((name) => mappers.set(name, mapper));
  const removeSelf = async (userId: number): Promise<string[]> =>
    (await needs.isSuperAdmin(userId)) ? ['remove_users'] : DENIED;
  on('remove_user', (_capability, userId, args) => (toId(args[0]) === userId ? removeSelf(userId) : ['remove_users']));
  on('promote_user add_users', always('promote_users'));
  on('edit_user edit_users', changeUser);
  on('delete_post delete_page', (_capability, userId, args) => changePost('delete', userId, args));
  on('edit_post edit_page', (_capability, userId, args) => changePost('edit', userId, args));
  on('read_post read_page', (_capability, userId, args) => readPost(userId, args));
  on('publish_post', (_capability, _userId, args) => publishPost(args));
  for (const type of ['post', 'comment', 'term', 'user'])
    on(`edit_${type}_meta delete_${type}_meta add_${type}_meta`, changeMeta);
  on('edit_comment', (_capability, userId, args) => changeComment(userId, args));
  on('unfiltered_upload', always(...DENIED));
  on('edit_css unfiltered_html', unfilteredHtml);
  on('edit_files edit_plugins edit_themes', editFiles);
  on(
    'update_plugins delete_plugins install_plugins upload_plugins update_themes delete_themes install_themes upload_themes update_core install_languages update_languages',
    files,
  );
  on('activate_plugins deactivate_plugins activate_plugin deactivate_plugin', always('activate_plugins'));
  on('resume_plugin', always('resume_plugins'));
  on('resume_theme', always('resume_themes'));
  on('delete_user delete_users', always('delete_users'));
  on('create_users', always('create_users'));
  on('manage_links', async () => ((await options.getOption('link_manager_enabled')) ? ['manage_links'] : DENIED));
  on('customize', always('edit_theme_options'));
  on('delete_site', always(...DENIED));
  on('edit_term delete_term assign_term', changeTerm);
  on('manage_post_tags edit_categories edit_post_tags delete_categories delete_post_tags', always('manage_categories'));
  on('assign_categories assign_post_tags', always('edit_posts'));
  on('setup_network', always('manage_options'));
  on('update_php', (_capability, userId) => resolve('update_core', userId, []));
  on('update_https', always('manage_options', 'update_core'));
  on('export_others_personal_data erase_others_personal_data manage_privacy_options', always('manage_options'));
  on(
    'create_app_password list_app_passwords read_app_password edit_app_password delete_app_passwords delete_app_password',
    appPassword,
  );

  return { map, mapWithoutObject };
}
