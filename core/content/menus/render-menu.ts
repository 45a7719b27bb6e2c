import { type HookApi, type MenusApi, type NavMenuArgs, type NavMenuItem, type Term } from '../../api/index.js';
import type { ContentDeps } from '../deps.js';
import { markCurrentItems } from './current.js';
import type { MenuItems } from './items.js';

interface RenderMenuDeps {
  hooks: HookApi;
  formatting: Pick<ContentDeps['formatting'], 'escAttr' | 'escUrl' | 'sanitizeHtmlClass'>;
  items: MenuItems;
  menus: Pick<MenusApi, 'wpGetNavMenuObject'>;
  getNavMenuLocations: MenusApi['getNavMenuLocations'];
  homeUrl(path?: string): Promise<string>;
}

/** Default arguments for rendering a menu. */
export const NAV_MENU_DEFAULTS: NavMenuArgs = {
  menu: '',
  container: 'div',
  container_class: '',
  container_id: '',
  container_aria_label: '',
  menu_class: 'menu',
  menu_id: '',
  before: '',
  after: '',
  link_before: '',
  link_after: '',
  items_wrap: '<ul id="%1$s" class="%2$s">%3$s</ul>',
  item_spacing: 'preserve',
  depth: 0,
  theme_location: '',
  echo: true,
  fallback_cb: false,
  walker: '',
};
const CONTAINERS: readonly string[] = ['div', 'nav'];
/** Maximum depth in levels, which no menu reaches, and which is safe for the call stack. */
const MAX_DEPTH = 100;

/** Renders menus (WordPress: wp_nav_menu, Walker_Nav_Menu). */
export function createMenuRenderer({
  hooks,
  formatting,
  items,
  menus,
  getNavMenuLocations,
  homeUrl,
}: RenderMenuDeps): Pick<MenusApi, 'wpNavMenu'> {
  const toAttributes = createAttributes(formatting);

  async function findMenu(args: NavMenuArgs): Promise<Term | false> {
    if (args.menu !== '' && args.menu !== 0) return await menus.wpGetNavMenuObject(args.menu);
    const id = args.theme_location === '' ? 0 : ((await getNavMenuLocations())[args.theme_location] ?? 0);
    return id > 0 ? await menus.wpGetNavMenuObject(id) : false;
  }

  async function renderLink(item: NavMenuItem, args: NavMenuArgs, depth: number): Promise<string> {
    const title = await hooks.applyFilters(
      'nav_menu_item_title',
      await hooks.applyFilters('the_title', item.title, item.id),
      item,
      args,
      depth,
    );
    const rel = [item.xfn, item.target === '_blank' && item.xfn === '' ? 'noopener' : '']
      .filter((word) => word !== '')
      .join(' ');
    const attributes = await hooks.applyFilters<Record<string, unknown>>(
      'nav_menu_link_attributes',
      {
        title: item.attr_title,
        target: item.target,
        rel,
        href: item.url,
        'aria-current': item.current ? 'page' : '',
      },
      item,
      args,
      depth,
    );
    return `${args.before}<a${toAttributes(attributes)}>${args.link_before}${title}${args.link_after}</a>${args.after}`;
  }

  /** Renders the child items of an item and their descendants. */
  async function renderLevel(
    parent: number,
    byParent: ReadonlyMap<number, readonly NavMenuItem[]>,
    args: NavMenuArgs,
    depth: number,
  ): Promise<string> {
    let html = '';
    for (const item of byParent.get(parent) ?? []) {
      const itemArgs = await hooks.applyFilters('nav_menu_item_args', args, item, depth);
      const classes = await hooks.applyFilters(
        'nav_menu_css_class',
        [...item.classes, `menu-item-${item.id}`],
        item,
        itemArgs,
        depth,
      );
      const id = await hooks.applyFilters('nav_menu_item_id', `menu-item-${item.id}`, item, itemArgs, depth);
      const attributes = await hooks.applyFilters<Record<string, unknown>>(
        'nav_menu_item_attributes',
        { id, class: classes.join(' ') },
        item,
        itemArgs,
        depth,
      );
      const start = await hooks.applyFilters(
        'walker_nav_menu_start_el',
        await renderLink(item, itemArgs, depth),
        item,
        depth,
        itemArgs,
      );
      const isDeepest = depth + 1 >= (args.depth > 0 ? args.depth : MAX_DEPTH);
      html += `<li${toAttributes(attributes)}>${start}${byParent.has(item.db_id) && !isDeepest ? await renderSubmenu(item.db_id, byParent, itemArgs, depth) : ''}</li>\n`;
    }
    return html;
  }

  async function renderSubmenu(
    parent: number,
    byParent: ReadonlyMap<number, readonly NavMenuItem[]>,
    args: NavMenuArgs,
    depth: number,
  ): Promise<string> {
    const classes = await hooks.applyFilters('nav_menu_submenu_css_class', ['sub-menu'], args, depth);
    const attributes = await hooks.applyFilters<Record<string, unknown>>(
      'nav_menu_submenu_attributes',
      { class: classes.join(' ') },
      args,
      depth,
    );
    return `\n<ul${toAttributes(attributes)}>\n${await renderLevel(parent, byParent, args, depth + 1)}</ul>\n`;
  }

  async function wpNavMenu(input: Partial<NavMenuArgs> = {}): Promise<string> {
    const args = await hooks.applyFilters<NavMenuArgs>('wp_nav_menu_args', { ...NAV_MENU_DEFAULTS, ...input });
    const preHtml = await hooks.applyFilters<string | null>('pre_wp_nav_menu', null, args);
    if (typeof preHtml === 'string') return preHtml;
    const menu = await findMenu(args);
    const found = menu ? await items.itemsOf(menu, {}) : [];
    if (!menu || found.length === 0) return '';
    const home = (await homeUrl('/')).replace(/\/$/, '');
    markCurrentItems(found, home);
    const sorted = await hooks.applyFilters('wp_nav_menu_objects', found, args);
    const byParent = itemsByParent(sorted);
    let lines = await hooks.applyFilters('wp_nav_menu_items', await renderLevel(0, byParent, args, 0), args);
    lines = await hooks.applyFilters(`wp_nav_menu_${menu.slug}_items`, lines, args);
    if (lines === '') return '';
    return await hooks.applyFilters('wp_nav_menu', wrapItems(formatting, args, menu, lines), args);
  }

  return { wpNavMenu };
}

