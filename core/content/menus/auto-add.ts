import type { MenusApi, Post } from '../../api/index.js';
import type { ContentDeps } from '../deps.js';

/** Option that stores which menus add new pages automatically. */
const SETTINGS = 'nav_menu_options';

interface AutoAddDeps extends Pick<ContentDeps, 'hooks' | 'options'> {
  menus: Pick<MenusApi, 'wpGetNavMenuItems'>;
  wpUpdateNavMenuItem: MenusApi['wpUpdateNavMenuItem'];
}

/** Adds new top-level pages to the menus with automatic adding when they are published. */
export function createAutoAdd({
  hooks,
  options,
  menus,
  wpUpdateNavMenuItem,
}: AutoAddDeps): Pick<MenusApi, 'isNavMenuAutoAdd' | 'setNavMenuAutoAdd'> {
  async function autoAdding(): Promise<number[]> {
    const stored = await options.getOption<unknown>(SETTINGS, {});
    const listed = typeof stored === 'object' && stored !== null && 'auto_add' in stored ? stored.auto_add : [];
    return Array.isArray(listed) ? listed.map(Number) : [];
  }

  async function setNavMenuAutoAdd(id: number, adds: boolean): Promise<void> {
    const others = (await autoAdding()).filter((menu) => menu !== id);
    await options.updateOption(SETTINGS, { auto_add: adds ? [...others, id] : others });
  }

  // A page published for the first time is appended to those menus.
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

  return { isNavMenuAutoAdd: async (id) => (await autoAdding()).includes(id), setNavMenuAutoAdd };
}
