import {
  isWpError,
  type MaybePromise,
  type MenusApi,
  type NavMenuItemInput,
  type Post,
  type PostQuery,
  type PostsApi,
  type QueryResult,
  type Term,
  type TermsApi,
  WpError,
} from '../../api/index.js';
import type { ContentDeps } from '../deps.js';
import type { MenuReadsAtOnce } from './read.js';

type Writes = Pick<
  MenusApi,
  'wpUpdateNavMenuObject' | 'wpUpdateNavMenuItem' | 'wpDeleteNavMenu' | 'isNavMenuAutoAdd' | 'setNavMenuAutoAdd'
>;

interface MenuWriteDeps extends Pick<ContentDeps, 'db' | 'hooks' | 'formatting' | 'options' | 'meta' | 'translate'> {
  posts: Pick<PostsApi, 'getPost' | 'wpInsertPost' | 'wpUpdatePost' | 'wpDeletePost'>;
  terms: Pick<
    TermsApi,
    'wpInsertTerm' | 'wpUpdateTerm' | 'wpDeleteTerm' | 'getTermBy' | 'wpSetObjectTerms' | 'wpGetObjectTerms'
  >;
  menus: MenuReadsAtOnce;
  queryPosts(query: PostQuery): MaybePromise<QueryResult>;
  locations: Pick<MenusApi, 'getNavMenuLocations' | 'setNavMenuLocations'>;
}

/** Says which menus take new pages. */
const SETTINGS = 'nav_menu_options';

