import {
  isWpError,
  type MenusApi,
  type NavMenuItem,
  type NavMenuItemInput,
  type Post,
  type PostInput,
  type PostsApi,
  type Term,
  type TermsApi,
  WpError,
} from '../../api/index.js';
import type { ContentDeps } from '../deps.js';
import type { MenuReads } from './read.js';

interface ItemWriteDeps extends Pick<ContentDeps, 'db' | 'hooks' | 'formatting' | 'meta' | 'translate'> {
  posts: Pick<PostsApi, 'getPost' | 'wpInsertPost' | 'wpUpdatePost'>;
  terms: Pick<TermsApi, 'wpSetObjectTerms'>;
  menus: MenuReads;
}

/** Default values of a menu item. */
const EMPTY_ITEM: Required<NavMenuItemInput> = {
  title: '',
  type: 'custom',
  object: '',
  object_id: 0,
  parent_id: 0,
  position: 0,
  url: '',
  description: '',
  attr_title: '',
  target: '',
  classes: '',
  xfn: '',
  status: 'draft',
};

/** Creates and updates menu items (WordPress: wp_update_nav_menu_item). */
export function createMenuItemWrites({
  db,
  hooks,
  formatting,
  meta,
  posts,
  terms,
  menus,
  translate = (text) => text,
}: ItemWriteDeps): MenusApi['wpUpdateNavMenuItem'] {
  async function completeInput(
    menu: Term | false,
    post: Post | null,
    itemInput: NavMenuItemInput,
  ): Promise<Required<NavMenuItemInput>> {
    const storedItem = post ? await menus.wpSetupNavMenuItem(post) : null;
    const before = storedItem && post ? toInput(post, storedItem) : {};
    const input = withDefaults({ ...before, ...itemInput });
    const menuItems =
      input.position === 0 && menu ? await menus.wpGetNavMenuItems(menu, { post_status: 'publish,draft' }) : false;
    const nextPosition = menuItems ? Math.max(0, ...menuItems.map(({ menu_order: order }) => order)) + 1 : 1;
    return { ...input, object: input.object || 'custom', position: input.position || nextPosition };
  }

  /** Returns the metadata of an item. The names are the suffixes of the meta keys. */
  function toMetadata(id: number, input: Required<NavMenuItemInput>): Record<string, unknown> {
    const classes = (typeof input.classes === 'string' ? input.classes.split(/\s+/) : input.classes).map((name) =>
      formatting.sanitizeHtmlClass(name),
    );
    return {
      type: input.type,
      menu_item_parent: String(input.parent_id),
      object_id: String(input.type === 'custom' ? id : input.object_id),
      object: input.object,
      target: /^[\w-]*$/.test(input.target) ? input.target : '',
      classes,
      xfn: input.xfn
        .split(/\s+/)
        .map((name) => formatting.sanitizeHtmlClass(name))
        .join(' '),
      url: input.type === 'custom' ? formatting.sanitizeUrl(input.url) : '',
    };
  }

  return async (menuId, itemId, itemInput = {}) => {
    const menu = menuId > 0 ? await menus.wpGetNavMenuObject(menuId) : false;
    if (menuId > 0 && !menu) return new WpError('invalid_menu_id', translate('Invalid menu ID.'));
    const post = itemId > 0 ? await posts.getPost(itemId) : null;
    if (itemId > 0 && post?.post_type !== 'nav_menu_item')
      return new WpError('update_nav_menu_item_failed', translate('The given object ID is not that of a menu item.'));
    const input = await completeInput(menu, post, itemInput);
    return db.transaction(async () => {
      const fields = toPostFields(input);
      const id = post
        ? await posts.wpUpdatePost({ ...fields, id: post.id }, true)
        : await posts.wpInsertPost(fields, true);
      if (isWpError(id)) return id;
      if (menu) await terms.wpSetObjectTerms(id, [menu.term_id], 'nav_menu');
      for (const [name, value] of Object.entries(toMetadata(id, input)))
        await meta.updateMetadata('post', id, `_menu_item_${name}`, value);
      if (!post) await hooks.doAction('wp_add_nav_menu_item', menuId, id, input);
      await hooks.doAction('wp_update_nav_menu_item', menuId, id, input);
      return id;
    });
  };
}

function toPostFields(input: Required<NavMenuItemInput>): PostInput {
  return {
    menu_order: input.position,
    post_title: input.title,
    post_excerpt: input.attr_title,
    post_content: input.description,
    post_status: input.status,
    post_type: 'nav_menu_item',
    ping_status: 'closed',
    post_parent: 0,
  };
}

/** Returns the stored data of an item in the format of the input. */
function toInput(post: Post, stored: NavMenuItem): NavMenuItemInput {
  return {
    title: post.post_title,
    type: stored.type,
    object: stored.object,
    object_id: stored.object_id,
    parent_id: stored.menu_item_parent,
    position: post.menu_order,
    url: stored.url,
    description: stored.description,
    attr_title: stored.attr_title,
    target: stored.target,
    classes: stored.classes,
    xfn: stored.xfn,
    status: post.post_status === 'publish' ? 'publish' : 'draft',
  };
}

/** Returns an item with default values for missing fields, and without unknown fields. */
function withDefaults(itemInput: NavMenuItemInput): Required<NavMenuItemInput> {
  const knownEntries = Object.entries(itemInput).filter(
    ([name, value]) => Object.hasOwn(EMPTY_ITEM, name) && value !== undefined,
  );
  return { ...EMPTY_ITEM, ...Object.fromEntries(knownEntries) };
}
