import { type FrontRoute, type PageReply } from '../api/index.js';
import type { OwnerTexts, SitePageRequest } from '../http/index.js';
import type { DocumentReply } from '../http/page-response.js';
import { isFixedPage } from '../plugins/index.js';
import { pluginTitle } from './document-title.js';
import type { FrontPartDeps } from './front-deps.js';
import { pluginRobots } from './robots.js';

type OwnerTextsDeps = Pick<FrontPartDeps, 'content' | 'formatting' | 'theContent'>;

/**
 * Returns the texts of the owner's page with the same URL as a plugin's page, such as `/contact/`. Its title replaces
 * the title of the plugin's page, and its content is shown above it. This does not apply to filtered lists and
 * submitted forms.
 */
export async function getOwnerTexts(
  { content, formatting, theContent }: OwnerTextsDeps,
  route: FrontRoute,
  request: SitePageRequest,
  { status = 200 }: PageReply,
): Promise<OwnerTexts | undefined> {
  if (!isFixedPage(route) || status !== 200 || request.url.search !== '' || request.method === 'POST') return undefined;
  const post = await content.getPageByPath(route.path.replace(/^\/+|\/+$/g, ''));
  if (post?.post_status !== 'publish' || post.post_password !== '') return undefined;
  return {
    title: post.post_title,
    heading: formatting.escHtml(post.post_title),
    text: await theContent(post.post_content, post),
  };
}

type PluginDocumentDeps = Pick<FrontPartDeps, 'hooks' | 'content' | 'options' | 'formatting' | 'translate' | 'locale'>;

/** Completes a plugin's page with its full title and robots directives, so that their filters apply to all pages. */
export async function completePluginPage(deps: PluginDocumentDeps, reply: PageReply): Promise<DocumentReply> {
  return {
    ...reply,
    documentTitle: await pluginTitle(deps, reply.title),
    robots: await pluginRobots(deps, reply.robots),
    head: [],
  };
}
