import { createHash } from 'node:crypto';
import { type Comment, type HookApi, inSteps, type MaybePromise, ready } from '../../api/index.js';

/** The address of the picture that stands for whoever wrote a comment, as large as asked for (`get_avatar_data`). */
export function avatarUrl(hooks: HookApi, comment: Comment, size: number): MaybePromise<string> {
  return inSteps(function* () {
    const asked = { size, default: 'mystery', rating: 'g', scheme: 'https', found_avatar: false, url: '' };
    const given = yield* ready(hooks.applyFilters('pre_get_avatar_data', asked, comment));
    const url = given.url || (yield* ready(hooks.applyFilters('get_avatar_url', gravatar(comment.comment_author_email, size), comment, given)));
    const data = yield* ready(hooks.applyFilters('get_avatar_data', { ...given, url, found_avatar: comment.comment_author_email !== '' }, comment));
    return data.url;
  });
}

function gravatar(email: string, size: number): string {
  const address = email.trim().toLowerCase();
  const hash = address === '' ? '' : createHash('sha256').update(address).digest('hex');
  return `https://secure.gravatar.com/avatar/${hash}?s=${size}&d=mm&r=g`;
}
