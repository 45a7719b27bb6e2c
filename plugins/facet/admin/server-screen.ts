import { type AdminPage, type PageRequest, type Reply, toUtcString } from 'plinth';
import { MAX_SQL_PRODUCTS } from '../server/engine-choice.js';
import { createGroongaClient, serverOrigin } from '../server/groonga-client.js';
import { MAX_DISTINCT_NUMBERS } from '../server/server-query.js';
import { type ScreenDeps, screenPath, SERVER_SLUG, SLUG } from './screen-parts.js';

/**
 * Returns the screen of the search server: whether the filter uses one, its status, and its limitations. Restricted to
 * site administrators, since the site's processes request the entered address.
 */
export function createServerScreen({ scope, running }: ScreenDeps): AdminPage {
  const { __ } = scope;

  async function renderPage(address?: string, problem?: string): Promise<Reply> {
    scope.useAsset('facet-admin');
    await running.engineChoice.applySetting();
    const status = running.engineChoice.status();
    const data = {
      address: address ?? status?.origin ?? '',
      error: problem,
      status,
      silentSince: status?.downSince === undefined ? '' : toUtcString(status.downSince),
      limits: [
        __(
          'Best match: products containing the words are found, but not sorted by how closely they match; available and top-rated products come first.',
        ),
        __('Typo tolerance, “Did you mean”, and autocomplete.'),
        __('Your product order rules: products appear as if there were no rules.'),
        __(
          'Sort orders and facet types added by plugins: the default order is used, and such facets don’t filter any products out.',
        ),
        __(
          'Bars above sliders with more than %d different numbers. Numbers are exact to 16 digits.',
          MAX_DISTINCT_NUMBERS,
        ),
      ],
      better: __(
        'In shops with up to %d products, the database handles searches and lists with rules instead, including match quality, typos, and positions.',
        MAX_SQL_PRODUCTS,
      ),
    };
    return { kind: 'page', status: problem ? 422 : 200, title: __('Search server'), view: 'admin/server', data };
  }

  async function save(request: PageRequest): Promise<Reply> {
    const address = request.field('address').trim();
    const origin = address === '' ? '' : serverOrigin(address);
    if (origin === undefined)
      return renderPage(
        address.slice(0, 200),
        __('Enter an address such as http://127.0.0.1:10041, without a path or password.'),
      );
    if (
      origin !== '' &&
      !(await createGroongaClient({ origin })
        .select({ table: 'plinth_none' })
        .then(() => true, isSearchServer))
    )
      return renderPage(origin, __('No search server responds at this address.'));
    await running.engineChoice.setServer(origin);
    running.index().expire();
    scope.addNotice(
      request,
      'success',
      origin === ''
        ? __('The filter uses the in-memory engine again.')
        : __('The search server is being filled in the background. Until then, the filter uses the in-memory engine.'),
    );
    return { kind: 'redirect', status: 303, location: screenPath(SERVER_SLUG) };
  }

  return {
    slug: SERVER_SLUG,
    title: () => __('Search server'),
    menuTitle: () => __('Search server'),
    capability: 'manage_options',
    parent: SLUG,
    handler: (request) => (request.method === 'POST' ? save(request) : renderPage()),
  };
}

/** Whether an error comes from a search server, which rejects a query for a nonexistent table. */
const isSearchServer = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'facet_server_rejected' &&
  error.message.includes('plinth_none');
