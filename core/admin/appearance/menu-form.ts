import type { FormValue, NavMenuItemInput, PageRequest } from '../../api/index.js';
import type { ItemPosition, Step } from './menu-tree.js';

/** A menu item as submitted by the menu form. */
export interface SubmittedItem extends ItemPosition {
  readonly removed: boolean;
  readonly input: NavMenuItemInput;
  /** Titles in the site's other languages, by locale. */
  readonly titles: Readonly<Record<string, string>>;
}

/** The submitted menu form. */
export interface SubmittedMenu {
  readonly name: string;
  readonly locations: readonly string[];
  readonly autoAdd: boolean;
  readonly entries: readonly SubmittedItem[];
  readonly moved: { id: number; step: Step } | undefined;
  readonly added: readonly NavMenuItemInput[];
  /** URLs of the plugin pages to add. */
  readonly screens: readonly string[];
}

/**
 * Returns the meta key of an item's title in a language other than the site's.
 * @param locale such as `en_US`
 */
export const titleMetaKey = (locale: string): string => `_menu_item_title_${locale}`;

/** Prefix of the form value of a plugin's page; the URL follows. */
export const SCREEN_PREFIX = 'screen:';
/** Maximum number of items in a menu. */
export const MAX_MENU_ITEMS = 500;
const STEPS: readonly string[] = ['up', 'down', 'in', 'out'];

/** Reads the menu form. Excess items and overlong values are dropped. */
export function readMenuForm(request: PageRequest): SubmittedMenu {
  const { form } = request;
  const [step = '', id = ''] = request.field('move').split(':');
  const url = request.field('new-url').trim();
  const customLinks: NavMenuItemInput[] =
    url === '' || url === 'https://'
      ? []
      : [{ type: 'custom', url: url.slice(0, 2000), title: (request.field('new-title').trim() || url).slice(0, 200) }];
  return {
    name: request.field('menu-name').trim().slice(0, 200),
    locations: toStrings(form.locations),
    autoAdd: request.field('auto-add') === '1',
    entries: Object.entries(toRecord(form.item))
      .slice(0, MAX_MENU_ITEMS)
      .flatMap(([key, value]) => parseItem(key, toRecord(value))),
    moved: STEPS.includes(step) && Number(id) > 0 ? { id: Number(id), step: step as Step } : undefined,
    screens: toStrings(form.add)
      .slice(0, 100)
      .flatMap((value) => (value.startsWith(SCREEN_PREFIX) ? [value.slice(SCREEN_PREFIX.length, 2000)] : [])),
    added: [...toStrings(form.add).slice(0, 100).flatMap(selectedEntity), ...customLinks],
  };
}

function parseItem(key: string, value: Readonly<Record<string, FormValue>>): SubmittedItem[] {
  const text = (name: string): string => (typeof value[name] === 'string' ? value[name].trim().slice(0, 2000) : '');
  const id = Number(key);
  if (!Number.isInteger(id) || id < 1) return [];
  return [
    {
      id,
      parent: Number(text('parent')) || 0,
      position: Number(text('position')) || 0,
      removed: text('remove') === '1',
      titles: Object.fromEntries(
        Object.entries(toRecord(value.titles)).flatMap(([locale, title]) =>
          /^[a-z]{2}_[A-Z]{2}$/.test(locale) && typeof title === 'string' ? [[locale, title.trim().slice(0, 200)]] : [],
        ),
      ),
      input: {
        title: text('title').slice(0, 200),
        ...(Object.hasOwn(value, 'url') ? { url: text('url') } : {}),
        attr_title: text('hint').slice(0, 200),
        target: text('target') === '1' ? '_blank' : '',
        classes: text('classes').slice(0, 200),
        description: text('description'),
      },
    },
  ];
}

/** Parses a value such as `post_type:page:12`, as offered by the boxes beside a menu. */
function selectedEntity(value: string): NavMenuItemInput[] {
  const [, type, object, id] = /^(post_type|taxonomy):([\w-]{1,40}):(\d{1,10})$/.exec(value) ?? [];
  if (type !== 'post_type' && type !== 'taxonomy') return [];
  return [{ type, object, object_id: Number(id) }];
}

function toStrings(value: FormValue | undefined): string[] {
  if (typeof value === 'string') return [value];
  return Object.values(value ?? {}).filter((textValue): textValue is string => typeof textValue === 'string');
}

function toRecord(value: FormValue | undefined): Readonly<Record<string, FormValue>> {
  return typeof value === 'object' ? (value as Readonly<Record<string, FormValue>>) : {};
}
