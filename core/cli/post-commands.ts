import { readFile } from 'node:fs/promises';
import { plainMessage } from '../formatting/text/plain-message.js';
import { type Command, isWpError, PlinthError, type PostInput, type WpError } from '../api/index.js';
import type { Site } from '../app/site.js';

const LIST_FIELDS = [
  { flags: '--post_type <type>', description: 'page, post or a plugin’s post type' },
  { flags: '--post_title <title>', description: 'Title' },
  { flags: '--post_name <slug>', description: 'Slug' },
  { flags: '--post_content <text>', description: 'Content, with blocks and shortcodes' },
  { flags: '--post_excerpt <text>', description: 'Excerpt' },
  { flags: '--post_status <status>', description: 'draft, publish, pending or private' },
  { flags: '--post_parent <id>', description: 'ID of the parent page' },
  { flags: '--post_author <id>', description: 'ID of the author' },
] as const;
const TEXT_COLUMNS = ['post_type', 'post_title', 'post_name', 'post_content', 'post_excerpt', 'post_status'] as const;
const NUMBER_COLUMNS = ['post_parent', 'post_author'] as const;

type Options = Readonly<Record<string, string | boolean | undefined>>;

/** `post …`: pages, posts and the post types of plugins. */
export function postCommands({ content, users }: Site): Command[] {
  async function resolveId(idText: string): Promise<number> {
    const post = /^\d+$/.test(idText) ? await content.getPost(Number(idText)) : null;
    if (!post)
      throw new PlinthError('post_not_found', `The post ${idText} does not exist.`, {
        hint: '`post list --post_type=page` shows the IDs of pages.',
      });
    return post.id;
  }
  const throwIfFailed = (result: number | WpError): number => {
    if (isWpError(result)) throw new PlinthError(result.getErrorCode(), plainMessage(result));
    return result;
  };
  function assertKnownStatus(status: string): void {
    if (!content.getPostStatusObject(status))
      throw new PlinthError('post_status_not_found', `The post status "${status}" does not exist.`, {
        hint: 'Use draft, publish, pending or private.',
      });
  }
  async function readInput(options: Options, file: string | undefined): Promise<PostInput> {
    const texts = TEXT_COLUMNS.flatMap((name) =>
      typeof options[name] === 'string' ? [[name, options[name]] as const] : [],
    );
    const numbers = NUMBER_COLUMNS.flatMap((name) =>
      typeof options[name] === 'string' ? [[name, parseInteger(name, options[name])] as const] : [],
    );
    const text = file === undefined ? [] : [['post_content', await readTextFile(file)] as const];
    if (typeof options.post_status === 'string') assertKnownStatus(options.post_status);
    const input: PostInput = Object.fromEntries<string | number>([...texts, ...text, ...numbers]);
    return input;
  }
  async function firstAdministrator(): Promise<number> {
    const {
      users: [first],
    } = await users.getUsers({ role: 'administrator', number: 1 });
    return first?.id ?? 0;
  }

  return [
    {
      name: 'post list',
      description: 'List posts, newest first',
      options: [
        { flags: '--post_type <type>', description: 'page, post or a plugin’s post type', default: 'post' },
        { flags: '--post_status <status>', description: 'One status; all except trash by default', default: 'any' },
        { flags: '--posts_per_page <n>', description: 'Maximum number of posts', default: '100' },
      ],
      async run(_args, options, output) {
        const posts = await content.getPosts({
          post_type: String(options.post_type),
          post_status: String(options.post_status),
          posts_per_page: parseInteger('posts_per_page', String(options.posts_per_page)),
        });
        output.rows(
          posts.map(({ id, post_title, post_name, post_date, post_status }) => ({
            ID: id,
            post_title,
            post_name,
            post_date,
            post_status,
          })),
          ['ID', 'post_title', 'post_name', 'post_date', 'post_status'],
        );
      },
    },
    {
      name: 'post create [file]',
      description: 'Create a post, with its content from a file if one is given',
      options: [...LIST_FIELDS, { flags: '--porcelain', description: 'Print only the ID' }],
      async run([file], options, output) {
        const input = await readInput(options, file);
        const id = throwIfFailed(
          await content.wpInsertPost({ post_author: await firstAdministrator(), ...input }, true),
        );
        output.line(options.porcelain ? String(id) : `Post ${id} created.`);
      },
    },
    {
      name: 'post update <id> [file]',
      description: 'Update a post; omitted fields stay unchanged',
      options: LIST_FIELDS,
      async run([idText = '', file], options, output) {
        const id = await resolveId(idText);
        throwIfFailed(await content.wpUpdatePost({ ...(await readInput(options, file)), id }, true));
        output.line(`Post ${id} updated.`);
      },
    },
    {
      name: 'post delete <id>',
      description: 'Move a post to the trash',
      options: [{ flags: '--force', description: 'Skip the trash and delete it permanently' }],
      async run([idText = ''], { force }, output) {
        const id = await resolveId(idText);
        if (!(force ? await content.wpDeletePost(id, true) : await content.wpTrashPost(id)))
          throw new PlinthError('post_not_deleted', `Post ${id} was not deleted; it may already be in the trash.`, {
            hint: 'Use --force to delete it permanently.',
          });
        output.line(force ? `Post ${id} deleted.` : `Post ${id} moved to the trash.`);
      },
    },
  ];
}

function parseInteger(name: string, value: string | boolean): number {
  if (typeof value === 'string' && /^-?\d{1,9}$/.test(value)) return Number(value);
  throw new PlinthError('option_invalid', `--${name} must be a whole number, not "${String(value)}".`);
}

async function readTextFile(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new PlinthError('file_not_readable', `${file} cannot be read.`, { hint: 'Check its path.', cause });
  });
}
