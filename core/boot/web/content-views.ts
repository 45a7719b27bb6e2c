import { andThen, type MaybePromise, type Post } from '../../api/index.js';
import type { Site } from '../site.js';

/** A post's text and excerpt as readers see them. */
export interface ContentViews {
  theContent(text: string, post: Post): MaybePromise<string>;
  theExcerpt(post: Post): MaybePromise<string>;
}

export function createContentViews({ theContent, theExcerpt, content, hooks }: Site): ContentViews {
  return {
    theContent: (text, post) => theContent.theContent(text, { postId: post.id, postType: post.post_type }),
    theExcerpt: (post) =>
      andThen(content.now.postPasswordRequired(post.id), (passwordRequired) =>
        andThen(theExcerpt({ ...post, passwordRequired }), (excerpt) => hooks.applyFilters('the_excerpt', excerpt)),
      ),
  };
}
