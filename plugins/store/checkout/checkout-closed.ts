import { type FrontRoute, mapSeries, type PluginScope, type Reply } from 'plinth';
import { isFailedClosed } from '../contract/failed-closed.js';

/** An area that plugins declare in `protects` of their plugin.json; it is closed while such a plugin does not run. */
type ProtectedArea = 'checkout' | 'prices';

/** Retry-After value in seconds; a broken plugin needs the owner's attention first. */
const RETRY_AFTER_SECONDS = '300';

/**
 * Closes a page of the checkout process while an active plugin that protects it is not running or fails, so that its
 * checks cannot be bypassed.
 */
export function whileGuarded(
  scope: Pick<PluginScope, '__' | 'failedGuards' | 'homeUrl' | 'escHtml' | 'log'>,
  areas: readonly ProtectedArea[],
  route: FrontRoute,
): FrontRoute {
  const { __, escHtml } = scope;

  function closedReply(): Reply {
    const title = __('Orders are currently unavailable');
    const html = `<h1>${escHtml(title)}</h1>
<p>${escHtml(__('A part of the shop needed for ordering is currently unavailable, so you can’t place an order. Your cart is saved. Please try again in a few minutes.'))}</p>
<p><a class="button" href="${escHtml(scope.homeUrl('/cart/'))}">${escHtml(__('Back to cart'))}</a></p>`;
    return {
      kind: 'page',
      status: 503,
      title,
      html,
      robots: 'noindex',
      bodyClass: ['store-checkout'],
      headers: { 'Cache-Control': 'no-store', 'Retry-After': RETRY_AFTER_SECONDS },
    };
  }

  return {
    ...route,
    async handler(request) {
      const failedPlugins = (await mapSeries(areas, (entity) => scope.failedGuards(entity))).flat();
      if (failedPlugins.length > 0) {
        scope.log.error('a shop page is closed because a plugin that protects it is not running', {
          path: route.path,
          plugins: [...new Set(failedPlugins)],
        });
        return closedReply();
      }
      try {
        return await route.handler(request);
      } catch (error) {
        if (isFailedClosed(error)) return closedReply();
        throw error;
      }
    },
  };
}
