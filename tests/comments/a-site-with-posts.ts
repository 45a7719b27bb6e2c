import type { Comment, CommentInput } from '../../core/api/index.js';
import type { Engine } from '../kit/databases.js';
import { bootSite, type TestSite } from '../kit/site.js';
import type { Page, Visitor } from '../kit/visitor.js';

/** A site with posts, with open or closed comments. */
export interface CommentedSite extends TestSite {
  /** Returns the post with this name; creates it at the first call. */
  post(name: string, fields?: Readonly<Record<string, string | number>>): Promise<{ id: number; path: string }>;
  /** Stores a comment directly. */
  comment(input: CommentInput): Promise<Comment>;
}

export async function bootCommentedSite(engine: Engine): Promise<CommentedSite> {
  const site = await bootSite({ engine });
  const { content, options } = site.site;
  await site.inContext(() => options.updateOption('default_comment_status', 'open'));
  return {
    ...site,
    post: (name, fields = {}) =>
      site.inContext(async () => {
        const id = Number(
          await content.wpInsertPost({
            post_title: name,
            post_content: 'Words.',
            post_status: 'publish',
            comment_status: 'open',
            post_author: 1,
            ...fields,
          }),
        );
        return {
          id,
          path: String(await content.getPermalink((await content.getPost(id)) ?? raise())).replace(site.url, ''),
        };
      }),
    comment: (input) =>
      site.inContext(async () => {
        const id = await content.wpInsertComment({
          comment_author: 'Ann',
          comment_author_email: 'ann@example.test',
          comment_content: 'Said.',
          comment_approved: 1,
          ...input,
        });
        return (await content.getComment(Number(id))) ?? raise();
      }),
  };
}

/** Submits the comment form of a post. */
export function postComment(visitor: Visitor, post: number, labels: Readonly<Record<string, string>>): Promise<Page> {
  return visitor.post('/wp-comments-post.php', {
    comment_post_ID: String(post),
    author: 'Eve',
    email: 'eve@example.test',
    ...labels,
  });
}

function raise(): never {
  throw new Error('It was not stored.');
}
