import { type ExportArgs, toUtcString } from '../../api/index.js';
import { toCdata, escapeXmlText } from '../../front/index.js';
import { INTERNAL_TYPES } from '../import/preflight.js';
import type { ExportDeps } from './deps.js';
import { createItemWriter } from './item-xml.js';
import { createTermWriter } from './term-xml.js';

/**
 * Exports the site's content in WordPress's export format.
 * @since 0.1.0 (WordPress: export_wp)
 */
export interface Exports {
  fileName(): Promise<string>;
  /** Generates the file in pieces; hooks may change the arguments. */
  file(args: ExportArgs): AsyncGenerator<Buffer>;
  /** Returns the types that can be exported. */
  types(): readonly string[];
}

/** Number of posts that are read at once. */
const BATCH_SIZE = 100;
const NAMESPACES = [
  'excerpt="http://wordpress.org/export/1.2/excerpt/"',
  'content="http://purl.org/rss/1.0/modules/content/"',
  'wfw="http://wellformedweb.org/CommentAPI/"',
  'dc="http://purl.org/dc/elements/1.1/"',
  'wp="http://wordpress.org/export/1.2/"',
];
const DEFAULT_ARGS: ExportArgs = { content: 'all', author: 0, category: 0, start_date: '', end_date: '', status: '' };

export function createExports(deps: ExportDeps): Exports {
  const { db, hooks, content, users, options, formatting, siteUrl, version, dates, now } = deps;
  const items = createItemWriter(deps);
  const terms = createTermWriter(deps);
  const types = (): string[] =>
    content
      .getPostTypes({})
      .map(({ name }) => name)
      .filter((name) => !INTERNAL_TYPES.includes(name));
  const nextMonth = (month: string): string =>
    new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 1)).toISOString().slice(0, 10);

  /** Returns the ids of the requested posts after a given one. */
  async function idsAfter(args: ExportArgs, last: number): Promise<number[]> {
    const postTypes = args.content === 'all' ? types() : types().filter((type) => type === args.content);
    const query = db()('posts')
      .whereIn('post_type', postTypes)
      .whereNot({ post_status: 'auto-draft' })
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH_SIZE);
    if (args.author > 0) void query.where({ post_author: args.author });
    if (args.status !== '') void query.where({ post_status: args.status });
    if (args.start_date !== '') void query.where('post_date', '>=', `${args.start_date}-01 00:00:00`);
    if (args.end_date !== '') void query.where('post_date', '<', `${nextMonth(args.end_date)} 00:00:00`);
    if (args.category > 0 && args.content === 'post')
      void query.whereIn(
        'id',
        db()('term_relationships as r')
          .join('term_taxonomy as x', 'x.term_taxonomy_id', 'r.term_taxonomy_id')
          .where({ 'x.taxonomy': 'category', 'x.term_id': args.category })
          .select('r.object_id'),
      );
    return query.pluck<number[]>('id');
  }

  async function* batches(args: ExportArgs): AsyncGenerator<number[]> {
    for (let ids = await idsAfter(args, 0); ids.length > 0; ids = await idsAfter(args, ids.at(-1) ?? 0)) yield ids;
  }

  async function listAuthors(args: ExportArgs): Promise<number[]> {
    const found = new Set<number>();
    for await (const ids of batches(args))
      for (const id of await db()('posts').whereIn('id', ids).distinct().pluck<number[]>('post_author')) found.add(id);
    return [...found].filter((id) => id > 0).sort((a, b) => a - b);
  }

  async function* generateXml(args: ExportArgs): AsyncGenerator<string> {
    const title = String(await options.getOption('blogname', ''));
    yield `<?xml version="1.0" encoding="UTF-8" ?>\n<!-- Content of a site, for Tools → Import of another one. -->\n<rss version="2.0" ${NAMESPACES.map((name) => `xmlns:${name}`).join(' ')}>\n<channel>\n`;
    yield `<title>${escapeXmlText(title)}</title>\n<link>${escapeXmlText(siteUrl)}</link>\n<description>${escapeXmlText(String(await options.getOption('blogdescription', '')))}</description>\n<pubDate>${new Date(now()).toUTCString()}</pubDate>\n`;
    yield `<wp:wxr_version>1.2</wp:wxr_version>\n<wp:base_site_url>${escapeXmlText(siteUrl)}</wp:base_site_url>\n<wp:base_blog_url>${escapeXmlText(siteUrl)}</wp:base_blog_url>\n`;
    for (const id of await listAuthors(args)) {
      const user = await users.getUserdata(id);
      if (user)
        yield `<wp:author><wp:author_id>${id}</wp:author_id><wp:author_login>${toCdata(user.user_login)}</wp:author_login><wp:author_email>${toCdata(user.user_email)}</wp:author_email><wp:author_display_name>${toCdata(user.display_name)}</wp:author_display_name></wp:author>\n`;
    }
    const taxonomies = args.content === 'all' ? content.getTaxonomies({}) : content.getObjectTaxonomies(args.content);
    for (const { name } of taxonomies) yield* terms.write(name);
    yield `<generator>Plinth ${escapeXmlText(version)}</generator>\n`;
    const exportedIds = new Set<number>();
    const images = new Set<number>();
    for await (const ids of batches(args)) {
      for (const { id, thumbnail, text } of await items.write(ids)) {
        exportedIds.add(id);
        if (thumbnail > 0) images.add(thumbnail);
        yield text;
      }
    }
    // A post without its image would be incomplete.
    const missingImages = args.content === 'all' ? [] : [...images].filter((id) => !exportedIds.has(id));
    for (let offset = 0; offset < missingImages.length; offset += BATCH_SIZE)
      for (const { text } of await items.write(missingImages.slice(offset, offset + BATCH_SIZE))) yield text;
    yield '</channel>\n</rss>\n';
  }

  return {
    types,
    async fileName() {
      const name = formatting.sanitizeTitle(String(await options.getOption('blogname', ''))).replace(/[^a-z0-9-]/g, '');
      const date = await dates.getDateFromGmt(toUtcString(now()), 'Y-m-d');
      const file = await hooks.applyFilters(
        'export_wp_filename',
        `${name === '' ? '' : `${name}.`}wordpress.${date}.xml`,
        name,
        date,
      );
      return file.replace(/[^\w.-]/g, '_').slice(0, 150);
    },
    async *file(requestedArgs) {
      const args = { ...DEFAULT_ARGS, ...(await hooks.applyFilters('export_args', requestedArgs)) };
      await hooks.doAction('export_wp', args);
      for await (const chunk of generateXml(args)) yield Buffer.from(chunk);
    },
  };
}
