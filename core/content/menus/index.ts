import type { MaybePromise, MenusApi, NavMenuArgs, PostsApi, TermsApi } from '../../api/index.js';
import { createMenuDrawing } from './render-menu.js';
import { createMenuItems, type ItemsDeps } from './items.js';
import { createLocations } from './locations.js';
import { createMenuReads, type MenuReadsAtOnce } from './read.js';
import { createMenuWrites } from './write.js';

interface MenusDeps extends ItemsDeps {
  inserts: Pick<PostsApi, 'getPost' | 'wpInsertPost' | 'wpUpdatePost' | 'wpDeletePost'>;
  terms: TermsApi;
  homeUrl(path?: string): MaybePromise<string>;
}

/** The menus API as the host uses it. */
export type MenusAtOnce = MenuReadsAtOnce & {
  wpNavMenu(args?: Partial<NavMenuArgs>): MaybePromise<string>;
  getNavMenuLocations(): MaybePromise<Record<string, number>>;
};

/** Creates the menus API. */
export function createMenus(deps: MenusDeps): MenusApi & { readonly now: MenusAtOnce } {
  const { now: placesNow, ...locations } = createLocations(deps);
  const items = createMenuItems(deps);
  const { now: menus, ...reads } = createMenuReads({ ...deps, items });
  const { wpNavMenu } = createMenuDrawing({ ...deps, items, menus, ...placesNow });
  return {
    ...locations,
    ...reads,
    ...createMenuWrites({ ...deps, posts: deps.inserts, menus, locations }),
    wpNavMenu: async (args) => wpNavMenu(args),
    now: { ...menus, ...placesNow, wpNavMenu },
  };
}
