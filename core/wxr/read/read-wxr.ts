import { createReadStream } from 'node:fs';
import { PlinthError } from '../../api/index.js';
import type { WxrComment, WxrEntry, WxrItem, WxrMeta, WxrProblem } from './entries.js';
import { readElements, type WxrElement, type WxrPart } from './elements.js';

/** Number of bytes that are read at once. */
const CHUNK_BYTES = 1 << 16;
/** The largest id that both database engines can store. */
const MAX_ID = 2 ** 31 - 1;

/**
 * Reads a WordPress export file from the beginning, entry by entry.
 * @throws PlinthError `wxr_not_readable`, `wxr_invalid`, `wxr_doctype`, `wxr_too_large`
 */
export async function* readWxrFile(path: string): AsyncGenerator<WxrEntry> {
  try {
    yield* readWxr(createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>);
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

/** Reads an export file from a stream. */
export async function* readWxr(chunks: AsyncIterable<Buffer>): AsyncGenerator<WxrEntry> {
  const site = { title: '', home: '', base: '', version: '' };
  let isSiteReturned = false;
  const takeSiteEntry = (): WxrEntry[] => {
    if (isSiteReturned) return [];
    isSiteReturned = true;
    return [
      { kind: 'site', title: site.title, url: (site.home || site.base).replace(/\/+$/, ''), version: site.version },
    ];
  };
  for await (const part of readElements(chunks)) {
    const { element } = part;
    if (part.error) {
      yield* takeSiteEntry();
      yield toProblem(part);
      continue;
    }
    if (element.name === 'title') site.title = element.text;
    else if (element.name === 'wp:base_blog_url') site.home = element.text.trim();
    else if (element.name === 'wp:base_site_url' || element.name === 'link') site.base ||= element.text.trim();
    else if (element.name === 'wp:wxr_version') site.version = element.text.trim();
    const entry = toEntry(element);
    if (!entry) continue;
    yield* takeSiteEntry();
    yield entry;
  }
  yield* takeSiteEntry();
}

function toProblem({ element, error }: WxrPart): WxrProblem {
  const { reason = 'malformed', detail = '' } = error ?? {};
  const readField = createFieldReader(element);
  return {
    kind: 'problem',
    line: element.line,
    about: (
      readField('title') ||
      readField('wp:cat_name') ||
      readField('wp:tag_name') ||
      readField('wp:term_name') ||
      readField('wp:author_login') ||
      element.name
    ).slice(0, 200),
    id: parseId(readField('wp:post_id')),
    reason,
    detail: detail.slice(0, 200),
  };
}

function createFieldReader(element: WxrElement): (name: string) => string {
  const first = new Map<string, string>();
  for (const child of element.children) if (!first.has(child.name)) first.set(child.name, child.text);
  return (name) => first.get(name) ?? '';
}

function parseId(text: string): number {
  const value = Number(text.trim());
  return Number.isInteger(value) && value > 0 && value <= MAX_ID ? value : 0;
}

function readMeta(element: WxrElement, name: string): WxrMeta[] {
  return element.children
    .filter((child) => child.name === name)
    .flatMap((child) => {
      const readField = createFieldReader(child);
      return readField('wp:meta_key') === ''
        ? []
        : [{ key: readField('wp:meta_key').slice(0, 255), value: readField('wp:meta_value') }];
    });
}

function toEntry(element: WxrElement): WxrEntry | undefined {
  const readField = createFieldReader(element);
  const term = (taxonomy: string, slug: string, name: string, parent: string, description: string): WxrEntry => ({
    kind: 'term',
    id: parseId(readField('wp:term_id')),
    taxonomy,
    slug,
    name: name || slug,
    parent,
    description,
    meta: readMeta(element, 'wp:termmeta'),
  });
  switch (element.name) {
    case 'wp:author':
      return {
        kind: 'author',
        id: parseId(readField('wp:author_id')),
        login: readField('wp:author_login').trim(),
        email: readField('wp:author_email').trim(),
        displayName: readField('wp:author_display_name'),
        firstName: readField('wp:author_first_name'),
        lastName: readField('wp:author_last_name'),
      };
    case 'wp:category':
      return term(
        'category',
        readField('wp:category_nicename'),
        readField('wp:cat_name'),
        readField('wp:category_parent'),
        readField('wp:category_description'),
      );
    case 'wp:tag':
      return term('post_tag', readField('wp:tag_slug'), readField('wp:tag_name'), '', readField('wp:tag_description'));
    case 'wp:term':
      return term(
        readField('wp:term_taxonomy').trim(),
        readField('wp:term_slug'),
        readField('wp:term_name'),
        readField('wp:term_parent'),
        readField('wp:term_description'),
      );
    case 'item':
      return toItem(element);
    default:
      return undefined;
  }
}

function toItem(element: WxrElement): WxrItem {
  const readField = createFieldReader(element);
  return {
    kind: 'item',
    id: parseId(readField('wp:post_id')),
    title: readField('title'),
    link: readField('link').trim(),
    guid: readField('guid').trim(),
    creator: readField('dc:creator').trim(),
    content: readField('content:encoded'),
    excerpt: readField('excerpt:encoded'),
    date: readField('wp:post_date').trim(),
    dateGmt: readField('wp:post_date_gmt').trim(),
    modified: readField('wp:post_modified').trim(),
    modifiedGmt: readField('wp:post_modified_gmt').trim(),
    commentStatus: readField('wp:comment_status').trim(),
    pingStatus: readField('wp:ping_status').trim(),
    name: readField('wp:post_name').trim(),
    status: readField('wp:status').trim(),
    parent: parseId(readField('wp:post_parent')),
    menuOrder: Math.trunc(Number(readField('wp:menu_order'))) || 0,
    type: readField('wp:post_type').trim() || 'post',
    password: readField('wp:post_password').slice(0, 255),
    sticky: readField('wp:is_sticky').trim() === '1',
    attachmentUrl: readField('wp:attachment_url').trim(),
    terms: element.children
      .filter((child) => child.name === 'category' && (child.attributes.domain ?? '') !== '')
      .map((child) => ({
        taxonomy: child.attributes.domain === 'tag' ? 'post_tag' : (child.attributes.domain ?? ''),
        slug: child.attributes.nicename ?? '',
        name: child.text,
      })),
    meta: readMeta(element, 'wp:postmeta'),
    comments: element.children.filter((child) => child.name === 'wp:comment').map(toComment),
  };
}

function toComment(element: WxrElement): WxrComment {
  const readField = createFieldReader(element);
  return {
    id: parseId(readField('wp:comment_id')),
    author: readField('wp:comment_author'),
    email: readField('wp:comment_author_email').trim(),
    url: readField('wp:comment_author_url').trim(),
    ip: readField('wp:comment_author_IP').trim(),
    date: readField('wp:comment_date').trim(),
    dateGmt: readField('wp:comment_date_gmt').trim(),
    content: readField('wp:comment_content'),
    approved: readField('wp:comment_approved').trim(),
    type: readField('wp:comment_type').trim(),
    parent: parseId(readField('wp:comment_parent')),
    userId: parseId(readField('wp:comment_user_id')),
    meta: readMeta(element, 'wp:commentmeta'),
  };
}
