import { isWpError, type NavMenuItemInput } from '../../api/index.js';
import { plainMessage } from '../../formatting/text/plain-message.js';
import type { WxrItem } from '../read/entries.js';
import { toStoredDate } from './dates.js';
import { itemSource } from './item-source.js';
import type { ItemImportDeps } from './items.js';
import { parseMetaValue } from './stored-meta.js';
import { importTerm } from './terms.js';

/** Returns the term for an id of the old site; 0 for none. */
export type TermById = (id: number) => number;

export const menuParentOf = (item: WxrItem): number => Number(readField(item, 'menu_item_parent')) || 0;

function readField(item: WxrItem, name: string): string {
  return item.meta.find(({ key }) => key === `_menu_item_${name}`)?.value ?? '';
}

/**
 * Imports a menu item, below its parent.
 * @param rewrite rewrites the URLs of custom links
 */
export async function importMenuItem(
  deps: ItemImportDeps,
  item: WxrItem,
  termById: TermById,
  rewrite: (text: string) => string,
): Promise<void> {
  const { authors, content, db, journal, existing, text } = deps;
  const { __ } = text;
  const field = (name: string): string => readField(item, name);
  const entry = { source: itemSource(item), kind: item.type, title: item.title || field('url') };
  const skip = (note: string): Promise<void> => journal.note({ ...entry, target_id: 0, outcome: 'skipped', note });
  const menu = item.terms.find(({ taxonomy }) => taxonomy === 'nav_menu');
  if (!menu) return skip(__('Doesn’t belong to a menu.'));
  const menuId = await importTerm(deps, journal, {
    kind: 'term',
    id: 0,
    taxonomy: 'nav_menu',
    slug: menu.slug,
    name: menu.name || menu.slug,
    description: '',
    parent: '',
    meta: [],
  });
  if (menuId === 0) return skip(__('Its menu is missing.'));
  const menuTerm = await content.getTerm(menuId, 'nav_menu');
  const menuSlug = menuTerm && !isWpError(menuTerm) ? menuTerm.slug : menu.slug;
  const known = existing.findMenuItem(item, entry.source, menuSlug);
  if (known) return journal.note({ ...entry, target_id: known.id, outcome: 'existing', note: '' });
  const type =
    (['post_type', 'taxonomy', 'post_type_archive', 'custom'] as const).find(
      (candidate) => candidate === field('type'),
    ) ?? 'custom';
  const oldId = Number(field('object_id')) || 0;
  const objects = { post_type: () => journal.post(oldId), taxonomy: () => termById(oldId) };
  const object = type in objects ? objects[type as keyof typeof objects]() : 0;
  if ((type === 'post_type' || type === 'taxonomy') && object === 0)
    return skip(__('The linked content was not imported.'));
  const classes = parseMetaValue(field('classes'));
  const input: NavMenuItemInput = {
    title: item.title,
    type,
    object: field('object'),
    object_id: object,
    parent_id: journal.post(menuParentOf(item)),
    position: item.menuOrder,
    url: rewrite(field('url')),
    description: item.content,
    attr_title: item.excerpt,
    target: field('target'),
    classes: Array.isArray(classes) ? classes.map(String) : [],
    xfn: field('xfn'),
    status: item.status === 'draft' ? 'draft' : 'publish',
  };
  await db.transaction(async () => {
    const id = await content.wpUpdateNavMenuItem(menuId, 0, input);
    if (isWpError(id)) return journal.note({ ...entry, target_id: 0, outcome: 'failed', note: plainMessage(id, __) });
    // A menu item is created with the current date; its author and date are restored afterward.
    const dates = {
      post_date: toStoredDate(item.date),
      post_date_gmt: toStoredDate(item.dateGmt),
      post_modified: toStoredDate(item.modified),
      post_modified_gmt: toStoredDate(item.modifiedGmt),
    };
    await db()('posts')
      .where({ id })
      .update({
        guid: item.guid.slice(0, 255),
        post_author: authors.findByLogin(item.creator),
        ...Object.fromEntries(Object.entries(dates).filter(([, value]) => value !== undefined)),
      });
    await journal.note({ ...entry, target_id: id, outcome: 'created', note: '' });
  });
}
