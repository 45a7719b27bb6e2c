import type { MenusApi, Post } from '../../api/index.js';
import type { ContentDeps } from '../deps.js';

/** Option for the menus to which new pages are added automatically. */
const OPTION_NAME = 'nav_menu_options';

interface AutoAddDeps extends Pick<ContentDeps, 'hooks' | 'options'> {
  menus: Pick<MenusApi, 'wpGetNavMenuItems'>;
  wpUpdateNavMenuItem: MenusApi['wpUpdateNavMenuItem'];
}

/** Adds new top-level pages to the menus that have this enabled, when the pages are published. */
export function createAutoAdd({
  hooks,
  options,
  menus,
  wpUpdateNavMenuItem,
}: AutoAddDeps): Pick<MenusApi, 'isNavMenuAutoAdd' | 'setNavMenuAutoAdd'> {
  async function getMenuIds(): Promise<number[]> {
    const stored = await options.getOption<unknown>(OPTION_NAME, {});
    const menuIds = typeof stored === 'object' && stored !== null && 'auto_add' in stored ? stored.auto_add : [];
    return Array.isArray(menuIds) ? menuIds.map(Number) : [];
  }

  async function setNavMenuAutoAdd(id: number, adds: boolean): Promise<void> {
    const others = (await getMenuIds()).filter((menu) => menu !== id);
    await options.updateOption(OPTION_NAME, { auto_add: adds ? [...others, id] : others });
  }

  // A page that is published for the first time is appended to the menus.
  hooks.addAction(
    'transition_post_status',
    async (status: string, before: string, post: Post) => {
      if (status !== 'publish' || before === 'publish' || post.post_type !== 'page' || post.post_parent !== 0) return;
      for (const menu of await getMenuIds()) {
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

  return { isNavMenuAutoAdd: async (id) => (await getMenuIds()).includes(id), setNavMenuAutoAdd };
}
