import type { FrontRoute, PageRequest, Reply } from 'plinth';
import { ALERT_PATH, alertForm, type AlertFormDeps, alertReply } from './subscribe-form.js';
import type { AlertStore } from './subscription-store.js';

interface AlertPageDeps extends AlertFormDeps {
  readonly store: AlertStore;
}

/** `/back-in-stock/`: the wish to be written to, and the links of the letters. Whatever the mailbox, the answer is the same. */
export function alertPages(deps: AlertPageDeps): FrontRoute[] {
  const { scope, store, named } = deps;
  const { __ } = scope;

  const productUrl = (slug: string): string => scope.homeUrl(`/product/${slug}/`);
  const gone = (): Reply =>
    alertReply(
      scope,
      __('This link does not work any more'),
      {
        sentence: __(
          'Nothing is noted for it: the letter was sent, the wish was taken back, or it was not confirmed in time.',
        ),
        url: scope.homeUrl('/shop/'),
        link: __('To the shop'),
      },
      404,
    );

  /** Programs that look through letters open links too, so a button says what is meant. The key proves who asks. */
  async function confirm(request: PageRequest): Promise<Reply> {
    const row = await store.byConfirmKey(request.params.key ?? '');
    const thing = row && (await named(row.product_id, row.variation_id));
    if (!row || !thing) return gone();
    if (request.method === 'POST') await store.confirm(row.id);
    const isDone = row.confirmed === 1 || request.method === 'POST';
    return alertReply(scope, __('Tell me when it is back'), {
      name: thing.name,
      sentence: isDone
        ? __('Thank you. We write to %s when it is back, once.', row.email)
        : __('Shall we write to %s when it is back?', row.email),
      button: isDone ? '' : __('Yes, write to me'),
      url: productUrl(thing.slug),
      link: __('To the product'),
    });
  }

  async function stop(request: PageRequest): Promise<Reply> {
    const key = request.params.key ?? '';
    const rows = await store.byStopKey(key);
    if (request.method === 'POST') await store.stop(key);
    // Also when there is nothing left to end: who presses it in an old letter is told what holds.
    if (request.method === 'POST' || rows.length === 0)
      return alertReply(scope, __('No more letters'), {
        sentence: __('You get no letters about products that are back. Your address is not kept for them.'),
        url: scope.homeUrl('/shop/'),
        link: __('To the shop'),
      });
    const names = (await Promise.all(rows.map((row) => named(row.product_id, row.variation_id)))).flatMap(
      (thing) => thing?.name ?? [],
    );
    return alertReply(scope, __('No more letters'), {
      sentence: __('Shall we forget that you wait for this?'),
      names,
      button: __('Yes, forget it'),
    });
  }

  return [
    { path: ALERT_PATH, methods: ['POST'], handler: alertForm(deps) },
    { path: `${ALERT_PATH}:key/`, handler: confirm },
    { path: `${ALERT_PATH}:key/stop/`, handler: stop },
  ];
}
