import {
  andThen,
  type ContentTypesApi,
  type HookApi,
  type MaybePromise,
  type MetadataApi,
  type MetaType,
  type OptionsApi,
  type Post,
  type PostType,
} from '../api/index.js';

/** What mapping a capability needs to know of the site. */
export interface CapabilityNeeds {
  hooks: HookApi;
  options: Pick<OptionsApi, 'getOption'>;
  meta: Pick<MetadataApi, 'getPostMeta' | 'isProtectedMeta'>;
  types: Pick<ContentTypesApi, 'getPostTypeObject' | 'getPostTypes' | 'getPostStatusObject' | 'getTaxonomy'>;
  post(id: number): Promise<Post | null>;
  /** The status, an attachment's being its parent's. */
  postStatus(id: number): Promise<string | false>;
  term(id: number): Promise<{ term_id: number; taxonomy: string } | null>;
  comment(id: number): Promise<{ comment_post_id: number } | null>;
  /** The post type, taxonomy or kind of an object; empty when it does not exist. */
  subtype(type: MetaType, id: number): Promise<string>;
  isSuperAdmin(userId: number): Promise<boolean>;
  /** What the site's settings forbid to everybody. */
  forbidden?: { fileChanges?: boolean; unfilteredHtml?: boolean };
}

type Mapper = (capability: string, userId: number, args: unknown[]) => MaybePromise<string[]>;
const DENIED = ['do_not_allow'];
const always =
  (...caps: string[]): Mapper =>
  () =>
    caps;

/**
 * Creates the translation of what is asked for into the primitive capabilities it takes.
 * @since 0.1.0 (WordPress: map_meta_cap)
 */
