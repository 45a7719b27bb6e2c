import type { AvatarArgs, AvatarSubject, HookApi } from '../api/index.js';
import { gravatarUrl } from './gravatar.js';

type Filters = Pick<HookApi, 'applyFilters'>;

const SIZE = 96;

/** What is known of somebody's picture, after what plugins say (`get_avatar_data`). */
export async function getAvatarData(
  hooks: Filters,
  subject: AvatarSubject,
  email: string,
  given: Partial<AvatarArgs> = {},
): Promise<AvatarArgs> {
  const size = given.size ?? SIZE;
  const wanted: AvatarArgs = {
    size,
    width: size,
    height: size,
    default: 'mm',
    rating: 'g',
    force_default: false,
    found_avatar: false,
    url: null,
    alt: '',
    class: [],
    ...given,
  };
  const early = await hooks.applyFilters('pre_get_avatar_data', wanted, subject);
  if (early.url !== null) return hooks.applyFilters('get_avatar_data', early, subject);
  const url = await hooks.applyFilters('get_avatar_url', gravatarUrl(email, early.size), subject, early);
  return hooks.applyFilters('get_avatar_data', { ...early, found_avatar: email.trim() !== '', url }, subject);
}

/**
 * The element that shows somebody's picture (`get_avatar`); empty where there is none to show, such as while this site shows no pictures of others' services.
 * @param element makes the element of what was found
 */
export async function getAvatar(
  hooks: Filters,
  subject: AvatarSubject,
  email: string,
  given: Partial<AvatarArgs>,
  element: (args: AvatarArgs) => string,
): Promise<string> {
  const early = await hooks.applyFilters<string | null>('pre_get_avatar', null, subject, given);
  if (early !== null)
    return hooks.applyFilters(
      'get_avatar',
      early,
      subject,
      given.size ?? SIZE,
      given.default ?? '',
      given.alt ?? '',
      given,
    );
  const args = await getAvatarData(hooks, subject, email, given);
  return hooks.applyFilters('get_avatar', element(args), subject, args.size, args.default, args.alt, args);
}
