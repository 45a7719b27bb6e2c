import type { HookApi, Reply } from '../api/index.js';
import { filteredReply } from '../replies/index.js';
import type { Handler } from './app.js';
import type { MakePageRequest, SitePageRequest } from './page-request.js';
import { sendReply } from './send-reply.js';

/** Makes an Express handler of one that answers page requests with finished replies, which pass the filters of WordPress's own screens. */
export function pageHandler(
  makeRequest: MakePageRequest,
  siteUrl: string,
  hooks: Pick<HookApi, 'applyFilters' | 'hasFilter'>,
  answer: (request: SitePageRequest) => Promise<Reply>,
): Handler {
  return async (request, response) => {
    const reply = await filteredReply(hooks, await answer(await makeRequest(request)));
    if (reply.kind === 'page') throw new TypeError('A page needs a layout before it can be sent.');
    await sendReply(response, reply, siteUrl);
    return true;
  };
}
