import { type FrontRoute, type PageReply } from '../api/index.js';
import type { OwnTexts, SitePageRequest } from '../http/index.js';
import type { DocumentReply } from '../http/page-response.js';
import { isFixedPage } from '../plugins/index.js';
import { pluginTitle } from './document-title.js';
import type { FrontPartDeps } from './front-deps.js';
import { pluginRobots } from './robots.js';

type OwnWordsDeps = Pick<FrontPartDeps, 'content' | 'formatting' | 'theContent'>;

/**
 * Returns the texts of the owner's page with the URL of a plugin's page, such as `/contact/`: its title replaces that
 * of the plugin's page, and its content is shown above. Used only for the plain page, not for filtered lists and
 * submitted forms.
 */
export async function ownTextsAt(
  { content, formatting, theContent }: OwnWordsDeps,
  route: FrontRoute,
  request: SitePageRequest,
  { status = 200 }: PageReply,
): Promise<OwnTexts | undefined> {
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

/** Completes a plugin's page, so that filters of titles and robots directives apply to all pages. */
export async function pluginDocument(deps: PluginDocumentDeps, reply: PageReply): Promise<DocumentReply> {
  return {
    ...reply,
    documentTitle: await pluginTitle(deps, reply.title),
    robots: await pluginRobots(deps, reply.robots),
    head: [],
  };
}
