import { isWpError, type Term } from '../../api/index.js';
import { plainMessage } from '../../formatting/text/plain-message.js';
import type { AdminDeps } from '../deps.js';
import { MAX_MENU_ITEMS, type SubmittedItem, type SubmittedMenu, titleMetaKey } from './menu-form.js';
import { reorderItems } from './menu-tree.js';
import { collectPluginPages } from './plugin-pages.js';

/** Includes items of every status and items whose target no longer exists. */
export const ALL_ITEMS = { post_status: 'any', every: true };

/**
 * Saves the menu form, completely or not at all.
 * @returns the error message
 */
export async function saveMenu(deps: AdminDeps, menu: Term, submitted: SubmittedMenu): Promise<string> {
  const { content, formatting, hooks, meta, text, transaction } = deps;
  const id = menu.term_id;
  const problem = { text: '' };
  await transaction(async () => {
    const updatedId =
      submitted.name === menu.name ? id : await content.wpUpdateNavMenuObject(id, { name: submitted.name });
    if (isWpError(updatedId)) {
      problem.text = plainMessage(updatedId);
      return;
    }
    const stored = new Map(((await content.wpGetNavMenuItems(id, ALL_ITEMS)) || []).map((item) => [item.db_id, item]));
    // Items removed by another user in the meantime stay removed; items added by another user are kept.
    const existing = submitted.entries.filter((entry) => stored.has(entry.id));
    const others: SubmittedItem[] = [...stored.values()]
      .filter((item) => !existing.some((entry) => entry.id === item.db_id))
      .map((item) => ({
        id: item.db_id,
        parent: item.menu_item_parent,
        position: item.menu_order,
        removed: false,
        input: {},
        titles: {},
      }));
    const entriesById = new Map(existing.map((entry) => [entry.id, entry]));
    const remainingItems = [...existing, ...others].filter(({ removed }) => !removed);
    for (const entry of remainingItems) {
      // The children of a removed item move up to its parent.
      for (let ancestor = entriesById.get(entry.parent); ancestor?.removed; ancestor = entriesById.get(entry.parent))
        entry.parent = ancestor.parent;
    }
    for (const entry of existing) if (entry.removed) await content.wpDeletePost(entry.id, true);
    for (const { id: item, parent, position, input, titles } of reorderItems(remainingItems, submitted.moved)) {
      await content.wpUpdateNavMenuItem(id, item, { ...input, parent_id: parent, position, status: 'publish' });
      for (const locale of text.getSiteLanguages().slice(1))
        if (titles[locale] !== undefined)
          await meta.updatePostMeta(item, titleMetaKey(locale), formatting.sanitizeTextField(titles[locale]));
    }
    const capacity = Math.max(0, MAX_MENU_ITEMS - remainingItems.length);
    const { all: pages } = await collectPluginPages(deps);
    const selectedScreens = pages
      .filter(({ url }) => submitted.screens.includes(url))
      .map(({ title, url }) => ({ type: 'custom' as const, title: formatting.escHtml(title), url }));
    for (const [index, input] of [...submitted.added, ...selectedScreens].slice(0, capacity).entries())
      await content.wpUpdateNavMenuItem(id, 0, {
        ...input,
        position: remainingItems.length + index + 1,
        status: 'publish',
      });
    const otherLocations = Object.entries(await content.getNavMenuLocations()).filter(([, of]) => of !== id);
    const registeredLocations = content.getRegisteredNavMenus();
    await content.setNavMenuLocations({
      ...Object.fromEntries(otherLocations),
      ...Object.fromEntries(
        submitted.locations
          .filter((location) => Object.hasOwn(registeredLocations, location))
          .map((location) => [location, id]),
      ),
    });
    await content.setNavMenuAutoAdd(id, submitted.autoAdd);
    await hooks.doAction('wp_update_nav_menu', id);
  });
  return problem.text;
}
