import {
  isWpError,
  type NavMenuInput,
  type RestArg,
  type RestRequest,
  RestResponse,
  type Term,
  type TermQuery,
  type WpError,
} from '../../../api/index.js';
import { isEmpty, toText } from '../../values.js';
import { idsParam, listParam, numberParam } from '../items/collection.js';
import type { WpV2Deps } from '../items/deps.js';
import { itemResponse, type ItemSchema, wantsLinks } from '../items/item-schema.js';
import { createMetaField, type MetaField } from '../items/meta-field.js';
import { failure } from '../items/refusals.js';
import { pageOfTerms, termListParams } from '../terms/term-lists.js';
import { menuSchema } from './menu-schema.js';

const ROUTE = 'wp/v2/menus';

/** Shared parts of the menu endpoints. */
export interface MenuKind {
  readonly deps: WpV2Deps;
  readonly meta: MetaField;
  readonly schema: ItemSchema;
}

/** Creates the shared parts of the menu endpoints. */
export function createMenuKind(deps: WpV2Deps): MenuKind {
  const meta = createMetaField(deps, 'term', 'nav_menu');
  return { deps, meta, schema: menuSchema(deps, meta) };
}

/** Returns the menu named in a request. */
export async function findMenu({ deps: { content } }: MenuKind, request: RestRequest): Promise<Term | WpError> {
  const term = await content.getTerm(numberParam(request, 'id'), 'nav_menu');
  return term && !isWpError(term) ? term : failure('rest_term_invalid', 'Term does not exist.', 404);
}

/** Creates the response for a menu. */
export async function prepareMenu(kind: MenuKind, menu: Term, request: RestRequest): Promise<RestResponse> {
  const { deps, meta, schema } = kind;
  const { content, hooks, rest } = deps;
  const id = menu.term_id;
  const locations = Object.entries(await content.getNavMenuLocations())
    .filter(([, assignedId]) => assignedId === id)
    .map(([location]) => location);
  const data = {
    id,
    description: menu.description,
    name: menu.name,
    slug: menu.slug,
    meta: await meta.read(id),
    locations,
    auto_add: await content.isNavMenuAutoAdd(id),
  };
  const response = itemResponse(data, schema, request);
  if (wantsLinks(request)) {
    response.addLink('self', rest.restUrl(`${ROUTE}/${id}`));
    response.addLink('collection', rest.restUrl(ROUTE));
    response.addLink('about', rest.restUrl('wp/v2/taxonomies/nav_menu'));
    response.addLink('https://api.w.org/post_type', `${rest.restUrl('wp/v2/menu-items')}?menus=${id}`);
    for (const location of locations)
      response.addLink('https://api.w.org/menu-location', rest.restUrl(`wp/v2/menu-locations/${location}`), {
        embeddable: true,
      });
  }
  const filtered = await hooks.applyFilters('rest_prepare_nav_menu', response, menu, request);
  return filtered instanceof RestResponse ? filtered : response;
}

/** Returns a list of menus. */
export async function listMenus(kind: MenuKind, request: RestRequest): Promise<unknown> {
  const { hooks } = kind.deps;
  const include = idsParam(request, 'include');
  const slugs = listParam(request, 'slug').map(toText);
  const query = await hooks.applyFilters<TermQuery>(
    'rest_nav_menu_query',
    {
      taxonomy: 'nav_menu',
      hide_empty: request.getParam('hide_empty') === true,
      exclude: idsParam(request, 'exclude'),
      ...(include.length > 0 ? { include } : {}),
      ...(slugs.length > 0 ? { slug: slugs } : {}),
      ...(isEmpty(request.getParam('search')) ? {} : { search: toText(request.getParam('search')) }),
      ...(numberParam(request, 'post') > 0 ? { object_ids: [numberParam(request, 'post')] } : {}),
    },
    request,
  );
  return pageOfTerms(kind.deps, query, request, ROUTE, (menu) => prepareMenu(kind, menu, request));
}

/** Returns the parameters of a list of menus. */
export function menuListArgs({ deps }: MenuKind, context: RestArg): Readonly<Record<string, RestArg>> {
  return deps.hooks.applyFiltersSync<Readonly<Record<string, RestArg>>>(
    'rest_nav_menu_collection_params',
    termListParams(deps, context),
    'nav_menu',
  );
}

/** Creates (id 0) or updates a menu, with its locations. */
export async function writeMenu(kind: MenuKind, id: number, request: RestRequest): Promise<unknown> {
  const { deps, meta } = kind;
  const { content, hooks, rest } = deps;
  const requestInput: NavMenuInput = {};
  for (const field of ['name', 'slug', 'description'] as const)
    if (request.hasParam(field)) requestInput[field] = toText(request.getParam(field));
  const input = await hooks.applyFilters<NavMenuInput>('rest_pre_insert_nav_menu', requestInput, request);
  const menuId = id === 0 || Object.keys(input).length > 0 ? await content.wpUpdateNavMenuObject(id, input) : id;
  if (isWpError(menuId)) return withStatus(menuId);
  request.setParam('id', menuId);
  const menu = await findMenu(kind, request);
  if (isWpError(menu)) return menu;
  await hooks.doAction('rest_insert_nav_menu', menu, request, id === 0);
  const metaError = await meta.write(menuId, request.getParam('meta'));
  if (metaError) return metaError;
  if (request.hasParam('locations')) {
    const others = Object.entries(await content.getNavMenuLocations()).filter(
      ([, assignedId]) => assignedId !== menuId,
    );
    await content.setNavMenuLocations({
      ...Object.fromEntries(others),
      ...Object.fromEntries(listParam(request, 'locations').map((location) => [toText(location), menuId])),
    });
  }
  if (request.hasParam('auto_add')) await content.setNavMenuAutoAdd(menuId, request.getParam('auto_add') === true);
  request.setParam('context', 'edit');
  await hooks.doAction('rest_after_insert_nav_menu', menu, request, id === 0);
  const response = await prepareMenu(kind, menu, request);
  if (id === 0) {
    response.setStatus(201);
    response.header('Location', rest.restUrl(`${ROUTE}/${menuId}`));
  }
  return response;
}

/** Deletes a menu. */
export async function removeMenu(kind: MenuKind, request: RestRequest): Promise<unknown> {
  const { content, hooks } = kind.deps;
  const menu = await findMenu(kind, request);
  if (isWpError(menu)) return menu;
  if (request.getParam('force') !== true)
    return failure('rest_trash_not_supported', "Menus do not support trashing. Set 'force=true' to delete.", 501);
  request.setParam('context', 'view');
  const previous = (await prepareMenu(kind, menu, request)).getData();
  const done = await content.wpDeleteNavMenu(menu);
  if (done !== true) return failure('rest_cannot_delete', 'The menu cannot be deleted.', 500);
  const response = new RestResponse({ deleted: true, previous });
  await hooks.doAction('rest_delete_nav_menu', menu, response, request);
  return response;
}

/** Adds a status to a menu error; the error for an existing name refers to the menu that has it. */
function withStatus(error: WpError): WpError {
  const code = error.getErrorCode();
  if (code === 'menu_exists') error.addData({ status: 400, term_id: error.getErrorData() }, code);
  else error.addData({ status: 400 }, code);
  return error;
}
