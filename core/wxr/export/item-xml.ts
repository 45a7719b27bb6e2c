import { type Comment, isWpError, type Post, type Term } from '../../api/index.js';
import { toCdata, escapeXmlText } from '../../front/index.js';
import type { ExportDeps } from './deps.js';
import { unescapeName } from './term-xml.js';

/** A formatted item. */
interface ExportedItem {
  readonly id: number;
  /** Id of its featured image; 0 for none. */
  readonly thumbnail: number;
  readonly text: string;
}

interface MetaRow {
  readonly object_id: number;
  readonly meta_key: string;
  readonly meta_value: string;
}

/** Metadata of the current editing session, which is obsolete when the file is imported. */
const NOT_EXPORTED: readonly string[] = ['_edit_lock'];
const UNSET_DATE = '0000-00-00 00:00:00';

/** Creates the writer of posts with their terms, metadata and comments. */
export function createItemWriter({ db, hooks, content, attachments, users, options }: ExportDeps): {
  write(ids: readonly number[]): Promise<ExportedItem[]>;
} {
  async function readMetaRows(
    table: 'postmeta' | 'commentmeta',
    column: string,
    ids: readonly number[],
  ): Promise<Map<number, MetaRow[]>> {
    const rows = await db()(table)
      .whereIn(column, [...ids])
      .orderBy('meta_id')
      .select<MetaRow[]>(`${column} as object_id`, 'meta_key', 'meta_value');
    const found = new Map<number, MetaRow[]>();
    for (const row of rows) {
      const skip = NOT_EXPORTED.includes(row.meta_key);
      const skipped =
        table === 'postmeta'
          ? await hooks.applyFilters('wxr_export_skip_postmeta', skip, row.meta_key, row)
          : await hooks.applyFilters('wxr_export_skip_commentmeta', skip, row.meta_key, row);
      if (!skipped) found.set(row.object_id, [...(found.get(row.object_id) ?? []), row]);
    }
    return found;
  }

  const formatMeta = (element: string, rows: readonly MetaRow[] = []): string =>
    rows
      .map(
        ({ meta_key: key, meta_value: value }) =>
          `<wp:${element}><wp:meta_key>${toCdata(key)}</wp:meta_key><wp:meta_value>${toCdata(value)}</wp:meta_value></wp:${element}>\n`,
      )
      .join('');

  async function readComments(ids: readonly number[]): Promise<Map<number, string>> {
    const rows = await db()('comments')
      .whereIn('comment_post_id', [...ids])
      .whereNot({ comment_approved: 'spam' })
      .orderBy('comment_id');
    const meta = await readMetaRows(
      'commentmeta',
      'comment_id',
      rows.map(({ comment_id: id }) => id),
    );
    const found = new Map<number, string>();
    for (const row of rows)
      found.set(
        row.comment_post_id,
        (found.get(row.comment_post_id) ?? '') +
          formatComment(row, formatMeta('commentmeta', meta.get(row.comment_id))),
      );
    return found;
  }

  async function formatTerms(post: Post): Promise<string> {
    const taxonomies = content.getObjectTaxonomies(post.post_type).map(({ name }) => name);
    const terms: Term[] = [];
    for (const taxonomy of taxonomies) {
      const found = await content.wpGetObjectTerms(post.id, taxonomy);
      if (!isWpError(found)) terms.push(...found);
    }
    return terms
      .map(
        ({ taxonomy, slug, name }) =>
          `<category domain="${escapeXmlText(taxonomy)}" nicename="${escapeXmlText(slug)}">${toCdata(unescapeName(name))}</category>\n`,
      )
      .join('');
  }

  return {
    async write(ids) {
      const posts = await db()('posts')
        .whereIn('id', [...ids])
        .orderBy('id');
      const [meta, comments] = [await readMetaRows('postmeta', 'post_id', ids), await readComments(ids)];
      const stored = await options.getOption<unknown>('sticky_posts', []);
      const sticky = new Set((Array.isArray(stored) ? stored : []).map(Number));
      const items: ExportedItem[] = [];
      for (const post of posts) {
        const author = await users.getUserdata(post.post_author);
        const file = post.post_type === 'attachment' ? await attachments.wpGetAttachmentUrl(post.id) : false;
        const rows = meta.get(post.id) ?? [];
        const text = [
          '<item>',
          `<title>${toCdata(await hooks.applyFilters('the_title_export', post.post_title))}</title>`,
          `<link>${escapeXmlText((await content.getPermalink(post)) || '')}</link>`,
          ...(post.post_date_gmt === null
            ? []
            : [`<pubDate>${new Date(`${post.post_date_gmt.replace(' ', 'T')}Z`).toUTCString()}</pubDate>`]),
          `<dc:creator>${toCdata(author ? author.user_login : '')}</dc:creator>`,
          `<guid isPermaLink="false">${escapeXmlText(post.guid)}</guid>`,
          '<description></description>',
          `<content:encoded>${toCdata(await hooks.applyFilters('the_content_export', post.post_content))}</content:encoded>`,
          `<excerpt:encoded>${toCdata(await hooks.applyFilters('the_excerpt_export', post.post_excerpt))}</excerpt:encoded>`,
          `<wp:post_id>${post.id}</wp:post_id>`,
          ...formatDates(post),
          ...formatColumns(post),
          `<wp:is_sticky>${sticky.has(post.id) ? 1 : 0}</wp:is_sticky>`,
          ...(file === false ? [] : [`<wp:attachment_url>${toCdata(file)}</wp:attachment_url>`]),
          `${await formatTerms(post)}${formatMeta('postmeta', rows)}${comments.get(post.id) ?? ''}</item>\n`,
        ];
        items.push({
          id: post.id,
          thumbnail: Number(rows.find(({ meta_key: key }) => key === '_thumbnail_id')?.meta_value) || 0,
          text: text.join('\n'),
        });
      }
      return items;
    },
  };
}

function formatDates(post: Post): string[] {
  const all = {
    post_date: post.post_date,
    post_date_gmt: post.post_date_gmt,
    post_modified: post.post_modified,
    post_modified_gmt: post.post_modified_gmt,
  };
  return Object.entries(all).map(([name, value]) => `<wp:${name}>${value ?? UNSET_DATE}</wp:${name}>`);
}

function formatColumns(post: Post): string[] {
  const all = {
    comment_status: post.comment_status,
    ping_status: post.ping_status,
    post_name: post.post_name,
    status: post.post_status,
    post_parent: post.post_parent,
    menu_order: post.menu_order,
    post_type: post.post_type,
    post_password: post.post_password,
  };
  return Object.entries(all).map(
    ([name, value]) => `<wp:${name}>${typeof value === 'number' ? value : toCdata(value)}</wp:${name}>`,
  );
}

function formatComment(row: Comment, meta: string): string {
  const texts = {
    comment_author: row.comment_author,
    comment_author_email: row.comment_author_email,
    comment_author_url: row.comment_author_url,
    comment_author_IP: row.comment_author_ip,
    comment_date: row.comment_date,
    comment_date_gmt: row.comment_date_gmt,
    comment_content: row.comment_content,
    comment_approved: row.comment_approved,
    comment_type: row.comment_type,
  };
  const parts = Object.entries(texts).map(([name, value]) => `<wp:${name}>${toCdata(String(value))}</wp:${name}>`);
  return `<wp:comment><wp:comment_id>${row.comment_id}</wp:comment_id>${parts.join('')}<wp:comment_parent>${row.comment_parent}</wp:comment_parent><wp:comment_user_id>${row.user_id}</wp:comment_user_id>${meta}</wp:comment>\n`;
}
