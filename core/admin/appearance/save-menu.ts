import { isWpError, type Term } from '../../api/index.js';
import { plainMessage } from '../../formatting/text/plain-message.js';
import type { AdminDeps } from '../deps.js';
import { MAX_ENTRIES, type SentMenu } from './menu-form.js';
import { arrange } from './menu-tree.js';
import { siteScreens } from './site-screens.js';

/** Includes items of every status and items whose target no longer exists. */
export const ALL = { post_status: 'any', every: true };

/**
 * Saves the menu form, completely or not at all.
 * @returns the error message
 */
export async function saveMenu(deps: AdminDeps, menu: Term, sent: SentMenu): Promise<string> {
  const { content, formatting, hooks, transaction } = deps;
  const id = menu.term_id;
  const problem = { text: '' };
  await transaction(async () => {
    const named = sent.name === menu.name ? id : await content.wpUpdateNavMenuObject(id, { name: sent.name });
    if (isWpError(named)) {
      problem.text = plainMessage(named);
      return;
    }
    const stored = new Map(((await content.wpGetNavMenuItems(id, ALL)) || []).map((item) => [item.db_id, item]));
    // Items removed by another user in the meantime stay removed; items added by another user are kept.
    const existing = sent.entries.filter((entry) => stored.has(entry.id));
    const others = [...stored.values()]
      .filter((item) => !existing.some((entry) => entry.id === item.db_id))
      .map((item) => ({
        id: item.db_id,
        parent: item.menu_item_parent,
        position: item.menu_order,
        removed: false,
        input: {},
      }));
    const parents = new Map(existing.map((entry) => [entry.id, entry]));
    const left = [...existing, ...others].filter(({ removed }) => !removed);
    for (const entry of left) {
      // The children of a removed item move up to its parent.
      for (let above = parents.get(entry.parent); above?.removed; above = parents.get(entry.parent))
        entry.parent = above.parent;
    }
    for (const entry of existing) if (entry.removed) await content.wpDeletePost(entry.id, true);
    for (const { id: item, parent, position, input } of arrange(left, sent.moved))
      await content.wpUpdateNavMenuItem(id, item, { ...input, parent_id: parent, position, status: 'publish' });
    const capacity = Math.max(0, MAX_ENTRIES - left.length);
    const { all: screens } = await siteScreens(deps);
    const selectedScreens = screens
      .filter(({ url }) => sent.screens.includes(url))
      .map(({ title, url }) => ({ type: 'custom' as const, title: formatting.escHtml(title), url }));
    for (const [index, input] of [...sent.added, ...selectedScreens].slice(0, capacity).entries())
      await content.wpUpdateNavMenuItem(id, 0, { ...input, position: left.length + index + 1, status: 'publish' });
    const elsewhere = Object.entries(await content.getNavMenuLocations()).filter(([, of]) => of !== id);
    const known = content.getRegisteredNavMenus();
    await content.setNavMenuLocations({
      ...Object.fromEntries(elsewhere),
      ...Object.fromEntries(
        sent.locations.filter((location) => Object.hasOwn(known, location)).map((location) => [location, id]),
      ),
    });
    await content.setNavMenuAutoAdd(id, sent.autoAdd);
    await hooks.doAction('wp_update_nav_menu', id);
  });
  return problem.text;
}
