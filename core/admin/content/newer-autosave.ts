import type { Post } from '../../api/index.js';
import type { AdminDeps } from '../deps.js';

/** Unsaved input of a user. */
interface NewerAutosave {
  readonly id: number;
  readonly savedAt: string;
  readonly draft: { readonly title: string; readonly content: string; readonly excerpt: string };
}

/** Returns the user's autosave if it is newer than the post and differs from it. */
export async function findNewerAutosave(
  { content }: Pick<AdminDeps, 'content'>,
  post: Post,
  user: number,
): Promise<NewerAutosave | undefined> {
  const saved = await content.wpGetPostAutosave(post.id, user);
  if (!saved || (saved.post_modified_gmt ?? '') < (post.post_modified_gmt ?? '')) return undefined;
  const isSame =
    saved.post_title === post.post_title &&
    saved.post_content === post.post_content &&
    saved.post_excerpt === post.post_excerpt;
  return isSame
    ? undefined
    : {
        id: saved.id,
        savedAt: saved.post_modified_gmt ?? '',
        draft: { title: saved.post_title, content: saved.post_content, excerpt: saved.post_excerpt },
      };
}
