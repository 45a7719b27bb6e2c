import { isWpError, type Post, type WpError } from '../../api/index.js';
import type { AdminDeps } from '../deps.js';
import { escapeText } from '../../document/index.js';
import { collectPluginPages } from './plugin-pages.js';

type MenuDeps = Pick<AdminDeps, 'content' | 'hooks' | 'roles' | 'text'>;

/** A menu that a page can be added to. */
interface OfferedMenu {
  /** ID of the menu; 0 for a menu that would be created for this page. */
  readonly id: number;
  readonly name: string;
  readonly containsPage: boolean;
}

/** Location of a menu that is created for a page. */
const TOP_LOCATION = 'primary';
const MAX_MENUS = 20;

/**
 * Returns the menus an entry can be added to, if the user may edit menus. If there is none, offers to create one in the
 * primary location.
 */
export async function listOfferedMenus(
  deps: MenuDeps,
  type: string,
  post: Post | null,
): Promise<readonly OfferedMenu[]> {
  const { content, roles } = deps;
  const { __ } = deps.text;
  if (content.getPostTypeObject(type)?.hierarchical !== true || !(await roles.currentUserCan('edit_theme_options')))
    return [];
  const menus = (await content.wpGetNavMenus()).slice(0, MAX_MENUS);
  if (menus.length === 0)
    return Object.hasOwn(content.getRegisteredNavMenus(), TOP_LOCATION)
      ? [{ id: 0, name: __('Main menu'), containsPage: false }]
      : [];
  return Promise.all(
    menus.map(async ({ term_id: id, name }) => ({
      id,
      name,
      containsPage: post !== null && (await findMenuItemId(deps, id, post.id)) > 0,
    })),
  );
}

/** Appends an entry to the selected menus and removes it from the others. */
export async function updateMenusOfPage(
  deps: MenuDeps,
  post: Post,
  offered: readonly OfferedMenu[],
  checkedIds: readonly number[],
): Promise<void> {
  for (const menu of offered) {
    if (checkedIds.includes(menu.id) === menu.containsPage) continue;
    if (menu.containsPage) await deps.content.wpDeletePost(await findMenuItemId(deps, menu.id, post.id), true);
    else {
      const id = menu.id > 0 ? menu.id : await createPrimaryMenu(deps, menu.name);
      // A menu that adds new pages automatically already contains it.
      if (!isWpError(id) && (await findMenuItemId(deps, id, post.id)) === 0) await appendToMenu(deps, id, post);
    }
  }
}

async function findMenuItemId({ content }: Pick<MenuDeps, 'content'>, menu: number, post: number): Promise<number> {
  const items = (await content.wpGetNavMenuItems(menu, { post_status: 'any' })) || [];
  return items.find((item) => item.type === 'post_type' && item.object_id === post)?.db_id ?? 0;
}

async function appendToMenu({ content }: Pick<MenuDeps, 'content'>, menu: number, post: Post): Promise<void> {
  const items = (await content.wpGetNavMenuItems(menu, { post_status: 'any' })) || [];
  await content.wpUpdateNavMenuItem(menu, 0, {
    type: 'post_type',
    object: post.post_type,
    object_id: post.id,
    position: items.length + 1,
    status: 'publish',
  });
}

/**
 * Creates a menu in the primary location that starts with the items currently shown there.
 * @returns its ID, or an error if no menu of that name can be created
 */
export async function createPrimaryMenu(
  deps: Pick<MenuDeps, 'content' | 'hooks'>,
  name: string,
): Promise<number | WpError> {
  const { content } = deps;
  const menuId = await content.wpUpdateNavMenuObject(0, { name });
  if (isWpError(menuId)) return menuId;
  // Screen titles are plain text, but an item's title is HTML.
  for (const [index, { title, url }] of (await collectPluginPages(deps)).fallbackItems.entries())
    await content.wpUpdateNavMenuItem(menuId, 0, {
      type: 'custom',
      title: escapeText(title),
      url,
      position: index + 1,
      status: 'publish',
    });
  await content.setNavMenuLocations({ ...(await content.getNavMenuLocations()), [TOP_LOCATION]: menuId });
  return menuId;
}
