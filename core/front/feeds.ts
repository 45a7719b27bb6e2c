import { type BodyReply, type Post, type WpQuery } from '../api/index.js';
import { commentItems, getNewestComments } from './comments/index.js';
import { documentTitle } from './document-title.js';
import { captureFeedOutput, type FeedItem } from './feed-hooks.js';
import type { FrontPartDeps } from './front-deps.js';
import type { MainQuery } from './main-query.js';
import { NO_CACHE } from '../responses/index.js';
import type { SitePageRequest } from '../http/page-request.js';
import { plainTitle, toCdata, escapeXmlText } from './xml-text.js';
import { viewPost } from './post-view.js';
import { decodeSiteName } from '../formatting/index.js';

interface Feed {
  title: string;
  url: string;
  selfUrl: string;
  description: string;
  language: string;
  /** Output of plugins for the root element: attributes. */
  attributes: string;
  /** Output of plugins before the items. */
  head: string;
  items: readonly FeedItem[];
}

type FeedWriter = (feed: Feed) => string;

const FEED_WRITERS: Readonly<Record<string, readonly [type: string, write: FeedWriter]>> = {
  rss2: ['application/rss+xml', writeRss],
  rss: ['application/rss+xml', writeRss],
  atom: ['application/atom+xml', writeAtom],
  rdf: ['application/rdf+xml', writeRdf],
};

/** Responds to a request for a feed of posts or comments. */
export async function feedReply(deps: FrontPartDeps, main: MainQuery, request: SitePageRequest): Promise<BodyReply> {
  const requestedFeed = String(main.vars.feed);
  const kind = requestedFeed === 'feed' ? 'rss2' : requestedFeed;
  const [type, write] = (Object.hasOwn(FEED_WRITERS, kind) ? FEED_WRITERS[kind] : undefined) ?? [];
  if (type === undefined || write === undefined) return unknownFeedReply(deps);
  const lastModified = await getLastModified(deps, main);
  const modifiedSince = Date.parse(request.header('if-modified-since') ?? '');
  if (main.status === 200 && lastModified !== undefined && modifiedSince >= Date.parse(lastModified))
    return {
      kind: 'body',
      status: 304,
      type: `${type}; charset=UTF-8`,
      headers: { 'Last-Modified': lastModified },
      body: '',
    };
  await deps.hooks.doAction(`do_feed_${kind}`, main.is.commentFeed, kind);
  const parts = main.is.commentFeed ? await commentParts(deps, main) : await postParts(deps, main, kind);
  const feed: Feed = {
    ...parts,
    url: main.post ? (await deps.content.getPermalink(main.post)) || deps.siteUrl : `${deps.siteUrl}/`,
    selfUrl: request.url.href,
    description: decodeSiteName(await deps.options.getOption('blogdescription')),
    language: 'en-US',
  };
  return {
    kind: 'body',
    type: `${type}; charset=UTF-8`,
    status: main.status,
    headers: lastModified === undefined ? {} : { 'Last-Modified': lastModified },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n${write(feed)}`,
  };
}

type FeedParts = Pick<Feed, 'title' | 'attributes' | 'head' | 'items'>;

/** Returns the parts of a comment feed. */
async function commentParts(deps: FrontPartDeps, main: MainQuery): Promise<FeedParts> {
  const comments = await getNewestComments(deps, main);
  const title = await feedTitle(deps, main);
  const head: string[] = [];
  await deps.hooks.doAction('commentsrss2_head', head);
  const items = await commentItems(deps, comments, main.post !== undefined);
  return { title, attributes: '', head: head.join(''), items };
}

/** Returns the parts of a post feed. */
async function postParts(deps: FrontPartDeps, main: MainQuery, kind: string): Promise<FeedParts> {
  const title = await deps.hooks.applyFilters('get_wp_title_rss', await feedTitle(deps, main));
  const attributes = await captureFeedOutput(deps.hooks, kind, 'ns');
  const head = await captureFeedOutput(deps.hooks, kind, 'head');
  const items: FeedItem[] = [];
  for (const post of main.posts) items.push(await toFeedItem(deps, post, main.query, kind));
  return { title, attributes: attributes === '' ? '' : ` ${attributes.trim()}`, head, items };
}

/** Responds to a request for an unknown feed type. */
function unknownFeedReply({ translate }: FrontPartDeps): BodyReply {
  const message = translate('<strong>Error:</strong> This is not a valid feed template.').replace(/<[^<>]*>/g, '');
  return {
    kind: 'body',
    status: 404,
    type: 'text/xml; charset=UTF-8',
    headers: NO_CACHE,
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<error><message>${escapeXmlText(message)}</message></error>\n`,
  };
}

