import type { FrontRoute, PageRequest, Reply } from 'plinth';
import { ALERT_PATH, alertForm, type AlertFormDeps, alertReply } from './subscribe-form.js';
import type { AlertStore } from './subscription-store.js';

interface AlertPageDeps extends AlertFormDeps {
  readonly store: AlertStore;
}

/**
 * The `/back-in-stock/` pages: the subscription form and the links in the emails. The response is the same whatever the
 * mailbox.
 */
export function alertPages(deps: AlertPageDeps): FrontRoute[] {
  const { scope, store, findProduct } = deps;
  const { __ } = scope;

  const productUrl = (slug: string): string => scope.homeUrl(`/product/${slug}/`);
  const expiredReply = (): Reply =>
    alertReply(
      scope,
      __('This link is no longer valid'),
      {
        sentence: __('The notification was already sent, canceled, or not confirmed in time.'),
        url: scope.homeUrl('/shop/'),
        link: __('Go to shop'),
      },
      404,
    );

  /** Mail scanners open links too, so a button must be pressed to confirm. The key authenticates the request. */
  async function confirm(request: PageRequest): Promise<Reply> {
    const row = await store.findByConfirmKey(request.params.key ?? '');
    const entity = row && (await findProduct(row.product_id, row.variation_id));
    if (!row || !entity) return expiredReply();
    if (request.method === 'POST') await store.confirm(row.id);
    const isDone = row.confirmed === 1 || request.method === 'POST';
    return alertReply(scope, __('Notify me when available'), {
      name: entity.name,
      sentence: isDone
        ? __('Thank you. We will send one email to %s when it is back in stock.', row.email)
        : __('Send an email to %s when it is back in stock?', row.email),
      button: isDone ? '' : __('Yes, notify me'),
      url: productUrl(entity.slug),
      link: __('View product'),
    });
  }

  async function stop(request: PageRequest): Promise<Reply> {
    const key = request.params.key ?? '';
    const rows = await store.listByStopKey(key);
    if (request.method === 'POST') await store.stop(key);
    // Also shown when no subscription is left, so that a button in an old email still confirms the current state.
    if (request.method === 'POST' || rows.length === 0)
      return alertReply(scope, __('Unsubscribe'), {
        sentence: __('You will get no more back-in-stock notifications. We no longer keep your address for them.'),
        url: scope.homeUrl('/shop/'),
        link: __('Go to shop'),
      });
    const names = (await Promise.all(rows.map((row) => findProduct(row.product_id, row.variation_id)))).flatMap(
      (entity) => entity?.name ?? [],
    );
    return alertReply(scope, __('Unsubscribe'), {
      sentence: __('Cancel your back-in-stock notifications?'),
      names,
      button: __('Yes, cancel them'),
    });
  }

  return [
    { path: ALERT_PATH, methods: ['POST'], handler: alertForm(deps) },
    { path: `${ALERT_PATH}:key/`, handler: confirm },
    { path: `${ALERT_PATH}:key/stop/`, handler: stop },
  ];
}
