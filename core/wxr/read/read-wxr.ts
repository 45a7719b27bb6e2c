import { createReadStream } from 'node:fs';
import { PlinthError } from '../../api/index.js';
import type { WxrComment, WxrEntry, WxrItem, WxrMeta, WxrProblem } from './entries.js';
import { readElements, type WxrElement, type WxrPart } from './elements.js';

const CHUNK = 1 << 16;
/** The largest id that both database engines can store. */
const MAX_ID = 2 ** 31 - 1;

/**
 * Reads a WordPress export file from the beginning, entry by entry.
 * @throws PlinthError `wxr_not_readable`, `wxr_invalid`, `wxr_doctype`, `wxr_too_large`
 */
export async function* readWxrFile(path: string): AsyncGenerator<WxrEntry> {
  try {
    yield* readWxr(createReadStream(path, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>);
  } catch (cause) {
    if (cause instanceof PlinthError || (cause as NodeJS.ErrnoException).syscall === undefined) throw cause;
    throw new PlinthError('wxr_not_readable', `${path} cannot be read.`, {
      status: 400,
      kind: 'refusal',
      hint: 'Check the path and its permissions.',
      cause,
    });
  }
}

/** The same for a stream. */
export async function* readWxr(chunks: AsyncIterable<Buffer>): AsyncGenerator<WxrEntry> {
  const site = { title: '', home: '', base: '', version: '' };
  let isSaid = false;
  const takeSiteEntry = (): WxrEntry[] => {
    if (isSaid) return [];
    isSaid = true;
    return [
      { kind: 'site', title: site.title, url: (site.home || site.base).replace(/\/+$/, ''), version: site.version },
    ];
  };
  for await (const part of readElements(chunks)) {
    const { element } = part;
    if (part.error) {
      yield* takeSiteEntry();
      yield problemOf(part);
      continue;
    }
    if (element.name === 'title') site.title = element.text;
    else if (element.name === 'wp:base_blog_url') site.home = element.text.trim();
    else if (element.name === 'wp:base_site_url' || element.name === 'link') site.base ||= element.text.trim();
    else if (element.name === 'wp:wxr_version') site.version = element.text.trim();
    const entry = entryOf(element);
    if (!entry) continue;
    yield* takeSiteEntry();
    yield entry;
  }
  yield* takeSiteEntry();
}

function problemOf({ element, error }: WxrPart): WxrProblem {
  const { reason = 'malformed', detail = '' } = error ?? {};
  const of = fieldsOf(element);
  return {
    kind: 'problem',
    line: element.line,
    about: (
      of('title') ||
      of('wp:cat_name') ||
      of('wp:tag_name') ||
      of('wp:term_name') ||
      of('wp:author_login') ||
      element.name
    ).slice(0, 200),
    id: number(of('wp:post_id')),
    reason,
    detail: detail.slice(0, 200),
  };
}

function fieldsOf(element: WxrElement): (name: string) => string {
  const first = new Map<string, string>();
  for (const child of element.children) if (!first.has(child.name)) first.set(child.name, child.text);
  return (name) => first.get(name) ?? '';
}

function number(text: string): number {
  const value = Number(text.trim());
  return Number.isInteger(value) && value > 0 && value <= MAX_ID ? value : 0;
}

function metaOf(element: WxrElement, name: string): WxrMeta[] {
  return element.children
    .filter((child) => child.name === name)
    .flatMap((child) => {
      const of = fieldsOf(child);
      return of('wp:meta_key') === '' ? [] : [{ key: of('wp:meta_key').slice(0, 255), value: of('wp:meta_value') }];
    });
}

function entryOf(element: WxrElement): WxrEntry | undefined {
  const of = fieldsOf(element);
  const term = (taxonomy: string, slug: string, name: string, parent: string, description: string): WxrEntry => ({
    kind: 'term',
    id: number(of('wp:term_id')),
    taxonomy,
    slug,
    name: name || slug,
    parent,
    description,
    meta: metaOf(element, 'wp:termmeta'),
  });
  switch (element.name) {
    case 'wp:author':
      return {
        kind: 'author',
        id: number(of('wp:author_id')),
        login: of('wp:author_login').trim(),
        email: of('wp:author_email').trim(),
        displayName: of('wp:author_display_name'),
        firstName: of('wp:author_first_name'),
        lastName: of('wp:author_last_name'),
      };
    case 'wp:category':
      return term(
        'category',
        of('wp:category_nicename'),
        of('wp:cat_name'),
        of('wp:category_parent'),
        of('wp:category_description'),
      );
    case 'wp:tag':
      return term('post_tag', of('wp:tag_slug'), of('wp:tag_name'), '', of('wp:tag_description'));
    case 'wp:term':
      return term(
        of('wp:term_taxonomy').trim(),
        of('wp:term_slug'),
        of('wp:term_name'),
        of('wp:term_parent'),
        of('wp:term_description'),
      );
    case 'item':
      return itemOf(element);
    default:
      return undefined;
  }
}

function itemOf(element: WxrElement): WxrItem {
  const of = fieldsOf(element);
  return {
    kind: 'item',
    id: number(of('wp:post_id')),
    title: of('title'),
    link: of('link').trim(),
    guid: of('guid').trim(),
    creator: of('dc:creator').trim(),
    content: of('content:encoded'),
    excerpt: of('excerpt:encoded'),
    date: of('wp:post_date').trim(),
    dateGmt: of('wp:post_date_gmt').trim(),
    modified: of('wp:post_modified').trim(),
    modifiedGmt: of('wp:post_modified_gmt').trim(),
    commentStatus: of('wp:comment_status').trim(),
    pingStatus: of('wp:ping_status').trim(),
    name: of('wp:post_name').trim(),
    status: of('wp:status').trim(),
    parent: number(of('wp:post_parent')),
    menuOrder: Math.trunc(Number(of('wp:menu_order'))) || 0,
    type: of('wp:post_type').trim() || 'post',
    password: of('wp:post_password').slice(0, 255),
    sticky: of('wp:is_sticky').trim() === '1',
    attachmentUrl: of('wp:attachment_url').trim(),
    terms: element.children
      .filter((child) => child.name === 'category' && (child.attributes.domain ?? '') !== '')
      .map((child) => ({
        taxonomy: child.attributes.domain === 'tag' ? 'post_tag' : (child.attributes.domain ?? ''),
        slug: child.attributes.nicename ?? '',
        name: child.text,
      })),
    meta: metaOf(element, 'wp:postmeta'),
    comments: element.children.filter((child) => child.name === 'wp:comment').map(commentOf),
  };
}

function commentOf(element: WxrElement): WxrComment {
  const of = fieldsOf(element);
  return {
    id: number(of('wp:comment_id')),
    author: of('wp:comment_author'),
    email: of('wp:comment_author_email').trim(),
    url: of('wp:comment_author_url').trim(),
    ip: of('wp:comment_author_IP').trim(),
    date: of('wp:comment_date').trim(),
    dateGmt: of('wp:comment_date_gmt').trim(),
    content: of('wp:comment_content'),
    approved: of('wp:comment_approved').trim(),
    type: of('wp:comment_type').trim(),
    parent: number(of('wp:comment_parent')),
    userId: number(of('wp:comment_user_id')),
    meta: metaOf(element, 'wp:commentmeta'),
  };
}