/** Wraps the items of a menu in their list and container. */
function wrapItems(formatting: RenderMenuDeps['formatting'], args: NavMenuArgs, menu: Term, lines: string): string {
  const { escAttr } = formatting;
  const attributesOf = createAttributes(formatting);
  const id = escAttr(args.menu_id || `menu-${menu.slug}`);
  const list = args.items_wrap.replace(/%([1-3])\$s/g, (_all, number: string) => {
    if (number === '3') return lines;
    return number === '1' ? id : escAttr(args.menu_class);
  });
  if (!CONTAINERS.includes(args.container)) return list;
  const label = args.container === 'nav' && args.container_aria_label !== '' ? args.container_aria_label : '';
  const attributes = attributesOf({
    id: args.container_id,
    class: args.container_class || `menu-${menu.slug}-container`,
    'aria-label': label,
  });
  return `<${args.container}${attributes}>${list}</${args.container}>`;
}

/** Groups items by their parent. Children of a missing item become top-level items. */
function itemsByParent(items: readonly NavMenuItem[]): Map<number, NavMenuItem[]> {
  const itemIds = new Set(items.map(({ db_id }) => db_id));
  const byParent = new Map<number, NavMenuItem[]>();
  for (const item of items) {
    const parent = itemIds.has(item.menu_item_parent) ? item.menu_item_parent : 0;
    byParent.set(parent, [...(byParent.get(parent) ?? []), item]);
  }
  return byParent;
}

/** Returns a function that renders the attributes of a tag and omits attributes without a value. */
function createAttributes({
  escAttr,
  escUrl,
}: Pick<RenderMenuDeps['formatting'], 'escAttr' | 'escUrl'>): (
  attributes: Readonly<Record<string, unknown>>,
) => string {
  const isShown = (value: unknown): value is string | number =>
    (typeof value === 'string' && value !== '') || typeof value === 'number';
  return (attributes) =>
    Object.entries(attributes)
      .map(([name, value]) => {
        if (!isShown(value)) return '';
        return ` ${name}="${name === 'href' ? escUrl(String(value)) : escAttr(String(value))}"`;
      })
      .join('');
}
