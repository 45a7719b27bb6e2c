import { type FrontRoute, type PageReply, ready, type Steps } from '../api/index.js';
import type { OwnTexts, SitePageRequest } from '../http/index.js';
import type { DocumentReply } from '../http/page-response.js';
import { isFixedPage } from '../plugins/index.js';
import { pluginTitle } from './document-title.js';
import type { FrontPartDeps } from './front-deps.js';
import { pluginRobots } from './robots.js';

type OwnWordsDeps = Pick<FrontPartDeps, 'content' | 'formatting' | 'theContent'>;

/**
 * What the owner's page says that has the address of a plugin's page, such as `/contact/`: it names that page, and stands above what the plugin shows.
 * Only the plain page has it; lists that are searched, and forms that were sent, speak for themselves.
 */
export function* ownTextsAt(
  { content, formatting, theContent }: OwnWordsDeps,
  route: FrontRoute,
  request: SitePageRequest,
  { status = 200 }: PageReply,
): Steps<OwnTexts | undefined> {
  if (!isFixedPage(route) || status !== 200 || request.url.search !== '' || request.method === 'POST') return undefined;
  const post = yield* ready(content.now.getPageByPath(route.path.replace(/^\/+|\/+$/g, '')));
  if (post?.post_status !== 'publish' || post.post_password !== '') return undefined;
  return {
    title: post.post_title,
    heading: formatting.escHtml(post.post_title),
    text: yield* ready(theContent(post.post_content, post)),
  };
}

type PluginDocumentDeps = Pick<FrontPartDeps, 'hooks' | 'content' | 'options' | 'formatting' | 'translate' | 'locale'>;

/** Completes the page of a plugin, so that whoever changes titles and robots changes those of all pages. */
export function* pluginDocument(deps: PluginDocumentDeps, reply: PageReply): Steps<DocumentReply> {
  return {
    ...reply,
    documentTitle: yield* pluginTitle(deps, reply.title),
    robots: yield* pluginRobots(deps, reply.robots),
    head: [],
  };
}
