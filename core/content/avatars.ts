import { createHash } from 'node:crypto';
import { type AvatarArgs, type AvatarSubject, type HookApi, type Comment } from '../api/index.js';

type Filters = Pick<HookApi, 'applyFilters'>;

const DEFAULT_SIZE = 96;

/** Returns the data of an avatar after the filters of plugins (`get_avatar_data`). */
export async function getAvatarData(
  hooks: Filters,
  subject: AvatarSubject,
  email: string,
  requestedArgs: Partial<AvatarArgs> = {},
): Promise<AvatarArgs> {
  const size = requestedArgs.size ?? DEFAULT_SIZE;
  const initialArgs: AvatarArgs = {
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
    ...requestedArgs,
  };
  const preData = await hooks.applyFilters('pre_get_avatar_data', initialArgs, subject);
  if (preData.url !== null) return hooks.applyFilters('get_avatar_data', preData, subject);
  const url = await hooks.applyFilters('get_avatar_url', gravatarUrl(email, preData.size), subject, preData);
  return hooks.applyFilters('get_avatar_data', { ...preData, found_avatar: email.trim() !== '', url }, subject);
}

/**
 * Returns the HTML of an avatar (`get_avatar`); empty if there is none to show, for example because this site loads no
 * images from third-party services.
 * @param element creates the element from the avatar data
 */
export async function getAvatar(
  hooks: Filters,
  subject: AvatarSubject,
  email: string,
  requestedArgs: Partial<AvatarArgs>,
  element: (args: AvatarArgs) => string,
): Promise<string> {
  const preHtml = await hooks.applyFilters<string | null>('pre_get_avatar', null, subject, requestedArgs);
  if (preHtml !== null)
    return hooks.applyFilters(
      'get_avatar',
      preHtml,
      subject,
      requestedArgs.size ?? DEFAULT_SIZE,
      requestedArgs.default ?? '',
      requestedArgs.alt ?? '',
      requestedArgs,
    );
  const args = await getAvatarData(hooks, subject, email, requestedArgs);
  return hooks.applyFilters('get_avatar', element(args), subject, args.size, args.default, args.alt, args);
}

/** Returns the Gravatar URL of an email address; without one, that of the default avatar. */
export function gravatarUrl(email: string, size: number): string {
  const normalizedEmail = email.trim().toLowerCase();
  const hash = normalizedEmail === '' ? '' : createHash('sha256').update(normalizedEmail).digest('hex');
  return `https://secure.gravatar.com/avatar/${hash}?s=${size}&d=mm&r=g`;
}

/** Returns the avatar URL of a comment's author in the requested size (`get_avatar_data`). */
export const avatarUrl = async (hooks: HookApi, comment: Comment, size: number): Promise<string> => {
  const initialArgs = { size, default: 'mystery', rating: 'g', scheme: 'https', found_avatar: false, url: '' };
  const filteredArgs = await hooks.applyFilters('pre_get_avatar_data', initialArgs, comment);
  const url =
    filteredArgs.url ||
    (await hooks.applyFilters(
      'get_avatar_url',
      gravatarUrl(comment.comment_author_email, size),
      comment,
      filteredArgs,
    ));
  const data = await hooks.applyFilters(
    'get_avatar_data',
    { ...filteredArgs, url, found_avatar: comment.comment_author_email !== '' },
    comment,
  );
  return data.url;
};