async function feedTitle(deps: FrontPartDeps, main: MainQuery): Promise<string> {
  const title =
    main.is.commentFeed && main.post
      ? plainTitle(await deps.content.getTheTitle(main.post.id))
      : await documentTitle(deps, main);
  if (!main.is.commentFeed) return title;
  return main.post ? deps.translate('Comments on: %s', title) : deps.translate('Comments for %s', title);
}

/** Returns the time of the last public change for the `Last-Modified` header; undefined for protected content. */
async function getLastModified(
  { content, newestPost, newestComment }: FrontPartDeps,
  { vars, post }: MainQuery,
): Promise<string | undefined> {
  if (post !== undefined && post.post_password !== '') return undefined;
  const isSinglePost = ['p', 'name', 'page_id', 'pagename', 'attachment', 'attachment_id'].some(
    (name) => vars[name] !== undefined && vars[name] !== '' && vars[name] !== 0,
  );
  const comments = vars.withcomments || (isSinglePost && !vars.withoutcomments);
  const newest = [
    await newestPost(content.getPostTypes({ public: true }).map(({ name }) => name)),
    comments ? await newestComment() : undefined,
  ];
  const last = newest
    .filter((moment) => moment !== undefined)
    .sort()
    .at(-1);
  return last === undefined ? undefined : rfc822(last).replace('+0000', 'GMT');
}

async function toFeedItem(deps: FrontPartDeps, post: Post, query: WpQuery, kind: string): Promise<FeedItem> {
  const { hooks } = deps;
  const view = await viewPost(deps, post, { list: true, isFullText: true, page: 1, query });
  const isFullText = String(await deps.options.getOption('rss_use_excerpt')) !== '1';
  return {
    title: await hooks.applyFilters('the_title_rss', view.title),
    url: await hooks.applyFilters('the_permalink_rss', view.url),
    guid: post.guid || view.url,
    author: view.author?.name ?? '',
    date: post.post_date_gmt ?? '',
    categories: await termNames(deps, post),
    summary: await hooks.applyFilters('the_excerpt_rss', await deps.excerptText(post)),
    content: isFullText ? await hooks.applyFilters('the_content_feed', view.content, kind) : '',
    extraXml: await captureFeedOutput(hooks, kind, 'item'),
  };
}

/** Returns the names of all terms of a post, from all taxonomies. */
async function termNames({ content }: FrontPartDeps, post: Post): Promise<string[]> {
  const names: string[] = [];
  for (const { name, publiclyQueryable } of content.getObjectTaxonomies(post.post_type)) {
    const terms = publiclyQueryable ? await content.getTheTerms(post.id, name) : false;
    if (Array.isArray(terms)) names.push(...terms.map((term) => decodeSiteName(term.name)));
  }
  return names;
}

