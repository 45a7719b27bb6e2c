import { type AdminPage, isWpError, type NavMenuItem, type PageRequest, type Reply } from '../../api/index.js';
import { captureAction } from '../../document/index.js';
import { LANGUAGE_NAMES } from '../../i18n/index.js';
import { plainMessage } from '../../formatting/text/plain-message.js';
import { createRedirect } from '../screen-replies.js';
import type { AdminDeps } from '../deps.js';
import { nonceAction } from '../admin-urls.js';
import { menuChoices } from './menu-choices.js';
import { readMenuForm, titleMetaKey } from './menu-form.js';
import { flattenTree } from './menu-tree.js';
import { createPrimaryMenu } from './page-in-menus.js';
import { collectPluginPages } from './plugin-pages.js';
import { THEMES_SLUG } from './themes-screen.js';
import { ALL_ITEMS, saveMenu } from './save-menu.js';

const SLUG = 'nav-menus.php';
/** The screen that creates, fills and orders menus and assigns them to locations (`nav-menus.php`). */
export function menusScreen(deps: AdminDeps): AdminPage {
  const { content } = deps;
  const { __ } = deps.text;

  return {
    slug: SLUG,
    title: () => __('Menus'),
    capability: 'edit_theme_options',
    parent: THEMES_SLUG,
    position: 62,
    async handler(request): Promise<Reply> {
      if (request.method !== 'POST') return show(deps, request);
      const action = request.field('action');
      if (action === 'create') return createMenu(deps, request);
      const menu = await content.wpGetNavMenuObject(Number(request.field('menu')) || 0);
      if (!menu) return redirectWithNotice(request, 0, 'error', __('This menu no longer exists.'));
      if (action === 'delete') {
        await content.wpDeleteNavMenu(menu);
        return redirectWithNotice(request, 0, 'success', __('Menu %s deleted.', menu.name));
      }
      const submitted = readMenuForm(request);
      const problem = await saveMenu(deps, menu, submitted);
      return problem === ''
        ? redirectWithNotice(
            request,
            menu.term_id,
            'success',
            submitted.added.length + submitted.screens.length > 0 ? __('Added.') : __('Menu saved.'),
          )
        : redirectWithNotice(request, menu.term_id, 'error', problem);
    },
  };
}

async function show(deps: AdminDeps, request: PageRequest): Promise<Reply> {
  const { content, nonces, views } = deps;
  const { __ } = deps.text;
  const menus = await content.wpGetNavMenus();
  const requestedId = Number(request.field('menu')) || 0;
  const isNewMenu = request.field('action') === 'new' || menus.length === 0;
  const menu = isNewMenu ? undefined : (menus.find(({ term_id: id }) => id === requestedId) ?? menus[0]);
  const registeredLocations = content.getRegisteredNavMenus();
  const locations = await content.getNavMenuLocations();
  const items = menu ? (await content.wpGetNavMenuItems(menu, ALL_ITEMS)) || [] : [];
  const entries: object[] = [];
  for (const { entry, depth } of flattenTree(
    items.map((item) => ({ id: item.db_id, parent: item.menu_item_parent, position: item.menu_order, item })),
  ))
    entries.push(await entryView(deps, entry.item, depth, items));
  const data = {
    menus: menus.map(({ term_id: id, name }) => ({
      id,
      name,
      current: id === menu?.term_id,
      editedLocation: Object.entries(registeredLocations)
        .filter(([location]) => locations[location] === id)
        .map(([, label]) => __(label))
        .join(', '),
    })),
    menu: menu && { id: menu.term_id, name: menu.name, autoAdd: await content.isNavMenuAutoAdd(menu.term_id) },
    entries,
    locations: Object.entries(registeredLocations).map(([location, text]) => {
      const otherMenu = menus.find(({ term_id: id }) => id === locations[location] && id !== menu?.term_id);
      return {
        name: location,
        text: __(text),
        checked: menu !== undefined && locations[location] === menu.term_id,
        other: otherMenu?.name ?? '',
      };
    }),
    choices: menu ? await menuChoices(deps) : [],
    currentItems: isNewMenu ? (await collectPluginPages(deps)).fallbackItems.map(({ title }) => title).join(', ') : '',
    nonceField: nonces.wpNonceField(nonceAction(SLUG)),
  };
  return { kind: 'page', title: __('Menus'), html: views.renderCore('admin/menus', data) };
}

async function entryView(
  deps: AdminDeps,
  item: NavMenuItem,
  depth: number,
  all: readonly NavMenuItem[],
): Promise<object> {
  const { formatting, hooks, meta } = deps;
  const { __, getSiteLanguages } = deps.text;
  const titles = [];
  for (const locale of getSiteLanguages().slice(1))
    titles.push({
      locale,
      tag: locale.slice(0, 2),
      label: __('Link text in %s', LANGUAGE_NAMES[locale] ?? locale),
      value: await meta.getPostMeta(item.db_id, titleMetaKey(locale), true),
    });
  return {
    id: item.db_id,
    titles,
    depth: Math.min(depth, 5),
    title: item.post_title,
    shown: formatting.wpStripAllTags(item.title) || __('(no title)'),
    placeholder: item.post_title === '' ? formatting.wpStripAllTags(item.title) : '',
    kind: item.type_label,
    url: item.url,
    isOwn: item.type === 'custom',
    invalid: item._invalid === true,
    isDraft: item.post_status !== 'publish',
    hint: item.attr_title,
    description: item.description,
    classes: item.classes.join(' '),
    blank: item.target === '_blank',
    position: item.menu_order,
    parents: all
      .filter(({ db_id: id }) => id !== item.db_id)
      .map((otherItem) => ({
        id: otherItem.db_id,
        title: formatting.wpStripAllTags(otherItem.title),
        selected: otherItem.db_id === item.menu_item_parent,
      })),
    fields: await captureAction(hooks, 'wp_nav_menu_item_custom_fields', String(item.db_id), item, depth, {}, 0),
  };
}

async function createMenu(deps: AdminDeps, request: PageRequest): Promise<Reply> {
  const { content, transaction } = deps;
  const { __ } = deps.text;
  const name = request.field('menu-name').trim().slice(0, 200);
  const menuId =
    request.field('begin-with') === '1'
      ? await transaction(() => createPrimaryMenu(deps, name))
      : await content.wpUpdateNavMenuObject(0, { name });
  return isWpError(menuId)
    ? createRedirect(request, `${SLUG}?action=new`, { kind: 'error', text: plainMessage(menuId) })
    : redirectWithNotice(
        request,
        menuId,
        'success',
        __('Menu created. Add pages and links, then choose its location.'),
      );
}

function redirectWithNotice(request: PageRequest, id: number, kind: 'success' | 'error', text: string): Reply {
  return createRedirect(request, id > 0 ? `${SLUG}?menu=${id}` : SLUG, { kind, text });
}
