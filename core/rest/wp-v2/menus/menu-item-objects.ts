import {
  isWpError,
  type NavMenuItem,
  type Post,
  type RestArg,
  type RestRequest,
  RestResponse,
  type WpError,
} from '../../../api/index.js';
import { type Dictionary, isEmpty, toText } from '../../values.js';
import {
  collectionArgs,
  idsArg,
  idsParam,
  inCollection,
  listParam,
  numberParam,
  orderArgs,
  pageAtOffset,
  pageOf,
} from '../items/collection.js';
import type { WpV2Deps } from '../items/deps.js';
import { itemResponse, type ItemSchema, wantsLinks } from '../items/item-schema.js';
import { createMetaField, type MetaField } from '../items/meta-field.js';
import { failure } from '../items/refusals.js';
import { menuItemSchema } from './item-schema.js';

/** Route of the menu items. */
export const ROUTE = 'wp/v2/menu-items';
const ORDERBY_VALUES = [
  'author',
  'date',
  'id',
  'include',
  'modified',
  'parent',
  'relevance',
  'slug',
  'include_slugs',
  'title',
  'menu_order',
];
const PER_PAGE = 100;

/** Shared parts of the menu item endpoints. */
export interface MenuItemKind {
  readonly deps: WpV2Deps;
  readonly meta: MetaField;
  readonly schema: ItemSchema;
}

/** Creates the shared parts of the menu item endpoints. */
export function createMenuItemKind(deps: WpV2Deps): MenuItemKind {
  const meta = createMetaField(deps, 'post', 'nav_menu_item');
  return { deps, meta, schema: menuItemSchema(deps, meta) };
}

/** Returns the menu item named in a request. */
export async function findMenuItem({ deps: { content } }: MenuItemKind, request: RestRequest): Promise<Post | WpError> {
  const id = numberParam(request, 'id');
  const post = id > 0 ? await content.getPost(id) : null;
  return post?.post_type === 'nav_menu_item' ? post : failure('rest_post_invalid_id', 'Invalid post ID.', 404);
}

/** Creates the response for a menu item. */
export async function prepareMenuItem(kind: MenuItemKind, post: Post, request: RestRequest): Promise<RestResponse> {
  const { deps, meta, schema } = kind;
  const { content, hooks } = deps;
  const item = (await content.wpSetupNavMenuItem(post)) as NavMenuItem;
  const menus = await content.wpGetObjectTerms(post.id, 'nav_menu');
  const data: Dictionary = {
    id: post.id,
    title: { raw: post.post_title, rendered: item.title },
    status: post.post_status,
    url: item.url,
    attr_title: item.attr_title,
    description: item.description,
    type: item.type,
    type_label: item.type_label,
    object: item.object,
    object_id: item.object_id,
    parent: item.menu_item_parent,
    menu_order: post.menu_order,
    target: item.target,
    classes: item.classes,
    xfn: item.xfn.split(' '),
    invalid: item._invalid === true,
    menus: isWpError(menus) ? 0 : (menus[0]?.term_id ?? 0),
    meta: await meta.read(post.id),
  };
  const response = itemResponse(data, schema, request);
  if (wantsLinks(request)) addLinks(kind, response, item);
  const filtered = await hooks.applyFilters('rest_prepare_nav_menu_item', response, post, request);
  return filtered instanceof RestResponse ? filtered : response;
}

function addLinks({ deps: { content, rest } }: MenuItemKind, response: RestResponse, item: NavMenuItem): void {
  response.addLink('self', rest.restUrl(`${ROUTE}/${item.id}`));
  response.addLink('collection', rest.restUrl(ROUTE));
  response.addLink('about', rest.restUrl('wp/v2/types/nav_menu_item'));
  response.addLink('https://api.w.org/term', `${rest.restUrl('wp/v2/menus')}?post=${item.id}`, {
    taxonomy: 'nav_menu',
    embeddable: true,
  });
  const type = item.type === 'post_type' ? content.getPostTypeObject(item.object) : null;
  const taxonomy = item.type === 'taxonomy' ? content.getTaxonomy(item.object) : false;
  const base = type ?? (taxonomy || undefined);
  if (base?.showInRest)
    response.addLink(
      'https://api.w.org/menu-item-object',
      rest.restUrl(`${base.restNamespace || 'wp/v2'}/${base.restBase || base.name}/${item.object_id}`),
      { ...(type ? { post_type: type.name } : { taxonomy: base.name }), embeddable: true },
    );
}

