import { isWpError, type MenusApi, type Post, type PostsApi, type TermsApi, WpError } from '../../api/index.js';
import { wpSpecialchars } from '../../formatting/entities/specialchars.js';
import type { ContentDeps } from '../deps.js';
import { createAutoAdd } from './auto-add.js';
import { createMenuItemWrites } from './item-write.js';
import type { MenuReads } from './read.js';

type MenuWrites = Pick<
  MenusApi,
  'wpUpdateNavMenuObject' | 'wpUpdateNavMenuItem' | 'wpDeleteNavMenu' | 'isNavMenuAutoAdd' | 'setNavMenuAutoAdd'
>;

interface MenuWriteDeps extends Pick<ContentDeps, 'db' | 'hooks' | 'formatting' | 'options' | 'meta' | 'translate'> {
  posts: Pick<PostsApi, 'getPost' | 'wpInsertPost' | 'wpUpdatePost' | 'wpDeletePost'>;
  terms: Pick<
    TermsApi,
    'wpInsertTerm' | 'wpUpdateTerm' | 'wpDeleteTerm' | 'getTermBy' | 'wpSetObjectTerms' | 'wpGetObjectTerms'
  >;
  menus: MenuReads;
  queryPosts: PostsApi['queryPosts'];
  locations: Pick<MenusApi, 'getNavMenuLocations' | 'setNavMenuLocations'>;
}

/**
 * Creates, updates and deletes menus and their items (WordPress: wp_update_nav_menu_object, wp_update_nav_menu_item,
 * wp_delete_nav_menu).
 */
export function createMenuWrites(deps: MenuWriteDeps): MenuWrites {
  const { db, hooks, formatting, posts, terms, menus, locations, translate = (text: string) => text } = deps;
  const wpUpdateNavMenuItem = createMenuItemWrites(deps);
  const { isNavMenuAutoAdd, setNavMenuAutoAdd } = createAutoAdd({ ...deps, wpUpdateNavMenuItem });
  removeItemsWithTarget(deps);

  const wpUpdateNavMenuObject: MenuWrites['wpUpdateNavMenuObject'] = async (id, input = {}) => {
    const menu = id > 0 ? await menus.wpGetNavMenuObject(id) : false;
    if (id > 0 && !menu) return new WpError('invalid_menu_id', translate('Invalid menu ID.'));
    const name = input.name ?? (menu ? menu.name : '');
    if (name.trim() === '') return new WpError('missing_menu_name', translate('Please enter a valid menu name.'));
    const sameName = await terms.getTermBy('name', wpSpecialchars(formatting.sanitizeTextField(name)), 'nav_menu');
    if (sameName && sameName.term_id !== id) {
      return new WpError(
        'menu_exists',
        translate('The menu name %s conflicts with another menu name. Please try another.').replace(
          '%s',
          () => `<strong>${formatting.escHtml(name)}</strong>`,
        ),
        sameName.term_id,
      );
    }
    const fields = {
      ...(input.description === undefined ? {} : { description: input.description }),
      ...(menu && input.name !== undefined && input.slug === undefined ? { slug: '' } : {}),
      ...(input.slug === undefined ? {} : { slug: input.slug }),
    };
    return db.transaction(async () => {
      if (!menu) {
        const newTerm = await terms.wpInsertTerm(name, 'nav_menu', fields);
        if (isWpError(newTerm)) return newTerm;
        await hooks.doAction('wp_create_nav_menu', newTerm.term_id, { ...input, 'menu-name': name });
        return newTerm.term_id;
      }
      const updateResult = await terms.wpUpdateTerm(id, 'nav_menu', { name, ...fields });
      if (isWpError(updateResult)) return updateResult;
      await hooks.doAction('wp_update_nav_menu', id, { ...input, 'menu-name': name });
      return id;
    });
  };

  return {
    wpUpdateNavMenuObject,
    wpUpdateNavMenuItem,
    isNavMenuAutoAdd,
    setNavMenuAutoAdd,
    async wpDeleteNavMenu(menuOrId) {
      const menu = await menus.wpGetNavMenuObject(menuOrId);
      if (!menu) return false;
      return db.transaction(async () => {
        const items = await db()('term_relationships')
          .where({ term_taxonomy_id: menu.term_taxonomy_id })
          .pluck<number[]>('object_id');
        for (const id of items) await posts.wpDeletePost(Number(id), true);
        const deleteResult = await terms.wpDeleteTerm(menu.term_id, 'nav_menu');
        if (deleteResult !== true) return isWpError(deleteResult) ? deleteResult : false;
        const assignments = await locations.getNavMenuLocations();
        const remaining = Object.fromEntries(Object.entries(assignments).filter(([, id]) => id !== menu.term_id));
        if (Object.keys(remaining).length < Object.keys(assignments).length)
          await locations.setNavMenuLocations(remaining);
        if (await isNavMenuAutoAdd(menu.term_id)) await setNavMenuAutoAdd(menu.term_id, false);
        await hooks.doAction('wp_delete_nav_menu', menu.term_id);
        return true;
      });
    },
  };
}

/** Deletes menu items when the post or term they link to is deleted. */
function removeItemsWithTarget({
  hooks,
  posts,
  queryPosts,
}: Pick<MenuWriteDeps, 'hooks' | 'posts' | 'queryPosts'>): void {
  const deleteItemsOf = async (type: string, object: number): Promise<void> => {
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
      if (post?.post_type !== 'nav_menu_item' && post?.post_type !== 'revision') await deleteItemsOf('post_type', id);
    },
    10,
    2,
  );
  hooks.addAction(
    'delete_term',
    async (id: number, _tt: number, taxonomy: string) => {
      if (taxonomy !== 'nav_menu') await deleteItemsOf('taxonomy', id);
    },
    10,
    3,
  );
}