/** Makes, changes and removes menus and their entries (WordPress: wp_update_nav_menu_object, wp_update_nav_menu_item, wp_delete_nav_menu). */
export function createMenuWrites({
  db,
  hooks,
  formatting,
  options,
  meta,
  posts,
  terms,
  menus,
  queryPosts,
  locations,
  translate = (text) => text,
}: MenuWriteDeps): Writes {
  async function autoAdding(): Promise<number[]> {
    const stored = await options.getOption<unknown>(SETTINGS, {});
    const listed = typeof stored === 'object' && stored !== null && 'auto_add' in stored ? stored.auto_add : [];
    return Array.isArray(listed) ? listed.map(Number) : [];
  }

  async function setNavMenuAutoAdd(id: number, adds: boolean): Promise<void> {
    const others = (await autoAdding()).filter((menu) => menu !== id);
    await options.updateOption(SETTINGS, { auto_add: adds ? [...others, id] : others });
  }

  const wpUpdateNavMenuObject: Writes['wpUpdateNavMenuObject'] = async (id, input = {}) => {
    const menu = id > 0 ? await menus.wpGetNavMenuObject(id) : false;
    if (id > 0 && !menu) return new WpError('invalid_menu_id', translate('Invalid menu ID.'));
    const name = input.name ?? (menu ? menu.name : '');
    if (name.trim() === '') return new WpError('missing_menu_name', translate('Please enter a valid menu name.'));
    const twin = await terms.getTermBy('name', formatting.escHtml(formatting.sanitizeTextField(name)), 'nav_menu');
    if (twin && twin.term_id !== id) {
      return new WpError(
        'menu_exists',
        translate('The menu name %s conflicts with another menu name. Please try another.').replace(
          '%s',
          () => `<strong>${formatting.escHtml(name)}</strong>`,
        ),
        twin.term_id,
      );
    }
    const fields = {
      ...(input.description === undefined ? {} : { description: input.description }),
      ...(menu && input.name !== undefined && input.slug === undefined ? { slug: '' } : {}),
      ...(input.slug === undefined ? {} : { slug: input.slug }),
    };
    return db.transaction(async () => {
      if (!menu) {
        const made = await terms.wpInsertTerm(name, 'nav_menu', fields);
        if (isWpError(made)) return made;
        await hooks.doAction('wp_create_nav_menu', made.term_id, { ...input, 'menu-name': name });
        return made.term_id;
      }
      const changed = await terms.wpUpdateTerm(id, 'nav_menu', { name, ...fields });
      if (isWpError(changed)) return changed;
      await hooks.doAction('wp_update_nav_menu', id, { ...input, 'menu-name': name });
      return id;
    });
  };

  async function itemInput(
    menu: Term | false,
    post: Post | null,
    given: NavMenuItemInput,
  ): Promise<Required<NavMenuItemInput>> {
    const stored = post ? await menus.wpSetupNavMenuItem(post) : null;
    const before: Partial<NavMenuItemInput> =
      stored && post
        ? {
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
          }
        : {};
    const {
      title = '',
      type = 'custom',
      object = '',
      object_id = 0,
      parent_id = 0,
      position = 0,
      url = '',
      description = '',
      attr_title = '',
      target = '',
      classes = '',
      xfn = '',
      status = 'draft',
    } = { ...before, ...given };
    const known =
      position === 0 && menu ? await menus.wpGetNavMenuItems(menu, { post_status: 'publish,draft' }) : false;
    const last = known ? Math.max(0, ...known.map(({ menu_order: order }) => order)) + 1 : 1;
    return {
      title,
      type,
      object: object || 'custom',
      object_id,
      parent_id,
      position: position || last,
      url,
      description,
      attr_title,
      target,
      classes,
      xfn,
      status,
    };
  }

  const wpUpdateNavMenuItem: Writes['wpUpdateNavMenuItem'] = async (menuId, itemId, given = {}) => {
    const menu = menuId > 0 ? await menus.wpGetNavMenuObject(menuId) : false;
    if (menuId > 0 && !menu) return new WpError('invalid_menu_id', translate('Invalid menu ID.'));
    const post = itemId > 0 ? await posts.getPost(itemId) : null;
    if (itemId > 0 && post?.post_type !== 'nav_menu_item')
      return new WpError('update_nav_menu_item_failed', translate('The given object ID is not that of a menu item.'));
    const input = await itemInput(menu, post, given);
    return db.transaction(async () => {
      const fields = {
        menu_order: input.position,
        post_title: input.title,
        post_excerpt: input.attr_title,
        post_content: input.description,
        post_status: input.status,
        post_type: 'nav_menu_item',
        ping_status: 'closed',
        post_parent: 0,
      };
      const id = post
        ? await posts.wpUpdatePost({ ...fields, id: post.id }, true)
        : await posts.wpInsertPost(fields, true);
      if (isWpError(id)) return id;
      if (menu) await terms.wpSetObjectTerms(id, [menu.term_id], 'nav_menu');
      const classes = (typeof input.classes === 'string' ? input.classes.split(/\s+/) : input.classes).map((name) =>
        formatting.sanitizeHtmlClass(name),
      );
      const stored: Record<string, unknown> = {
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
      for (const [name, value] of Object.entries(stored))
        await meta.updateMetadata('post', id, `_menu_item_${name}`, value);
      if (!post) await hooks.doAction('wp_add_nav_menu_item', menuId, id, input);
      await hooks.doAction('wp_update_nav_menu_item', menuId, id, input);
      return id;
    });
  };

  // A page that is published for the first time goes to the end of the menus that want it.
  hooks.addAction(
    'transition_post_status',
    async (status: string, before: string, post: Post) => {
      if (status !== 'publish' || before === 'publish' || post.post_type !== 'page' || post.post_parent !== 0) return;
      for (const menu of await autoAdding()) {
        const items = await menus.wpGetNavMenuItems(menu, { post_status: 'publish,draft' });
        if (!items || items.some((item) => item.type === 'post_type' && item.object_id === post.id)) continue;
        await wpUpdateNavMenuItem(menu, 0, {
          type: 'post_type',
          object: 'page',
          object_id: post.id,
          status: 'publish',
        });
      }
    },
    10,
    3,
  );

  // Entries do not outlive what they lead to.
  const forgetTarget = async (type: string, object: number): Promise<void> => {
    const { posts: items } = await queryPosts({
      meta_query: [
        { key: '_menu_item_object_id', value: String(object) },
        { key: '_menu_item_type', value: type },
      ],
      post_type: 'nav_menu_item',
      post_status: 'any',
      posts_per_page: -1,
      no_found_rows: true,
    });
    for (const { id } of items) await posts.wpDeletePost(id, true);
  };
  hooks.addAction(
    'delete_post',
    async (id: number, post?: Post) => {
      if (post?.post_type !== 'nav_menu_item' && post?.post_type !== 'revision') await forgetTarget('post_type', id);
    },
    10,
    2,
  );
  hooks.addAction(
    'delete_term',
    async (id: number, _tt: number, taxonomy: string) => {
      if (taxonomy !== 'nav_menu') await forgetTarget('taxonomy', id);
    },
    10,
    3,
  );

  return {
    wpUpdateNavMenuObject,
    wpUpdateNavMenuItem,
    isNavMenuAutoAdd: async (id) => (await autoAdding()).includes(id),
    setNavMenuAutoAdd,
    async wpDeleteNavMenu(given) {
      const menu = await menus.wpGetNavMenuObject(given);
      if (!menu) return false;
      return db.transaction(async () => {
        const items = await db()('term_relationships')
          .where({ term_taxonomy_id: menu.term_taxonomy_id })
          .pluck<number[]>('object_id');
        for (const id of items) await posts.wpDeletePost(Number(id), true);
        const done = await terms.wpDeleteTerm(menu.term_id, 'nav_menu');
        if (done !== true) return isWpError(done) ? done : false;
        const places = await locations.getNavMenuLocations();
        const left = Object.fromEntries(Object.entries(places).filter(([, id]) => id !== menu.term_id));
        if (Object.keys(left).length < Object.keys(places).length) await locations.setNavMenuLocations(left);
        if ((await autoAdding()).includes(menu.term_id)) await setNavMenuAutoAdd(menu.term_id, false);
        await hooks.doAction('wp_delete_nav_menu', menu.term_id);
        return true;
      });
    },
  };
}
