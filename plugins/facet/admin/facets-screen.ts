import type { AdminPage, PageRequest, Reply } from 'plinth';
import { COLOR_NAMES, type FacetSettings, LAYOUTS } from '../settings/settings.js';
import { examineSavedFacets } from './facet-doctor.js';
import { createFacetsView } from './facets-view.js';
import type { Preview } from './preview.js';
import type { SavedSettings } from './saved-facets.js';
import { type ScreenDeps, screenPath, SLUG } from './screen-parts.js';

/** Returns the screen with the ordered facets, the appearance of the list, and the index. */
export function createFacetsScreen(parts: ScreenDeps, saved: SavedSettings, preview: Preview): AdminPage {
  const { scope, running, reindex } = parts;
  const { __ } = scope;
  const show = createFacetsView(parts, saved, preview);
  const order = createFacetOrder(parts, saved);
  const { done, report } = createReports(parts);

  async function repair(request: PageRequest, id: string): Promise<Reply> {
    const finding = (await examineSavedFacets(running)).find((candidate) => candidate.id === id);
    if (!finding) return done(request, __('This has already been fixed.'));
    const { facets } = await saved.read();
    const repaired = facets.flatMap((facet) => (facet.slug === finding.facet.slug ? (finding.fix ?? []) : facet));
    return report(request, await saved.save({ facets: repaired }), __('Fixed. You can undo this.'));
  }

  async function undo(request: PageRequest): Promise<Reply> {
    return done(request, (await saved.undo()) ? __('Last change undone.') : __('Nothing to undo.'));
  }

  async function saveAppearance(request: PageRequest): Promise<Reply> {
    const colors = Object.fromEntries(COLOR_NAMES.map((name) => [name, request.field(`color_${name}`).trim()]));
    const body = {
      per_page: request.field('per_page').trim(),
      columns: request.field('columns').trim(),
      layout: request.field('layout'),
      appearance: { preset: request.field('preset'), colors },
      ...(running.container().get('cards').all().length > 0 ? { card: request.field('card') } : {}),
    };
    const problems = await saved.save(body);
    if (Object.keys(problems).length === 0) return done(request, __('Settings saved.'));
    const { layout, appearance } = await saved.read();
    return show(
      problems,
      {
        per_page: Number(body.per_page),
        columns: Number(body.columns),
        layout: LAYOUTS.find((layoutName) => layoutName === body.layout) ?? layout,
        appearance: { ...appearance, colors: { ...appearance.colors, ...colors } },
      },
      422,
    );
  }

  async function rebuildIndex(request: PageRequest): Promise<Reply> {
    const { finished, indexed_products } = await reindex.request();
    return done(
      request,
      finished
        ? scope._n('%d product indexed.', '%d products indexed.', indexed_products)
        : __('The index is being rebuilt in the background. Until it is ready, the filter uses the old one.'),
    );
  }

  return {
    slug: SLUG,
    title: () => __('Product filter'),
    capability: 'manage_shop',
    icon: 'filter',
    position: 28,
    handler(request) {
      if (request.method !== 'POST') return show();
      const [action, slug] = [request.field('action'), request.field('facet')];
      if (action === 'up') return order.move(request, slug, -1);
      if (action === 'down') return order.move(request, slug, 1);
      if (action === 'remove') return order.remove(request, slug);
      if (action === 'order') return order.reorder(request, request.field('order').split(',').slice(0, 50));
      if (action === 'repair') return repair(request, request.field('finding'));
      if (action === 'undo') return undo(request);
      return action === 'reindex' ? rebuildIndex(request) : saveAppearance(request);
    },
  };
}

/** Adds, removes and reorders facets. */
function createFacetOrder(parts: ScreenDeps, saved: SavedSettings) {
  const { __ } = parts.scope;
  const { report, back } = createReports(parts);

  async function move(request: PageRequest, slug: string, by: -1 | 1): Promise<Reply> {
    const { facets } = await saved.read();
    const oldIndex = facets.findIndex((candidate) => candidate.slug === slug);
    const newIndex = oldIndex + by;
    const facet = facets[oldIndex];
    if (!facet || newIndex < 0 || newIndex >= facets.length) return back();
    const reorderedFacets = facets.toSpliced(oldIndex, 1).toSpliced(newIndex, 0, facet);
    return report(request, await saved.save({ facets: reorderedFacets }), __('Facet order saved.'));
  }

  /** Reorders the facets as the form lists them; facets that it does not list follow in their current order. */
  async function reorder(request: PageRequest, slugs: readonly string[]): Promise<Reply> {
    const { facets } = await saved.read();
    const getPosition = ({ slug }: FacetSettings): number =>
      slugs.includes(slug) ? slugs.indexOf(slug) : slugs.length;
    return report(
      request,
      await saved.save({ facets: [...facets].sort((a, b) => getPosition(a) - getPosition(b)) }),
      __('Facet order saved.'),
    );
  }

  async function remove(request: PageRequest, slug: string): Promise<Reply> {
    const facets = (await saved.read()).facets.filter((facet) => facet.slug !== slug);
    return report(request, await saved.save({ facets }), __('Facet removed.'));
  }

  return { move, reorder, remove };
}

/** Creates replies that redirect to the screen and report the result. */
function createReports({ scope }: ScreenDeps) {
  const back = (): Reply => ({ kind: 'redirect', status: 303, location: screenPath(SLUG) });
  const done = (request: PageRequest, text: string): Reply => {
    scope.addNotice(request, 'success', text);
    return back();
  };

  function report(request: PageRequest, problems: Readonly<Record<string, string>>, text: string): Reply {
    const first = Object.entries(problems).at(0);
    if (!first) return done(request, text);
    scope.addNotice(request, 'error', `${first[0]}: ${first[1]}`);
    return back();
  }

  return { back, done, report };
}
