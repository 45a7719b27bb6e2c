import {
  isWpError,
  type NavMenuItem,
  type NavMenuItemInput,
  type NavMenuItemType,
  type Post,
  type RestRequest,
  RestResponse,
  type WpError,
} from '../../../api/index.js';
import { isDictionary, toText } from '../../values.js';
import { listParam, numberParam } from '../items/collection.js';
import { failure } from '../items/refusals.js';
import { ROUTE, findMenuItem, type MenuItemKind, prepareMenuItem } from './menu-item-objects.js';

/** A menu item with all properties of its target. */
type CompleteInput = NavMenuItemInput & {
  type: NavMenuItemType;
  title: string;
  url: string;
  object: string;
  object_id: number;
};

/** Creates or updates a menu item. */
export async function writeMenuItem(kind: MenuItemKind, before: Post | null, request: RestRequest): Promise<unknown> {
  const { deps, meta } = kind;
  const { content, db, hooks, rest } = deps;
  const item = before ? await content.wpSetupNavMenuItem(before) : null;
  const input = await resolveTarget(kind, mergeInput(request, item));
  if (isWpError(input)) return input;
  const menu = request.hasParam('menus') ? numberParam(request, 'menus') : await menuOf(kind, before);
  if (menu > 0 && !(await content.wpGetNavMenuObject(menu))) return failure('invalid_menu_id', 'Invalid menu ID.', 400);
  const filteredInput = await hooks.applyFilters<NavMenuItemInput>('rest_pre_insert_nav_menu_item', input, request);
  const savedPost = await db.transaction(async () => {
    const id = await content.wpUpdateNavMenuItem(menu, before?.id ?? 0, filteredInput);
    if (isWpError(id)) return id;
    const post = (await content.getPost(id)) as Post;
    await hooks.doAction('rest_insert_nav_menu_item', post, request, !before);
    return (await meta.write(id, request.getParam('meta'))) ?? post;
  });
  if (isWpError(savedPost)) {
    if (!isDictionary(savedPost.getErrorData())) savedPost.addData({ status: 400 });
    return savedPost;
  }
  request.setParam('context', 'edit');
  await hooks.doAction('rest_after_insert_nav_menu_item', savedPost, request, !before);
  const response = await prepareMenuItem(kind, savedPost, request);
  if (!before) {
    response.setStatus(201);
    response.header('Location', rest.restUrl(`${ROUTE}/${savedPost.id}`));
  }
  return response;
}

/** Deletes a menu item. */
export async function removeMenuItem(kind: MenuItemKind, request: RestRequest): Promise<unknown> {
  const { content, hooks } = kind.deps;
  const post = await findMenuItem(kind, request);
  if (isWpError(post)) return post;
  if (request.getParam('force') !== true)
    return failure('rest_trash_not_supported', "Menu items do not support trashing. Set 'force=true' to delete.", 501);
  request.setParam('context', 'edit');
  const previous = (await prepareMenuItem(kind, post, request)).getData();
  if (!(await content.wpDeletePost(post.id, true)))
    return failure('rest_cannot_delete', 'The post cannot be deleted.', 500);
  const response = new RestResponse({ deleted: true, previous });
  await hooks.doAction('rest_delete_nav_menu_item', post, response, request);
  return response;
}

/** Returns the menu of a menu item; 0 for none. */
async function menuOf({ deps: { content } }: MenuItemKind, post: Post | null): Promise<number> {
  const menus = post ? await content.wpGetObjectTerms(post.id, 'nav_menu') : [];
  return isWpError(menus) ? 0 : (menus[0]?.term_id ?? 0);
}

/** Merges a request's properties of a menu item with its previous ones. */
function mergeInput(request: RestRequest, before: NavMenuItem | null): CompleteInput {
  const hasParam = (name: string): boolean => request.hasParam(name);
  const text = (name: string, stored = ''): string => (hasParam(name) ? toText(request.getParam(name)) : stored);
  const number = (name: string, stored = 0): number => (hasParam(name) ? numberParam(request, name) : stored);
  const joinedText = (name: string, stored = ''): string =>
    hasParam(name) ? listParam(request, name).map(toText).join(' ') : stored;
  const title = request.getParam('title');
  const status = text('status', before?.post_status ?? 'publish');
  return {
    title: hasParam('title') ? toText(isDictionary(title) ? title.raw : title) : (before?.post_title ?? ''),
    type: text('type', before?.type ?? 'custom') as NavMenuItemType,
    object: text('object', before?.object),
    object_id: number('object_id', before?.object_id),
    parent_id: number('parent', before?.menu_item_parent),
    position: number('menu_order', before?.menu_order),
    url: text('url', before?.url),
    description: text('description', before?.description),
    attr_title: text('attr_title', before?.attr_title),
    target: text('target', before?.target),
    classes: joinedText('classes', before?.classes.join(' ')),
    xfn: joinedText('xfn', before?.xfn),
    status: status === 'publish' ? 'publish' : 'draft',
  };
}

/** Adds the type of a menu item's target; refuses one that does not exist. */
async function resolveTarget(
  { deps: { content } }: MenuItemKind,
  input: CompleteInput,
): Promise<NavMenuItemInput | WpError> {
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
