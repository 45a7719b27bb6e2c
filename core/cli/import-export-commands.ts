import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Command, type CommandOutput, type ExportArgs, PlinthError } from '../api/index.js';
import type { Site } from '../app/site.js';
import { type AuthorChoice, describeProblem, type Choices, type ImportRecord } from '../wxr/index.js';

type Options = Readonly<Record<string, string | boolean | undefined>>;

/** `import` and `export`: exchange of content with WordPress, in WP-CLI's syntax. */
export function importExportCommands(site: Site): Command[] {
  return [importCommand(site), exportCommand(site)];
}

function importCommand({ i18n, imports, users }: Site): Command {
  const translation = i18n.domain('default');

  async function firstAdministrator(): Promise<number> {
    const {
      users: [first],
    } = await users.getUsers({ role: 'administrator', number: 1 });
    return first?.id ?? 0;
  }
  async function parseAuthors(
    authorsOption: string,
    currentUserId: number,
  ): Promise<Pick<Choices, 'authors' | 'otherAuthor'>> {
    if (authorsOption === 'create') return { authors: {}, otherAuthor: 'create' };
    if (authorsOption === 'skip') return { authors: {}, otherAuthor: currentUserId };
    const pairs = /^map:(.+)$/
      .exec(authorsOption)?.[1]
      ?.split(',')
      .map((pair) => pair.split('=').map((part) => part.trim()));
    if (!pairs || pairs.some((pair) => pair.length !== 2 || pair.includes('')))
      throw new PlinthError(
        'option_invalid',
        `--authors must be create, skip or map:old=here,other=create, not "${authorsOption}".`,
      );
    const authors: Record<string, AuthorChoice> = {};
    for (const [old = '', here = ''] of pairs)
      authors[old] = here === 'create' ? 'create' : await findAccountId(users, here);
    return { authors, otherAuthor: currentUserId };
  }
  const skipsMedia = (skipOption: Options['skip']): boolean => {
    const skippedKinds = typeof skipOption === 'string' ? skipOption.split(',') : [];
    const unknown = skippedKinds.find((skippedKind) => !['media', 'attachment'].includes(skippedKind));
    if (unknown !== undefined)
      throw new PlinthError('option_invalid', `--skip must be media (or attachment), not "${unknown}".`);
    return skippedKinds.length > 0;
  };
  function printPreview(
    { preview: { kinds, taxonomies, authors, comments, problems, problemCount } }: ImportRecord,
    output: CommandOutput,
  ): void {
    output.rows(
      [
        ...authors.map(({ login, items }) => ({ type: 'author', name: login, count: items, registered: '' })),
        ...taxonomies.map(({ name, count, known }) => ({
          type: 'taxonomy',
          name,
          count,
          registered: known ? 'yes' : 'no',
        })),
        ...kinds.map(({ name, count, known }) => ({ type: 'kind', name, count, registered: known ? 'yes' : 'no' })),
        { type: 'comments', name: '', count: comments, registered: 'yes' },
        { type: 'problems', name: '', count: problemCount, registered: '' },
      ],
      ['type', 'name', 'count', 'registered'],
    );
    for (const problem of problems) output.warn(`${problem.about}: ${describeProblem(translation, problem)}`);
  }

  return {
    name: 'import <file>',
    description: 'Import a WordPress export file (WXR); existing content is kept',
    options: [
      {
        flags: '--authors <how>',
        description:
          'create (accounts), skip (assign everything to the first administrator), or map:old=here,other=create',
        default: 'skip',
      },
      { flags: '--skip <what>', description: 'media: do not import files' },
      {
        flags: '--media <folder>',
        description: 'Folder or zip of wp-content/uploads, instead of downloading files from the old site',
      },
      { flags: '--dry-run', description: 'Show what would be imported, without writing anything' },
    ],
    async run([file = ''], options, output) {
      const me = await firstAdministrator();
      const choices: Choices = {
        ...(await parseAuthors(String(options.authors), me)),
        kinds: {},
        skipsMedia: skipsMedia(options.skip),
      };
      const id = await imports.addFile(file, file, me);
      const record = await imports.get(id);
      if (!record) return;
      if (options.dryRun === true) {
        printPreview(record, output);
        await imports.remove(id);
        return;
      }
      const bar = output.progress('Import', record.total);
      await imports.run(id, choices, typeof options.media === 'string' ? resolve(options.media) : '', (done) =>
        bar.update(done),
      );
      bar.stop();
      output.rows(
        (await imports.report(id)).map((line) => ({ ...line })),
        ['kind', 'outcome', 'count'],
      );
      let batch = await imports.entries(id, { all: false, limit: 500 });
      while (batch.length > 0) {
        for (const { kind, title, note } of batch) output.warn(`${kind} "${title}": ${note}`);
        batch = await imports.entries(id, { all: false, limit: 500, after: batch.at(-1)?.id ?? 0 });
      }
    },
  };
}

function exportCommand({ content, exports, users }: Site): Command {
  return {
    name: 'export',
    description: 'Export content as a file for the WordPress importer (WXR)',
    options: [
      { flags: '--file <path>', description: 'Output file; standard output by default' },
      { flags: '--post_type <type>', description: 'One post type; all by default', default: 'all' },
      { flags: '--author <login>', description: 'Only content of this author' },
      { flags: '--start_date <month>', description: 'Start month: 2024-05' },
      { flags: '--end_date <month>', description: 'End month, inclusive' },
      { flags: '--post_status <status>', description: 'One status; all by default', default: '' },
    ],
    async run(_args, options, output) {
      const month = (name: string): string => {
        const value = options[name];
        if (value === undefined) return '';
        if (typeof value === 'string' && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(value)) return value;
        throw new PlinthError('option_invalid', `--${name} must be a month such as 2024-05, not "${String(value)}".`);
      };
      const type = String(options.post_type);
      if (type !== 'all' && !content.postTypeExists(type))
        throw new PlinthError('post_type_not_found', `The post type ${type} does not exist.`);
      const args: ExportArgs = {
        content: type,
        author: typeof options.author === 'string' ? await findAccountId(users, options.author) : 0,
        category: 0,
        start_date: month('start_date'),
        end_date: month('end_date'),
        status: String(options.post_status),
      };
      if (typeof options.file !== 'string') {
        for await (const chunk of exports.file(args)) output.line(chunk.toString('utf8').replace(/\n$/, ''));
        return;
      }
      const target = createWriteStream(options.file, { mode: 0o600 });
      await once(target, 'open').catch((cause: unknown) => {
        throw new PlinthError('file_not_writable', `${String(options.file)} cannot be written.`, {
          hint: 'Check that the folder exists and is writable.',
          cause,
        });
      });
      await pipeline(exports.file(args), target);
      output.line(`Written to ${options.file}.`);
    },
  };
}

/** Returns the ID of an account by name, email address or ID. */
async function findAccountId(users: Site['users'], nameOrId: string): Promise<number> {
  const user =
    (await users.getUserBy('login', nameOrId)) ||
    (await users.getUserBy('email', nameOrId)) ||
    (/^\d{1,9}$/.test(nameOrId) ? await users.getUserBy('id', Number(nameOrId)) : false);
  if (!user)
    throw new PlinthError('user_not_found', `The user ${nameOrId} was not found.`, {
      hint: '`user list` shows the users.',
    });
  return user.id;
}