/** Returns a list of menu items. */
export async function listMenuItems(kind: MenuItemKind, request: RestRequest): Promise<unknown> {
  const { content, hooks, rest } = kind.deps;
  const perPage = numberParam(request, 'per_page', PER_PAGE);
  const menus = listParam(request, 'menus').map(Number);
  const excludedMenus = listParam(request, 'menus_exclude').map(Number);
  const statuses = listParam(request, 'status').map(toText);
  const orderby = toText(request.getParam('orderby'));
  const query = await hooks.applyFilters<Dictionary>(
    'rest_nav_menu_item_query',
    {
      post_type: 'nav_menu_item',
      post_status: statuses.length > 0 ? statuses : 'publish',
      posts_per_page: perPage,
      paged: numberParam(request, 'page', 1),
      ...(isEmpty(request.getParam('offset')) ? {} : { offset: numberParam(request, 'offset') }),
      orderby: { id: 'ID', include: 'post__in', slug: 'post_name' }[orderby] ?? (orderby || 'menu_order'),
      order: toText(request.getParam('order')) || 'asc',
      post__in: idsParam(request, 'include'),
      post__not_in: idsParam(request, 'exclude'),
      ...(isEmpty(request.getParam('search')) ? {} : { s: toText(request.getParam('search')) }),
      ...(request.hasParam('menu_order') ? { menu_order: numberParam(request, 'menu_order') } : {}),
      tax_query: [
        ...(menus.length > 0 ? [{ taxonomy: 'nav_menu', field: 'term_id', terms: menus }] : []),
        ...(excludedMenus.length > 0
          ? [{ taxonomy: 'nav_menu', field: 'term_id', terms: excludedMenus, operator: 'NOT IN' }]
          : []),
      ],
    },
    request,
  );
  const { posts, total } = await content.queryPosts(query);
  if (posts.length === 0 && total > 0 && numberParam(request, 'page', 1) > Math.ceil(total / perPage)) {
    return failure(
      'rest_post_invalid_page_number',
      'The page number requested is larger than the number of pages available.',
      400,
    );
  }
  const items: unknown[] = [];
  for (const post of posts) items.push(await inCollection(rest.links, await prepareMenuItem(kind, post, request)));
  return pageOf(rest, request, items, { total, base: ROUTE, page: pageAtOffset(request), perPage });
}

/** Returns the parameters of a list of menu items. */
export function menuItemListArgs({ deps }: MenuItemKind, context: RestArg): Readonly<Record<string, RestArg>> {
  const { per_page: perPage, ...collection } = collectionArgs(deps, context);
  const menuIds = (description: string) => ({ description, type: 'array', items: { type: 'integer' } }) as const;
  return deps.hooks.applyFiltersSync<Readonly<Record<string, RestArg>>>(
    'rest_nav_menu_item_collection_params',
    {
      ...collection,
      per_page: { ...perPage, default: PER_PAGE },
      exclude: idsArg('Ensure result set excludes specific IDs.'),
      include: idsArg('Limit result set to specific IDs.'),
      ...orderArgs(ORDERBY_VALUES, 'menu_order', 'asc'),
      menu_order: { description: 'Limit result set to posts with a specific menu_order value.', type: 'integer' },
      status: {
        description: 'Limit result set to posts assigned one or more statuses.',
        type: 'array',
        items: { type: 'string', enum: ['publish', 'draft', 'any'] },
        default: ['publish'],
      },
      menus: menuIds('Limit result set to items with specific terms assigned in the menus taxonomy.'),
      menus_exclude: menuIds(
        'Limit result set to items except those with specific terms assigned in the menus taxonomy.',
      ),
    },
    deps.content.getPostTypeObject('nav_menu_item'),
  );
}