function writeRss({ title, url, selfUrl, description, language, attributes, head, items }: Feed): string {
  const entries = items.map(
    (item) =>
      `<item>\n<title>${escapeXmlText(plainTitle(item.title))}</title>\n<link>${escapeXmlText(item.url)}</link>\n<dc:creator>${toCdata(item.author)}</dc:creator>\n<pubDate>${escapeXmlText(item.rssDate ?? rfc822(item.date))}</pubDate>\n` +
      `${item.categories.map((name) => `<category>${toCdata(name)}</category>\n`).join('')}<guid isPermaLink="false">${escapeXmlText(item.guid)}</guid>\n<description>${toCdata(item.summary)}</description>\n` +
      `${item.content === '' ? '' : `<content:encoded>${toCdata(item.content)}</content:encoded>\n`}${item.extraXml ?? ''}</item>\n`,
  );
  return (
    '<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom"' +
    `${attributes}>\n<channel>\n<title>${escapeXmlText(title)}</title>\n<atom:link href="${escapeXmlText(selfUrl)}" rel="self" type="application/rss+xml" />\n<link>${escapeXmlText(url)}</link>\n<description>${escapeXmlText(description)}</description>\n` +
    `<language>${language}</language>\n${head}${entries.join('')}</channel>\n</rss>\n`
  );
}

function writeAtom({ title, url, selfUrl, description, attributes, head, items }: Feed): string {
  const updated =
    items
      .map((item) => item.date)
      .sort()
      .at(-1) ?? '1970-01-01 00:00:00';
  const entries = items.map(
    (item) =>
      `<entry>\n<author><name>${escapeXmlText(item.author)}</name></author>\n<title type="html">${toCdata(item.title)}</title>\n<link rel="alternate" type="text/html" href="${escapeXmlText(item.url)}" />\n` +
      `<id>${escapeXmlText(item.guid)}</id>\n<updated>${toRfc3339(item.date)}</updated>\n<published>${toRfc3339(item.date)}</published>\n<summary type="html">${toCdata(item.summary)}</summary>\n` +
      `${item.content === '' ? '' : `<content type="html">${toCdata(item.content)}</content>\n`}${item.extraXml ?? ''}</entry>\n`,
  );
  return (
    `<feed xmlns="http://www.w3.org/2005/Atom"${attributes}>\n<title type="text">${escapeXmlText(title)}</title>\n<subtitle type="text">${escapeXmlText(description)}</subtitle>\n<updated>${toRfc3339(updated)}</updated>\n` +
    `<link rel="alternate" type="text/html" href="${escapeXmlText(url)}" />\n<id>${escapeXmlText(selfUrl)}</id>\n<link rel="self" type="application/atom+xml" href="${escapeXmlText(selfUrl)}" />\n${head}${entries.join('')}</feed>\n`
  );
}

function writeRdf({ title, url, description, attributes, head, items }: Feed): string {
  const entries = items.map(
    (item) =>
      `<item rdf:about="${escapeXmlText(item.url)}">\n<title>${escapeXmlText(plainTitle(item.title))}</title>\n<link>${escapeXmlText(item.url)}</link>\n<dc:creator>${toCdata(item.author)}</dc:creator>\n<dc:date>${toRfc3339(item.date)}</dc:date>\n<description>${toCdata(item.summary)}</description>\n${item.content === '' ? '' : `<content:encoded>${toCdata(item.content)}</content:encoded>\n`}${item.extraXml ?? ''}</item>\n`,
  );
  return (
    '<rdf:RDF xmlns="http://purl.org/rss/1.0/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"' +
    `${attributes}>\n<channel rdf:about="${escapeXmlText(url)}">\n<title>${escapeXmlText(title)}</title>\n<link>${escapeXmlText(url)}</link>\n<description>${escapeXmlText(description)}</description>\n` +
    `<items><rdf:Seq>\n${items.map((item) => `<rdf:li rdf:resource="${escapeXmlText(item.url)}" />\n`).join('')}</rdf:Seq></items>\n${head}</channel>\n${entries.join('')}</rdf:RDF>\n`
  );
}

function rfc822(utc: string): string {
  return new Date(`${utc.replace(' ', 'T')}Z`).toUTCString().replace('GMT', '+0000');
}

function toRfc3339(utc: string): string {
  return `${utc.replace(' ', 'T')}Z`;
}
