import type { PageRequest, PluginScope } from 'plinth';
import type { RunningFilter } from '../facet-plugin.js';
import { createCrawlLimit, type CrawlLimit } from '../pages/crawl-limit.js';
import { canonicalUrl } from '../pages/one-spelling.js';
import { NO_CONTEXT } from '../widget/widget-context.js';
import { getSelectionParams } from './embed.js';

/**
 * Checks the URL of a page before the page is rendered: clients that crawl endless combinations are rate-limited, and
 * alternative URLs of a selection redirect to one.
 * @param limit with its own clock
 */
export function registerUrlGuard(
  scope: PluginScope,
  running: RunningFilter,
  limit: CrawlLimit = createCrawlLimit(),
): void {
  const service = running.container;

  async function isLanding(url: URL): Promise<boolean> {
    const address = url.pathname + url.search;
    const pages = service().get('pages');
    for (const landing of await service().get('landings').all())
      if ((await pages.address(landing)) === address) return true;
    return false;
  }

  /** @returns whether a response was sent */
  async function enforceLimit(request: PageRequest): Promise<boolean> {
    const names = getSelectionParams(request.url, service().get('urls').read);
    if (names.length === 0 || (await isLanding(request.url))) return false;
    const waitSeconds = limit.retryAfter({
      ip: scope.clientIp('counting'),
      paramNames: names,
      isNavigation: request.header('sec-fetch-mode') === 'navigate',
    });
    if (waitSeconds > 0)
      scope.wpDie(
        scope.__(
          'You have opened many filter combinations in a short time. Please wait a moment, then reload the page.',
        ),
        scope.__('One moment, please'),
        { response: 429, retryAfter: waitSeconds },
      );
    return waitSeconds > 0;
  }

  async function redirectToCanonical(request: PageRequest): Promise<void> {
    const location = await canonicalUrl(request.url, request.query, {
      read: (params) => service().get('filter').read(params, NO_CONTEXT),
      urls: service().get('urls'),
    });
    if (location !== undefined) scope.wpRedirect(location, 301);
  }

  scope.addAction('template_redirect', () => {
    const request = scope.currentRequest();
    // Nearly all pages return here without a promise to await.
    return !request || request.method === 'POST' || request.url.search === '' ? undefined : checkUrl(request);
  });

  async function checkUrl(request: PageRequest): Promise<void> {
    try {
      if (!(await enforceLimit(request))) await redirectToCanonical(request);
    } catch (error) {
      // Without an index, URLs cannot be normalized; the page itself reports the error.
      scope.log.warn('the filter URL of a request could not be checked', { error: String(error) });
    }
  }
}
