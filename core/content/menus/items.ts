import {
  isWpError,
  type NavMenuItem,
  type NavMenuItemType,
  type PermalinksApi,
  type Post,
  type PostsApi,
  type Term,
  type TermsApi,
} from '../../api/index.js';
import { fromStoredText } from '../../options/stored-text.js';
import { currentContext } from '../../context/index.js';
import type { ContentDeps } from '../deps.js';
import { cacheQuery, noDataCache } from '../../cache/index.js';

export interface ItemsDeps extends ContentDeps {
  posts: Pick<PostsApi, 'getPost'>;
  links: Pick<PermalinksApi, 'getPermalink'>;
  archives: Pick<PermalinksApi, 'getTermLink' | 'getPostTypeArchiveLink'>;
  terms: Pick<TermsApi, 'getTerm'>;
  queryPosts: PostsApi['queryPosts'];
}

/** Metadata of an item, by meta key without its prefix. */
type ItemFields = ReadonlyMap<string, string>;

interface MetaRow {
  post_id: number;
  meta_key: string;
  meta_value: string;
}

export interface MenuItems {
  /** Returns the items of a menu in order, prepared for display (`wp_get_nav_menu_items`). */
  itemsOf(menu: Term, args: Readonly<Record<string, unknown>>): Promise<NavMenuItem[]>;
  setup(post: Post): Promise<NavMenuItem | null>;
}

const ITEM_TYPES: readonly string[] = ['post_type', 'taxonomy', 'post_type_archive', 'custom'];

/** Reads menu items. */
export function createMenuItems(deps: ItemsDeps): MenuItems {
  const { db, hooks, dataCache = noDataCache, queryPosts } = deps;
  const getTarget = createItemTargets(deps);

  /** Reads the metadata of items with a single query. */
  async function loadFields(ids: readonly number[]): Promise<Map<number, Map<string, string>>> {
    const rows = await cacheQuery<MetaRow>(
      dataCache,
      'content',
      db()('postmeta')
        .whereIn('post_id', ids)
        .where('meta_key', 'like', '_menu_item_%')
        .orderBy('meta_id')
        .select('post_id', 'meta_key', 'meta_value'),
    );
    const found = new Map<number, Map<string, string>>(ids.map((id) => [id, new Map()]));
    for (const { post_id, meta_key, meta_value } of rows)
      found.get(Number(post_id))?.set(meta_key.slice('_menu_item_'.length), meta_value);
    return found;
  }

  async function setUpItem(post: Post, fields: ItemFields): Promise<NavMenuItem> {
    const field = (name: string): string => fields.get(name) ?? '';
    const type = (ITEM_TYPES.includes(field('type')) ? field('type') : 'custom') as NavMenuItemType;
    const object_id = Number(field('object_id')) || post.id;
    const target = await getTarget(type, field('object'), object_id, field('url'));
    const classes = fromStoredText(field('classes'));
    const ownTitle = field(`title_${currentContext()?.locale ?? ''}`) || post.post_title;
    const item: NavMenuItem = {
      ...post,
      db_id: post.id,
      menu_item_parent: Number(field('menu_item_parent')) || 0,
      object_id,
      object: field('object') || 'custom',
      type,
      type_label: target.label,
      url: target.url,
      title: await hooks.applyFilters('the_title', ownTitle === '' ? target.title : ownTitle, post.id),
      target: field('target'),
      attr_title: post.post_excerpt,
      description: post.post_content,
      classes: Array.isArray(classes) ? classes.map(String) : [''],
      xfn: field('xfn'),
      ...(target.invalid ? { _invalid: true } : {}),
    };
    return await hooks.applyFilters('wp_setup_nav_menu_item', item);
  }

  return {
    async itemsOf(menu, query) {
      const args = {
        order: 'ASC',
        orderby: 'menu_order',
        post_type: 'nav_menu_item',
        post_status: 'publish',
        nopaging: true,
        no_found_rows: true,
        suppress_filters: true,
        ...query,
        tax_query: [{ taxonomy: 'nav_menu', field: 'term_taxonomy_id', terms: menu.term_taxonomy_id }],
      };
      const { posts: found } = await queryPosts(args);
      const fields =
        found.length > 0 ? await loadFields(found.map(({ id }) => id)) : new Map<number, Map<string, string>>();
      const items: NavMenuItem[] = [];
      for (const post of found) items.push(await setUpItem(post, fields.get(post.id) ?? new Map()));
      const isVisible = createItemFilter(items);
      return await hooks.applyFilters(
        'wp_get_nav_menu_items',
        query.every === true ? items : items.filter(isVisible),
        menu,
        args,
      );
    },
    setup: async (post) => {
      if (post.post_type !== 'nav_menu_item') return null;
      return await setUpItem(post, (await loadFields([post.id])).get(post.id) ?? new Map());
    },
  };
}

/** The URL of the target of an item, with its default title. */
interface ItemTarget {
  title: string;
  url: string;
  label: string;
  invalid: boolean;
}

function createItemTargets({
  types,
  translate = (text) => text,
  posts,
  links,
  archives,
  terms,
}: Pick<ItemsDeps, 'types' | 'translate' | 'posts' | 'links' | 'archives' | 'terms'>): (
  type: NavMenuItemType,
  object: string,
  id: number,
  url: string,
) => Promise<ItemTarget> {
  return async function targetOf(type: NavMenuItemType, object: string, id: number, url: string): Promise<ItemTarget> {
    if (type === 'post_type') {
      const post = await posts.getPost(id);
      const label = types.getPostTypeObject(object)?.labels.singular_name ?? object;
      if (!post || post.post_status === 'trash') return { title: '', url: '', label: translate(label), invalid: true };
      return {
        title: post.post_title,
        url: (await links.getPermalink(post)) || '',
        label: translate(label),
        invalid: types.getPostTypeObject(object) === null,
      };
    }
    if (type === 'taxonomy') {
      const taxonomy = types.getTaxonomy(object);
      const term = taxonomy ? await terms.getTerm(id, object) : null;
      const label = translate(taxonomy ? taxonomy.labels.singular_name : object);
      if (!term || isWpError(term)) return { title: '', url: '', label, invalid: true };
      const link = await archives.getTermLink(term);
      return { title: term.name, url: typeof link === 'string' ? link : '', label, invalid: false };
    }
    if (type === 'post_type_archive') {
      const postType = types.getPostTypeObject(object);
      return {
        title: postType?.labels.archives ?? postType?.labels.name ?? object,
        url: (await archives.getPostTypeArchiveLink(object)) || '',
        label: translate('Post Type Archive'),
        invalid: postType === null,
      };
    }
    return { title: '', url, label: translate('Custom Link'), invalid: false };
  };
}

/** Returns a filter for items: those whose target does not exist are hidden. */
function createItemFilter(items: readonly NavMenuItem[]): (item: NavMenuItem) => boolean {
  const invalid = new Set(items.filter((item) => item._invalid).map(({ db_id }) => db_id));
  return ({ db_id }) => !invalid.has(db_id);
}
