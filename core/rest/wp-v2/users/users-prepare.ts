import { type RestRequest, RestResponse, type UserWithRoles } from '../../../api/index.js';
import { getAvatarData } from '../../../content/avatars.js';
import { type Dictionary, toText } from '../../values.js';
import type { WpV2SiteDeps } from '../items/deps.js';
import { itemResponse, type ItemSchema, wantsLinks } from '../items/item-schema.js';
import type { MetaField } from '../items/meta-field.js';
import { AVATAR_SIZES } from './users-schema.js';

/** Creates the response for an account (`WP_REST_Users_Controller::prepare_item_for_response`). */
export async function prepareUser(
  deps: WpV2SiteDeps,
  schema: ItemSchema,
  meta: MetaField,
  user: UserWithRoles,
  request: RestRequest,
): Promise<RestResponse> {
  const { content, rest, roles } = deps;
  const readMeta = async (name: string): Promise<string> => toText(await deps.meta.getUserMeta(user.id, name, true));
  const { caps, allcaps } = await roles.userCapabilities(user.id);
  const locale = await readMeta('locale');
  const data: Dictionary = {
    id: user.id,
    username: user.user_login,
    name: user.display_name,
    first_name: await readMeta('first_name'),
    last_name: await readMeta('last_name'),
    email: user.user_email,
    url: user.user_url,
    description: await readMeta('description'),
    link: await content.getAuthorPostsUrl(user.id, user.user_nicename),
    locale: locale === '' ? deps.locale() : locale,
    nickname: await readMeta('nickname'),
    slug: user.user_nicename,
    roles: user.roles,
    registered_date: `${user.user_registered.replace(' ', 'T')}+00:00`,
    capabilities: allcaps,
    extra_capabilities: caps,
    avatar_urls: await getAvatarUrls(deps, user),
    meta: await meta.read(user.id),
  };
  for (const [attribute, { getCallback }] of rest.fields.fieldsOf('user')) {
    if (getCallback) data[attribute] = await getCallback(data, attribute, request, 'user');
  }
  const response = itemResponse(data, schema, request);
  if (wantsLinks(request)) {
    response.addLink('self', rest.restUrl(`wp/v2/users/${user.id}`));
    response.addLink('collection', rest.restUrl('wp/v2/users'));
  }
  const filtered = await deps.hooks.applyFilters('rest_prepare_user', response, user, request);
  return filtered instanceof RestResponse ? filtered : response;
}

async function getAvatarUrls({ hooks }: WpV2SiteDeps, user: UserWithRoles): Promise<Record<string, string | null>> {
  const images: Record<string, string | null> = {};
  for (const size of AVATAR_SIZES)
    images[String(size)] = (await getAvatarData(hooks, user, user.user_email, { size })).url;
  return images;
}
