import type { PageReply, Steps } from '../api/index.js';
import type { DocumentReply } from '../http/page-answer.js';
import { pluginTitle } from './document-title.js';
import type { FrontPartDeps } from './front-deps.js';
import { pluginRobots } from './robots.js';

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
