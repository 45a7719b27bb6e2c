import { type Command, isWpError, PlinthError } from '../api/index.js';
import type { Site } from '../boot/site.js';

/** `post …` */
export function postCommands({ content }: Site): Command[] {
  return [
    {
      name: 'post list',
      description: 'List posts and pages',
      options: [{ flags: '--post_type <type>', description: 'Of this type', default: 'post' }],
      async run(_args, options, output) {
        const { posts } = await content.queryPosts({ post_type: String(options.post_type), post_status: 'any', posts_per_page: -1 });
        output.rows(posts.map(({ id, post_title, post_name, post_date, post_status }) => ({ ID: id, post_title, post_name, post_date, post_status })));
      },
    },
    {
      name: 'post create',
      description: 'Create a post or page',
      options: [
        { flags: '--post_type <type>', description: 'Its type', default: 'post' },
        { flags: '--post_title <title>', description: 'Its title', default: '' },
        { flags: '--post_content <content>', description: 'Its content', default: '' },
        { flags: '--post_status <status>', description: 'draft, publish, …', default: 'draft' },
        { flags: '--porcelain', description: 'Print only the id' },
      ],
      async run(_args, options, output) {
        const input = { post_type: String(options.post_type), post_title: String(options.post_title), post_content: String(options.post_content), post_status: String(options.post_status) };
        const id = await content.wpInsertPost(input, true);
        if (isWpError(id)) throw new PlinthError(id.getErrorCode(), id.getErrorMessage());
        output.line(options.porcelain ? String(id) : `Post ${id} created.`);
      },
    },
  ];
}
