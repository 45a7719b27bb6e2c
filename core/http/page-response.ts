import type { Request, Response } from 'express';
import {
  inSteps,
  type MaybePromise,
  type Notice,
  type PageReply,
  ready,
  memoize,
  type Reply,
  type Steps,
} from '../api/index.js';
import type { OpenPage, PageParts } from '../view/index.js';
import type { SitePageRequest } from './page-request.js';
import { sendReply } from './send-reply.js';
import { utf8Bytes } from './cached-page.js';

/** What lets pages show things of other sites once a visitor asks for them. */
export interface PageFrames {
  /** Hosts of frames, as origins. */
  readonly origins: readonly string[];
  /** The address of the script that puts a frame in the place of its link. */
  readonly script: string;
}

const MARK = /\sdata-frame="(https:\/\/[\w.-]+)\//g;

/** Allows a page the frames that its links name, of known hosts and on that page alone, and gives it the script for them. */
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
      ? policy.replace(/frame-src [^;]*/, (given) => `${given} ${sources}`)
      : `${policy};frame-src 'self' ${sources}`,
  );
  return html.replace(/<\/body>(?![^]*<\/body>)/, () => `<script src="${script}" defer></script>\n</body>`);
}

/** What an owner's page says above a page of a plugin. */
export interface OwnTexts {
  readonly title: string;
  /** As HTML; empty for a page without a title. */
  readonly heading: string;
  /** As HTML. */
  readonly text: string;
}

const HEADING = /(<h1\b[^>]*>)([\s\S]*?)(<\/h1>)/i;

/** Puts them into a page: the title in place of its heading, the text below. */
function withOwnWords(html: string, { heading, text }: OwnTexts): string {
  const said = text.trim() === '' ? '' : `<div class="entry-content own-words">${text}</div>`;
  if (!HEADING.test(html)) return said + html;
  return html.replace(
    HEADING,
    (_all, opens: string, phrase: string, closes: string) =>
      `${opens}${heading === '' ? phrase : heading}${closes}${said}`,
  );
}

/** Addresses that are remembered; a page's is asked for again and again, and reading one takes a microsecond or two. */
const MAX_ADDRESSES = 1000;

/** How a finished reply reaches the visitor. */
interface PageAnswerDeps {
  siteUrl: string;
  siteName(): MaybePromise<string>;
  /** Sends what is finished; {@link sendReply} when absent. */
  finish?: typeof sendReply;
  /** Puts a screen into its layout. */
  layout(parts: PageParts): MaybePromise<string>;
  /** Renders the view a reply names, in the name of its owner. */
  renderView(owner: string, reply: PageReply): string;
  /** What pages may show of other sites; nothing when absent. */
  frames?: PageFrames;
  /** What the layout gets besides. */
  data?(request: SitePageRequest): MaybePromise<Record<string, unknown>>;
}

/** A page of the host's own: its title is complete, and its head may have further lines. */
export interface DocumentReply extends PageReply {
  readonly documentTitle: string;
  readonly head: readonly string[];
  /** The page, when it was opened before its content was made. */
  readonly opened?: OpenPage;
  /** What the owner's page of the same address says. */
  readonly own?: OwnTexts;
}

export type SendPage = (
  request: SitePageRequest,
  http: Request,
  response: Response,
  owner: string,
  reply: Reply,
) => MaybePromise<void>;

/** Makes the function that turns a reply into an answer: pages get their layout, and the visitor's notices are shown once. */
export function createSendPage(deps: PageAnswerDeps): SendPage {
  const finish = deps.finish ?? sendReply;
  /** Whole addresses of record, by what pages say; what visitors send is not remembered. */
  const addresses = new Map<string, string>();
  const whole = (address: string): string => new URL(address, deps.siteUrl).href;
  const addressOf = (said: string | undefined, path: string): string =>
    said === undefined ? whole(path) : memoize(addresses, MAX_ADDRESSES, said, () => whole(said));
  return (request, _http, response, owner, reply) =>
    reply.kind === 'page'
      ? inSteps(() => sendPage(request, response, owner, reply))
      : finish(response, reply, deps.siteUrl);

  function* sendPage(request: SitePageRequest, response: Response, owner: string, reply: PageReply): Steps<void> {
    const made = reply.html ?? deps.renderView(owner, reply);
    const body = isDocument(reply) && reply.own ? withOwnWords(made, reply.own) : made;
    const name = yield* ready(deps.siteName());
    const titleWithSite = reply.title === '' ? name : `${reply.title} – ${name}`;
    const notices = request.session.get<Notice[]>('notices') ?? [];
    if (notices.length > 0) request.session.set('notices', undefined);
    const html = yield* ready(
      deps.layout({
        title: isDocument(reply) ? reply.documentTitle : titleWithSite,
        body,
        description: reply.description,
        canonical: reply.canonical === '' ? undefined : addressOf(reply.canonical, request.path),
        robots: reply.robots,
        bodyClass: reply.bodyClass,
        jsonLd: reply.jsonLd,
        head: isDocument(reply) ? reply.head : [],
        ...(isDocument(reply) && reply.opened ? { opened: reply.opened } : {}),
        data: {
          notices,
          enclosed: reply.minimalChrome ?? false,
          currentUrl: currentUrl(deps, request),
          ...(yield* ready(deps.data?.(request))),
        },
      }),
    );
    const shown = deps.frames ? allowFrames(response, html, deps.frames) : html;
    // As bytes: how many a text has would otherwise be found out by encoding it twice.
    yield* ready(
      finish(
        response,
        { ...reply, kind: 'body', type: 'text/html; charset=UTF-8', body: utf8Bytes(shown) },
        deps.siteUrl,
      ),
    );
  }
}

/** The address of the page shown; at the home address the query says which page that is. */
function currentUrl({ siteUrl }: PageAnswerDeps, { path, url }: SitePageRequest): string {
  return siteUrl + path + (path === '/' ? url.search : '');
}

function isDocument(reply: PageReply): reply is DocumentReply {
  return 'documentTitle' in reply;
}
