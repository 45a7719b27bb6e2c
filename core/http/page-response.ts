import type { Request, Response } from 'express';
import { type Notice, type PageReply, memoize, type Reply } from '../api/index.js';
import type { OpenPage, PageParts } from '../view/index.js';
import type { SitePageRequest } from './page-request.js';
import { sendReply } from './send-reply.js';
import { utf8Bytes } from '../cache/cached-response.js';

/** Allows pages to show embedded content of other sites at a visitor's request. */
export interface PageFrames {
  /** Frame hosts, as origins. */
  readonly origins: readonly string[];
  /** URL of the script that replaces a link with its frame. */
  readonly script: string;
}

const MARK = /\sdata-frame="(https:\/\/[\w.-]+)\//g;

/** Allows the frames of known hosts that a page's links name, on that page alone, and adds the script for them. */
function allowFrames(response: Response, html: string, { origins, script }: PageFrames): string {
  if (!html.includes(' data-frame="')) return html;
  const named = new Set([...html.matchAll(MARK)].map(([, origin = '']) => origin));
  const allowed = origins.filter((origin) => named.has(origin));
  if (allowed.length === 0) return html;
  const policy = String(response.getHeader('content-security-policy') ?? '');
  const sources = allowed.join(' ');
  response.setHeader(
    'Content-Security-Policy',
    /(?:^|;)\s*frame-src /.test(policy)
      ? policy.replace(/frame-src [^;]*/, (directive) => `${directive} ${sources}`)
      : `${policy};frame-src 'self' ${sources}`,
  );
  return html.replace(/<\/body>(?![^]*<\/body>)/, () => `<script src="${script}" defer></script>\n</body>`);
}

/** Text of an owner's page that appears above a plugin's page. */
export interface OwnerTexts {
  readonly title: string;
  /** As HTML; empty for a page without a title. */
  readonly heading: string;
  /** As HTML. */
  readonly text: string;
}

const HEADING = /(<h1\b[^>]*>)([\s\S]*?)(<\/h1>)/i;

/** Inserts the texts into a page: the title replaces its heading, the text follows below. */
function insertOwnerTexts(html: string, { heading, text }: OwnerTexts): string {
  const textHtml = text.trim() === '' ? '' : `<div class="entry-content page-intro">${text}</div>`;
  if (!HEADING.test(html)) return textHtml + html;
  return html.replace(
    HEADING,
    (_all, opens: string, phrase: string, closes: string) =>
      `${opens}${heading === '' ? phrase : heading}${closes}${textHtml}`,
  );
}

/** Maximum number of cached URLs; a page's URL is needed repeatedly, and parsing one takes a microsecond or two. */
const MAX_URLS = 1000;

/** Dependencies of sending a finished reply. */
interface SendPageDeps {
  siteUrl: string;
  siteName(): Promise<string>;
  /** Sends the finished reply; {@link sendReply} when absent. */
  sendReply?: typeof sendReply;
  /** Wraps a screen in its layout. */
  layout(parts: PageParts): Promise<string>;
  /** Renders the view a reply names, on behalf of its owner. */
  renderView(owner: string, reply: PageReply): string;
  /** Content of other sites that pages may embed; none when absent. */
  frames?: PageFrames;
  /** Additional data for the layout. */
  data?(request: SitePageRequest): Promise<Record<string, unknown>>;
}

/** A page of the host's own with a complete document title and optional additional lines in its head. */
export interface DocumentReply extends PageReply {
  readonly documentTitle: string;
  readonly head: readonly string[];
  /** The page, if it was opened before its content was made. */
  readonly openPage?: OpenPage;
  /** Text of the owner's page at the same URL. */
  readonly ownerTexts?: OwnerTexts;
}

export type SendPage = (
  request: SitePageRequest,
  http: Request,
  response: Response,
  owner: string,
  reply: Reply,
) => Promise<void>;

/**
 * Creates the function that turns a reply into a response: pages get their layout, and the visitor's notices are shown
 * once.
 */
export function createSendPage(deps: SendPageDeps): SendPage {
  const finish = deps.sendReply ?? sendReply;
  /** Absolute canonical URLs by the value that pages set; values from visitors are not cached. */
  const canonicalUrls = new Map<string, string>();
  const absoluteUrl = (url: string): string => new URL(url, deps.siteUrl).href;
  const urlOf = (canonical: string | undefined, path: string): string =>
    canonical === undefined
      ? absoluteUrl(path)
      : memoize(canonicalUrls, MAX_URLS, canonical, () => absoluteUrl(canonical));
  return (request, _http, response, owner, reply) =>
    reply.kind === 'page' ? sendPage(request, response, owner, reply) : finish(response, reply, deps.siteUrl);

  async function sendPage(
    request: SitePageRequest,
    response: Response,
    owner: string,
    reply: PageReply,
  ): Promise<void> {
    const content = reply.html ?? deps.renderView(owner, reply);
    const body = isDocument(reply) && reply.ownerTexts ? insertOwnerTexts(content, reply.ownerTexts) : content;
    const name = await deps.siteName();
    const titleWithSite = reply.title === '' ? name : `${reply.title} – ${name}`;
    const notices = request.session.get<Notice[]>('notices') ?? [];
    if (notices.length > 0) request.session.set('notices', undefined);
    const html = await deps.layout({
      title: isDocument(reply) ? reply.documentTitle : titleWithSite,
      body,
      description: reply.description,
      canonical: reply.canonical === '' ? undefined : urlOf(reply.canonical, request.path),
      robots: reply.robots,
      bodyClass: reply.bodyClass,
      jsonLd: reply.jsonLd,
      head: isDocument(reply) ? reply.head : [],
      ...(isDocument(reply) && reply.openPage ? { opened: reply.openPage } : {}),
      data: {
        notices,
        enclosed: reply.minimalChrome ?? false,
        currentUrl: currentUrl(deps, request),
        ...(await deps.data?.(request)),
      },
    });
    const finalHtml = deps.frames ? allowFrames(response, html, deps.frames) : html;
    // As bytes: the length of a string could only be determined by encoding it twice.
    await finish(
      response,
      { ...reply, kind: 'body', type: 'text/html; charset=UTF-8', body: utf8Bytes(finalHtml) },
      deps.siteUrl,
    );
  }
}

/** Returns the URL of the page shown; at the home URL the query determines which page that is. */
function currentUrl({ siteUrl }: SendPageDeps, { path, url }: SitePageRequest): string {
  return siteUrl + path + (path === '/' ? url.search : '');
}

function isDocument(reply: PageReply): reply is DocumentReply {
  return 'documentTitle' in reply;
}