export function createCapabilityMap(
  needs: CapabilityNeeds,
): (capability: string, userId: number, ...args: unknown[]) => MaybePromise<string[]> {
  const { hooks, options, meta, types, forbidden = {} } = needs;

  function map(capability: string, userId: number, ...args: unknown[]): MaybePromise<string[]> {
    const mapper = mappers.get(capability) ?? unlisted;
    return andThen(mapper(capability, userId, args), (caps) =>
      hooks.applyFilters('map_meta_cap', caps, capability, userId, args),
    );
  }

  /** Capabilities of registered post types, and primitive ones. */
  function unlisted(capability: string, userId: number, args: unknown[]): MaybePromise<string[]> {
    for (const type of types.getPostTypes()) {
      if (!type.mapMetaCap) continue;
      for (const general of ['edit_post', 'read_post', 'delete_post']) {
        if (type.cap[general] === capability && general !== capability) return map(general, userId, ...args);
      }
    }
    return /^(edit|edit_others|publish|read_private|delete|delete_private|delete_published|delete_others|edit_private|edit_published)_blocks$/.test(
      capability,
    )
      ? [capability.replace('_blocks', '_posts')]
      : [capability];
  }

  async function subject(args: unknown[]): Promise<{ post: Post; type: PostType } | 'missing' | Post> {
    const id = toId(args[0]);
    const post = id === undefined ? null : await needs.post(id);
    if (!post) return 'missing';
    const type = types.getPostTypeObject(post.post_type);
    return type ? { post, type } : post;
  }

  const isAuthor = (post: Post, userId: number): boolean => post.post_author !== 0 && post.post_author === userId;

  /** Whether a post counts as published, in the trash by what it was before. */
  async function wasPublished(post: Post): Promise<boolean> {
    const status =
      post.post_status === 'trash' ? await meta.getPostMeta(post.id, '_wp_trash_meta_status', true) : post.post_status;
    return status === 'publish' || status === 'future';
  }

  async function changePost(verb: 'edit' | 'delete', userId: number, args: unknown[]): Promise<string[]> {
    let found = await subject(args);
    if (found !== 'missing' && 'post' in found && found.post.post_type === 'revision') {
      found = verb === 'delete' ? 'missing' : await subject([found.post.post_parent]);
    }
    if (found === 'missing') return DENIED;
    if (!('post' in found)) return ['edit_others_posts'];
    const { post, type } = found;
    if (verb === 'delete') {
      for (const front of ['page_for_posts', 'page_on_front']) {
        if (Number(await options.getOption(front)) === post.id) return ['manage_options'];
      }
    }
    if (!type.mapMetaCap) return [type.cap[`${verb}_post`]];
    const cap = (name: string): string => type.cap[name];
    const caps: string[] = [];
    if (isAuthor(post, userId)) {
      caps.push(cap((await wasPublished(post)) ? `${verb}_published_posts` : `${verb}_posts`));
    } else {
      caps.push(cap(`${verb}_others_posts`));
      if (post.post_status === 'publish' || post.post_status === 'future') caps.push(cap(`${verb}_published_posts`));
      else if (post.post_status === 'private') caps.push(cap(`${verb}_private_posts`));
    }
    if (Number(await options.getOption('wp_page_for_privacy_policy')) === post.id)
      caps.push(...(await map('manage_privacy_options', userId)));
    return caps;
  }

  async function readPost(userId: number, args: unknown[]): Promise<string[]> {
    let found = await subject(args);
    if (found !== 'missing' && 'post' in found && found.post.post_type === 'revision')
      found = await subject([found.post.post_parent]);
    if (found === 'missing') return DENIED;
    if (!('post' in found)) return ['edit_others_posts'];
    const { post, type } = found;
    if (!type.mapMetaCap) return [type.cap.read_post];
    const status = types.getPostStatusObject((await needs.postStatus(post.id)) || post.post_status);
    if (!status) return [type.cap.edit_others_posts];
    if (status.public || isAuthor(post, userId)) return [type.cap.read];
    if (status.private) return [type.cap.read_private_posts];
    return map('edit_post', userId, post.id);
  }

  async function publishPost(args: unknown[]): Promise<string[]> {
    const found = await subject(args);
    if (found === 'missing') return DENIED;
    return 'post' in found ? [found.type.cap.publish_posts] : ['edit_others_posts'];
  }

  async function changeMeta(capability: string, userId: number, args: unknown[]): Promise<string[]> {
    const type = /_(post|comment|term|user)_meta$/.exec(capability)?.[1] as MetaType;
    const id = toId(args[0]);
    if (id === undefined) return DENIED;
    const subtype = await needs.subtype(type, id);
    if (subtype === '') return DENIED;
    const caps = await map(`edit_${type}`, userId, id);
    const key = typeof args[1] === 'string' ? args[1] : '';
    if (key === '') return caps;
    const open = !(await meta.isProtectedMeta(key, type));
    const own = `auth_${type}_meta_${key}_for_${subtype}`;
    const filter = hooks.hasFilter(own) ? own : `auth_${type}_meta_${key}`;
    const allowed = await hooks.applyFilters<unknown>(filter, open, key, id, userId, capability, caps);
    return allowed ? caps : [...caps, capability];
  }

  async function changeComment(userId: number, args: unknown[]): Promise<string[]> {
    const id = toId(args[0]);
    const comment = id === undefined ? null : await needs.comment(id);
    if (!comment) return DENIED;
    return (await needs.post(comment.comment_post_id))
      ? map('edit_post', userId, comment.comment_post_id)
      : map('edit_posts', userId);
  }

  async function changeTerm(capability: string, userId: number, args: unknown[]): Promise<string[]> {
    const id = toId(args[0]);
    const term = id === undefined ? null : await needs.term(id);
    const taxonomy = term && types.getTaxonomy(term.taxonomy);
    if (!term || !taxonomy) return DENIED;
    if (capability === 'delete_term') {
      for (const option of [`default_${term.taxonomy}`, `default_term_${term.taxonomy}`]) {
        if (Number(await options.getOption(option)) === term.term_id) return DENIED;
      }
    }
    return map(taxonomy.cap[`${capability}s` as keyof typeof taxonomy.cap], userId, term.term_id);
  }

  const changeUser: Mapper = (capability, userId, args) => {
    if (userId === 0) return DENIED;
    return capability === 'edit_user' && toId(args[0]) === userId ? [] : ['edit_users'];
  };
  const appPassword: Mapper = (_capability, userId, args) => map('edit_user', userId, ...args);
  const files: Mapper = async (capability) => {
    if (forbidden.fileChanges || !(await hooks.applyFilters('file_mod_allowed', true, 'capability_update_core')))
      return DENIED;
    if (capability === 'upload_themes') return ['install_themes'];
    if (capability === 'upload_plugins') return ['install_plugins'];
    return capability === 'update_languages' ? ['install_languages'] : [capability];
  };
  const editFiles: Mapper = (capability) => (forbidden.fileChanges ? DENIED : [capability]);
  const unfilteredHtml: Mapper = () => (forbidden.unfilteredHtml ? DENIED : ['unfiltered_html']);

  const mappers = new Map<string, Mapper>();
  const on = (names: string, mapper: Mapper): void => names.split(' ').forEach((name) => mappers.set(name, mapper));
  on('remove_user', async (_capability, userId, args) =>
    toId(args[0]) === userId && !(await needs.isSuperAdmin(userId)) ? DENIED : ['remove_users'],
  );
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
  on('update_php', (_capability, userId) => map('update_core', userId));
  on('update_https', always('manage_options', 'update_core'));
  on('export_others_personal_data erase_others_personal_data manage_privacy_options', always('manage_options'));
  on(
    'create_app_password list_app_passwords read_app_password edit_app_password delete_app_passwords delete_app_password',
    appPassword,
  );

  return map;
}

function toId(value: unknown): number | undefined {
  if (typeof value === 'object' && value !== null && 'id' in value) return toId(value.id);
  const id = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isInteger(id) ? id : undefined;
}
