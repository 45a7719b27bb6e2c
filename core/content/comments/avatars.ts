import { type Comment, type HookApi, ready, type Steps, stepwise } from '../../api/index.js';
import { gravatarUrl } from '../gravatar.js';

/** The address of the picture that stands for whoever wrote a comment, as large as asked for (`get_avatar_data`). */
export const avatarUrl = stepwise(function* (hooks: HookApi, comment: Comment, size: number): Steps<string> {
  const asked = { size, default: 'mystery', rating: 'g', scheme: 'https', found_avatar: false, url: '' };
  const given = yield* ready(hooks.applyFilters('pre_get_avatar_data', asked, comment));
  const url =
    given.url ||
    (yield* ready(
      hooks.applyFilters('get_avatar_url', gravatarUrl(comment.comment_author_email, size), comment, given),
    ));
  const data = yield* ready(
    hooks.applyFilters(
      'get_avatar_data',
      { ...given, url, found_avatar: comment.comment_author_email !== '' },
      comment,
    ),
  );
  return data.url;
});
