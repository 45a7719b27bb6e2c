import type { MenusApi, PostsApi, TermsApi } from '../../api/index.js';
import { createMenuRenderer } from './render-menu.js';
import { createMenuItems, type ItemsDeps } from './items.js';
import { createLocations } from './locations.js';
import { createMenuReads } from './read.js';
import { createMenuWrites } from './write.js';

interface MenusDeps extends ItemsDeps {
  inserts: Pick<PostsApi, 'getPost' | 'wpInsertPost' | 'wpUpdatePost' | 'wpDeletePost'>;
  terms: TermsApi;
  homeUrl(path?: string): Promise<string>;
}

/** Creates the menus API. */
export function createMenus(deps: MenusDeps): MenusApi {
  const locations = createLocations(deps);
  const items = createMenuItems(deps);
  const menus = createMenuReads({ ...deps, items });
  return {
    ...locations,
    ...menus,
    ...createMenuWrites({ ...deps, posts: deps.inserts, menus, locations }),
    ...createMenuRenderer({ ...deps, items, menus, getNavMenuLocations: locations.getNavMenuLocations }),
  };
}
