import {
  isWpError,
  type NavMenuItem,
  type NavMenuItemInput,
  type NavMenuItemType,
  type Post,
  type RestArg,
  type RestRequest,
  RestResponse,
  type WpError,
} from '../../../api/index.js';
import { type Dictionary, isDictionary, isEmpty, toText } from '../../values.js';
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
import {
  contextArg,
  contextOf,
  filterByContext,
  onlyRequested,
  publicSchema,
  wantsLinks,
  writeArgs,
} from '../items/item-schema.js';
import { createMetaField } from '../items/meta-field.js';
import { failure, forbidden } from '../items/refusals.js';
import { menuItemSchema } from './item-schema.js';
import { mayViewMenus } from './menu-access.js';

const BASE = 'wp/v2/menu-items';
const ORDERS = [
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

/** Registers `wp/v2/menu-items` (`WP_REST_Menu_Items_Controller`). */
export function registerMenuItems(deps: WpV2Deps): void {
  const { content, db, hooks, rest, roles } = deps;
  const meta = createMetaField(deps, 'post', 'nav_menu_item');
  const schema = menuItemSchema(deps, meta);
  const mayView = (): Promise<true | WpError> =>
    mayViewMenus(deps, 'rest_cannot_view', 'Sorry, you are not allowed to view menu items.');
  const mayDesign = (): Promise<boolean> => roles.currentUserCan('edit_theme_options');

  async function find(request: RestRequest): Promise<Post | WpError> {
    const id = numberParam(request, 'id');
    const post = id > 0 ? await content.getPost(id) : null;
    return post?.post_type === 'nav_menu_item' ? post : failure('rest_post_invalid_id', 'Invalid post ID.', 404);
  }

  async function prepare(post: Post, request: RestRequest): Promise<RestResponse> {
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
    const response = new RestResponse(
      filterByContext(onlyRequested(data, request), { ...schema, type: 'object' }, contextOf(request)),
    );
    if (wantsLinks(request)) addLinks(response, item);
    const filtered = await hooks.applyFilters('rest_prepare_nav_menu_item', response, post, request);
    return filtered instanceof RestResponse ? filtered : response;
  }

  function addLinks(response: RestResponse, item: NavMenuItem): void {
    response.addLink('self', rest.restUrl(`${BASE}/${item.id}`));
    response.addLink('collection', rest.restUrl(BASE));
    response.addLink('about', rest.restUrl('wp/v2/types/nav_menu_item'));
    response.addLink('https://api.w.org/term', `${rest.restUrl('wp/v2/menus')}?post=${item.id}`, {
      taxonomy: 'nav_menu',
      embeddable: true,
    });
    const type = item.type === 'post_type' ? content.getPostTypeObject(item.object) : null;
    const taxonomy = item.type === 'taxonomy' ? content.getTaxonomy(item.object) : false;
    const of = type?.showInRest
      ? { post_type: type.name }
      : taxonomy && taxonomy.showInRest
        ? { taxonomy: taxonomy.name }
        : undefined;
    const base = type ?? (taxonomy || undefined);
    if (of && base)
      response.addLink(
        'https://api.w.org/menu-item-object',
        rest.restUrl(`${base.restNamespace || 'wp/v2'}/${base.restBase || base.name}/${item.object_id}`),
        { ...of, embeddable: true },
      );
  }

  async function list(request: RestRequest): Promise<unknown> {
    const perPage = numberParam(request, 'per_page', PER_PAGE);
    const menus = listParam(request, 'menus').map(Number);
    const without = listParam(request, 'menus_exclude').map(Number);
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
          ...(without.length > 0
            ? [{ taxonomy: 'nav_menu', field: 'term_id', terms: without, operator: 'NOT IN' }]
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
    for (const post of posts) items.push(await inCollection(rest.links, await prepare(post, request)));
    return pageOf(rest, request, items, { total, base: BASE, page: pageAtOffset(request), perPage });
  }

  /** What a request asks of an entry, held against what is there. */
  async function askedFor(request: RestRequest, before: NavMenuItem | null): Promise<NavMenuItemInput | WpError> {
    const given = (name: string): boolean => request.hasParam(name);
    const text = (name: string, fallback: string): string => (given(name) ? toText(request.getParam(name)) : fallback);
    const words = (name: string, fallback: string): string =>
      given(name) ? listParam(request, name).map(toText).join(' ') : fallback;
    const title = request.getParam('title');
    const input: NavMenuItemInput & {
      type: NavMenuItemType;
      title: string;
      url: string;
      object: string;
      object_id: number;
    } = {
      title: given('title') ? toText(isDictionary(title) ? title.raw : title) : (before?.post_title ?? ''),
      type: text('type', before?.type ?? 'custom') as NavMenuItemType,
      object: text('object', before?.object ?? ''),
      object_id: given('object_id') ? numberParam(request, 'object_id') : (before?.object_id ?? 0),
      parent_id: given('parent') ? numberParam(request, 'parent') : (before?.menu_item_parent ?? 0),
      position: given('menu_order') ? numberParam(request, 'menu_order') : (before?.menu_order ?? 0),
      url: text('url', before?.url ?? ''),
      description: text('description', before?.description ?? ''),
      attr_title: text('attr_title', before?.attr_title ?? ''),
      target: text('target', before?.target ?? ''),
      classes: words('classes', before?.classes.join(' ') ?? ''),
      xfn: words('xfn', before?.xfn ?? ''),
      status: text('status', before?.post_status ?? 'publish') === 'publish' ? 'publish' : 'draft',
    };
    if (input.type === 'taxonomy') {
      const term = await content.getTerm(input.object_id);
      if (!term || isWpError(term)) return failure('rest_term_invalid_id', 'Invalid term ID.', 400);
      return { ...input, object: term.taxonomy };
    }
    if (input.type === 'post_type') {
      const post = await content.getPost(input.object_id);
      return post ? { ...input, object: post.post_type } : failure('rest_post_invalid_id', 'Invalid post ID.', 400);
    }
    if (input.type === 'post_type_archive')
      return content.getPostTypeObject(input.object)
        ? input
        : failure('rest_post_invalid_type', 'Invalid post type.', 400);
    if (input.title.trim() === '')
      return failure('rest_title_required', 'The title is required when using a custom menu item type.', 400);
    return input.url === ''
      ? failure('rest_url_required', 'The url is required when using a custom menu item type.', 400)
      : input;
  }

  async function write(before: Post | null, request: RestRequest): Promise<unknown> {
    const item = before ? await content.wpSetupNavMenuItem(before) : null;
    const input = await askedFor(request, item);
    if (isWpError(input)) return input;
    const present = before ? await content.wpGetObjectTerms(before.id, 'nav_menu') : [];
    const menu = request.hasParam('menus')
      ? numberParam(request, 'menus')
      : isWpError(present)
        ? 0
        : (present[0]?.term_id ?? 0);
    if (menu > 0 && !(await content.wpGetNavMenuObject(menu)))
      return failure('invalid_menu_id', 'Invalid menu ID.', 400);
    const asked = await hooks.applyFilters<NavMenuItemInput>('rest_pre_insert_nav_menu_item', input, request);
    const written = await db.transaction(async () => {
      const id = await content.wpUpdateNavMenuItem(menu, before?.id ?? 0, asked);
      if (isWpError(id)) return id;
      const post = (await content.getPost(id)) as Post;
      await hooks.doAction('rest_insert_nav_menu_item', post, request, !before);
      return (await meta.write(id, request.getParam('meta'))) ?? post;
    });
    if (isWpError(written)) {
      if (!isDictionary(written.getErrorData())) written.addData({ status: 400 });
      return written;
    }
    request.setParam('context', 'edit');
    await hooks.doAction('rest_after_insert_nav_menu_item', written, request, !before);
    const response = await prepare(written, request);
    if (!before) {
      response.setStatus(201);
      response.header('Location', rest.restUrl(`${BASE}/${written.id}`));
    }
    return response;
  }

  async function remove(request: RestRequest): Promise<unknown> {
    const post = await find(request);
    if (isWpError(post)) return post;
    if (request.getParam('force') !== true)
      return failure(
        'rest_trash_not_supported',
        "Menu items do not support trashing. Set 'force=true' to delete.",
        501,
      );
    request.setParam('context', 'edit');
    const previous = (await prepare(post, request)).getData();
    if (!(await content.wpDeletePost(post.id, true)))
      return failure('rest_cannot_delete', 'The post cannot be deleted.', 500);
    const response = new RestResponse({ deleted: true, previous });
    await hooks.doAction('rest_delete_nav_menu_item', post, response, request);
    return response;
  }

  const mayChange =
    (code: string, message: string) =>
    async (request: RestRequest): Promise<true | WpError> => {
      const post = await find(request);
      if (isWpError(post)) return post;
      return (await mayDesign()) || forbidden(deps, code, message);
    };
  const editable = async (request: RestRequest, message: string): Promise<true | WpError> =>
    contextOf(request) !== 'edit' || (await mayDesign()) || forbidden(deps, 'rest_forbidden_context', message);

  const context = contextArg(rest, schema, 'view');
  const shown = (): ReturnType<typeof publicSchema> => publicSchema(rest, schema);
  const { per_page: perPage, ...collection } = collectionArgs(deps, context);
  const menuIds = (description: string) => ({ description, type: 'array', items: { type: 'integer' } }) as const;
  rest.registerRestRoute('wp/v2', '/menu-items', {
    schema: shown,
    allowBatch: { v1: true },
    endpoints: [
      {
        methods: 'GET',
        callback: list,
        permissionCallback: async (request) => {
          const may = await editable(request, 'Sorry, you are not allowed to edit posts in this post type.');
          return may === true ? mayView() : may;
        },
        args: hooks.applyFiltersSync<Readonly<Record<string, RestArg>>>(
          'rest_nav_menu_item_collection_params',
          {
            ...collection,
            per_page: { ...perPage, default: PER_PAGE },
            exclude: idsArg('Ensure result set excludes specific IDs.'),
            include: idsArg('Limit result set to specific IDs.'),
            ...orderArgs(ORDERS, 'menu_order', 'asc'),
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
          content.getPostTypeObject('nav_menu_item'),
        ),
      },
      {
        methods: 'POST',
        callback: (request) => write(null, request),
        args: writeArgs(rest, schema, true),
        permissionCallback: async () =>
          (await mayDesign()) ||
          forbidden(deps, 'rest_cannot_create', 'Sorry, you are not allowed to create posts as this user.'),
      },
    ],
  });
  rest.registerRestRoute('wp/v2', '/menu-items/(?P<id>[\\d]+)', {
    schema: shown,
    allowBatch: { v1: true },
    args: { id: { description: 'Unique identifier for the post.', type: 'integer' } },
    endpoints: [
      {
        methods: 'GET',
        args: { context },
        callback: async (request) => {
          const post = await find(request);
          return isWpError(post) ? post : prepare(post, request);
        },
        permissionCallback: async (request) => {
          const post = await find(request);
          if (isWpError(post)) return post;
          const may = await editable(request, 'Sorry, you are not allowed to edit this post.');
          return may === true ? mayView() : may;
        },
      },
      {
        methods: 'POST, PUT, PATCH',
        args: writeArgs(rest, schema, false),
        permissionCallback: mayChange('rest_cannot_edit', 'Sorry, you are not allowed to edit this post.'),
        callback: async (request) => {
          const post = await find(request);
          return isWpError(post) ? post : write(post, request);
        },
      },
      {
        methods: 'DELETE',
        callback: remove,
        args: {
          force: { type: 'boolean', default: false, description: 'Whether to bypass Trash and force deletion.' },
        },
        permissionCallback: mayChange('rest_cannot_delete', 'Sorry, you are not allowed to delete this post.'),
      },
    ],
  });
}
