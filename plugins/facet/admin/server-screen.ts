import { type AdminPage, type PageRequest, type Reply, toUtcString } from 'plinth';
import { MAX_BETTER } from '../server/engine-choice.js';
import { createGroongaClient, serverOrigin } from '../server/groonga-client.js';
import { MAX_NUMBERS } from '../server/server-query.js';
import { type ScreenParts, screenPath, SERVER_SLUG, SLUG } from './screen-parts.js';

/** Whether the filter asks a search server, how that does, and what it cannot do. For who manages the site: its processes call the address. */
export function serverScreen({ scope, running }: ScreenParts): AdminPage {
  const { __ } = scope;

  async function show(typed?: string, problem?: string): Promise<Reply> {
    scope.useAsset('facet-admin');
    await running.choice.follow();
    const status = running.choice.status();
    const data = {
      address: typed ?? status?.origin ?? '',
      problem,
      status,
      silentSince: status?.silentSince === undefined ? '' : toUtcString(status.silentSince),
      limits: [
        __(
          'The best match: what has the words is found, but not put in order by how near they are to what was typed; what can be bought and is rated best stands first.',
        ),
        __('Typing errors, “Did you mean”, and words that complete what is typed.'),
        __('Your rules about the order: products keep the places that they have without them.'),
        __(
          'Orders and types of facets that extensions bring: the shop’s own order is taken, and such a facet keeps every product.',
        ),
        __(
          'Bars over a slider that has more than %d different numbers; and numbers are exact to 16 digits.',
          MAX_NUMBERS,
        ),
      ],
      better: __(
        'Up to %d products the tables answer searches and lists with rules instead: nearness, typing errors and places are known there.',
        MAX_BETTER,
      ),
    };
    return { kind: 'page', status: problem ? 422 : 200, title: __('Search server'), view: 'admin/server', data };
  }

  async function save(request: PageRequest): Promise<Reply> {
    const typed = request.field('address').trim();
    const origin = typed === '' ? '' : serverOrigin(typed);
    if (origin === undefined)
      return show(
        typed.slice(0, 200),
        __('Must be an address like http://127.0.0.1:10041, without a path or a password.'),
      );
    if (
      origin !== '' &&
      !(await createGroongaClient({ origin })
        .select({ table: 'plinth_none' })
        .then(() => true, isThere))
    )
      return show(origin, __('No search server answers there.'));
    await running.choice.choose(origin);
    running.index().expire();
    scope.addNotice(
      request,
      'success',
      origin === ''
        ? __('The filter answers from memory again.')
        : __('The search server is filled behind the filter, which answers from memory until then.'),
    );
    return { kind: 'redirect', status: 303, location: screenPath(SERVER_SLUG) };
  }

  return {
    slug: SERVER_SLUG,
    title: () => __('Search server'),
    menuTitle: () => __('Search server'),
    capability: 'manage_options',
    parent: SLUG,
    handler: (request) => (request.method === 'POST' ? save(request) : show()),
  };
}

/** A server that refuses a table which nobody has is one. */
const isThere = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'facet_server_refused' &&
  error.message.includes('plinth_none');
