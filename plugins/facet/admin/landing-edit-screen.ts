import { type AdminPage, type PageRequest, PlinthError, type Reply } from 'plinth';
import type { LandingPage } from '../pages/landing-store.js';
import { listAtPath, type ListLocation } from '../pages/list-address.js';
import { choiceQuery } from '../pages/list-pages.js';
import { NO_CONTEXT } from '../widget/widget-context.js';
import { LANDING_EDIT_SLUG, LANDINGS_SLUG, type ScreenDeps, screenPath } from './screen-parts.js';

/** Submitted values by form field name. */
interface SubmittedLanding {
  readonly address: string;
  readonly title: string;
  readonly heading: string;
  readonly description: string;
  readonly text: string;
  readonly position: string;
}

type Problems = Partial<Record<keyof SubmittedLanding | 'other', string>>;

const FIELDS = ['address', 'title', 'heading', 'description', 'text', 'position'] as const;
const MAX_LENGTHS: Readonly<Record<keyof SubmittedLanding, number>> = {
  address: 2000,
  title: 200,
  heading: 200,
  description: 300,
  text: 10_000,
  position: 6,
};
const MAX_QUERY_LENGTH = 1000;

/**
 * Returns the edit screen of one landing page: the URL of a selection, as copied from the browser, and the texts of the
 * page.
 */
export function createLandingEditScreen({ scope, running }: ScreenDeps): AdminPage {
  const { __ } = scope;
  const service = running.container;

  function renderPage(id: number, submitted: SubmittedLanding, problems: Problems = {}): Reply {
    scope.useAsset('facet-admin');
    return {
      kind: 'page',
      status: Object.keys(problems).length > 0 ? 422 : 200,
      title: id > 0 ? __('Edit landing page') : __('Add landing page'),
      view: 'admin/landing-edit',
      data: { id, form: submitted, problems, backUrl: screenPath(LANDINGS_SLUG), shopUrl: scope.homeUrl('/shop/') },
    };
  }

  /** Returns the list and the selection that a URL identifies, or an error message. */
  async function parseSelectionUrl(address: string): Promise<(ListLocation & { readonly query: string }) | string> {
    const url = URL.canParse(address, scope.homeUrl('/')) ? new URL(address, scope.homeUrl('/')) : undefined;
    const place =
      url?.origin === new URL(scope.homeUrl('/')).origin
        ? listAtPath(url.pathname, await running.vocabulary())
        : undefined;
    if (!url || !place) return __('This isn’t the URL of a product list. Select filters in the shop and copy the URL.');
    const filter = service().get('filter');
    const { engine, query, state, facets, unavailable } = await filter.read(readParams(url), {
      ...NO_CONTEXT,
      term: place.termId,
    });
    if (unavailable.length > 0) return __('No longer available: %s.', unavailable.join(', '));
    if ((await engine.query({ ...query, page: 1, perPage: 1, counts: [], bounds: [] })).found === 0)
      return __('No products match these filters.');
    const selectionQuery = choiceQuery(state, facets);
    return selectionQuery.length > MAX_QUERY_LENGTH
      ? __('This filter combination is too long. Use fewer filters.')
      : { ...place, query: selectionQuery };
  }

  async function save(request: PageRequest): Promise<Reply> {
    const id = Number(request.field('landing')) || 0;
    const submitted = Object.fromEntries(FIELDS.map((name) => [name, request.field(name).trim()])) as Record<
      keyof SubmittedLanding,
      string
    >;
    const problems: Problems = {};
    for (const name of FIELDS)
      if (submitted[name].length > MAX_LENGTHS[name])
        problems[name] = __('Can be at most %d characters long.', MAX_LENGTHS[name]);
    if (!/^-?\d{0,5}$/.test(submitted.position)) problems.position = __('Enter a whole number.');
    const parsedSelection =
      submitted.address === ''
        ? __('Paste the URL of a product list from your shop.')
        : await parseSelectionUrl(submitted.address);
    if (typeof parsedSelection === 'string') problems.address ??= parsedSelection;
    if (typeof parsedSelection === 'string' || Object.keys(problems).length > 0)
      return renderPage(id, submitted, problems);
    try {
      const { title, heading, description, text } = submitted;
      await service()
        .get('landings')
        .save(id, { ...parsedSelection, title, heading, description, text, position: Number(submitted.position) || 0 });
    } catch (error) {
      if (!(error instanceof PlinthError)) throw error;
      return renderPage(
        id,
        submitted,
        error.code === 'facet_landing_page_exists'
          ? { address: __('Another landing page already uses this URL.') }
          : {
              other:
                error.code === 'facet_landing_page_not_found'
                  ? __('This landing page no longer exists.')
                  : __('You’ve reached the limit of landing pages. Remove those that get no visits.'),
            },
      );
    }
    scope.addNotice(
      request,
      'success',
      __('Landing page saved. It is in the sitemap, and its product list links to it.'),
    );
    return { kind: 'redirect', status: 303, location: screenPath(LANDINGS_SLUG) };
  }

  async function toSubmitted({ position, ...landing }: LandingPage): Promise<SubmittedLanding> {
    const { title, heading, description, text } = landing;
    return {
      address: (await service().get('pages').address(landing)) ?? '',
      title,
      heading,
      description,
      text,
      position: String(position),
    };
  }

  return {
    slug: LANDING_EDIT_SLUG,
    title: () => __('Landing page'),
    capability: 'manage_shop',
    parent: LANDINGS_SLUG,
    hidden: true,
    async handler(request) {
      if (request.method === 'POST') return save(request);
      const id = Number(request.field('landing')) || 0;
      const landing = (await service().get('landings').all()).find((candidate) => candidate.id === id);
      if (id > 0 && !landing) return { kind: 'redirect', location: screenPath(LANDINGS_SLUG) };
      return renderPage(
        id,
        landing
          ? await toSubmitted(landing)
          : { address: request.field('address'), title: '', heading: '', description: '', text: '', position: '0' },
      );
    },
  };
}

/**
 * Returns the query variables of a URL; a variable that occurs several times, as forms send them, yields all its
 * values.
 */
function readParams({ searchParams }: URL): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [name, value] of searchParams) {
    const baseName = name.replace(/\[\d*\]$/, '');
    params[baseName] = Object.hasOwn(params, baseName) ? `${params[baseName]},${value}` : value;
  }
  return params;
}
