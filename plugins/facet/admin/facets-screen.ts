import type { AdminPage, PageRequest, Reply } from 'plinth';
import { textOf } from '../index/source-registry.js';
import { isList } from '../settings/facet-types.js';
import { COLOR_NAMES, type FacetSettings, LAYOUTS, PRESETS, type Settings } from '../settings/settings.js';
import type { SavedSettings } from './saved-facets.js';
import { EDIT_SLUG, type ScreenParts, screenPath, SLUG } from './screen-parts.js';

/** The facets in their order, how the list looks, and the index. */
export function facetsScreen(parts: ScreenParts, saved: SavedSettings): AdminPage {
  const { scope, running, reindex, table } = parts;
  const { __ } = scope;

  async function rowsOf(facets: readonly FacetSettings[]): Promise<object[]> {
    const types = running.container().get('types');
    const sources = new Map((await saved.sources()).map((source) => [source.source, source]));
    const snapshot = await running.index().fresh().catch(() => undefined);
    const products = snapshot?.engine.stats().products ?? 0;
    return facets.map((facet, i) => {
      const type = types.find(facet.type);
      const values = !type || !isList(type) ? '' : String(snapshot?.engine.values(facet.source).size ?? '');
      const coverage = snapshot && products > 0 && facet.source !== 'search' ? Math.round((snapshot.engine.coverage(facet.source) / products) * 100) : undefined;
      return {
        ...facet, values, coverage, typeLabel: type ? textOf(type.label) : __('The type is gone'), typeGone: !type, sourceLabel: sources.get(facet.source)?.label ?? __('The source is gone'), gone: !sources.has(facet.source),
        first: i === 0, last: i === facets.length - 1, editUrl: screenPath(EDIT_SLUG, `&facet=${encodeURIComponent(facet.slug)}`),
      };
    });
  }

  async function indexView(): Promise<object> {
    const [state, totals, job] = [await table.state(), await table.totals(), (await reindex.status()).job];
    const busy = job?.state === 'waiting' || job?.state === 'running';
    return { built: state !== undefined, builtAt: state?.builtAt ?? '', products: totals.products, rows: totals.rows, busy, failed: job?.state === 'failed', processed: job?.processed ?? 0, total: job?.total ?? 0 };
  }

  async function show(problems: Readonly<Record<string, string>> = {}, typed?: Partial<Settings>, status = 200): Promise<Reply> {
    scope.useAsset('facet-admin');
    const settings = { ...(await saved.read()), ...typed };
    const sources = await saved.sources();
    const cards = running.container().get('cards').all();
    const used = new Set(settings.facets.map(({ source }) => source));
    const presets: Record<(typeof PRESETS)[number], string> = { default: __('Default'), minimal: __('Minimal'), bordered: __('Bordered'), soft: __('Soft'), unstyled: __('Unstyled') };
    const layouts: Record<(typeof LAYOUTS)[number], string> = { sidebar: __('Beside the products'), stacked: __('Above the products, in columns'), inline: __('Above the products, in a row') };
    const colors: Record<(typeof COLOR_NAMES)[number], string> = { accent: __('Accent'), border: __('Lines'), muted: __('Quiet text'), background: __('Background') };
    const data = {
      facets: await rowsOf(settings.facets),
      sources: sources.map(({ source, label }) => ({ source, label, used: used.has(source), suggested: source === sources.find((one) => !used.has(one.source))?.source })),
      addPath: screenPath(EDIT_SLUG), editSlug: EDIT_SLUG,
      settings,
      layouts: LAYOUTS.map((value) => ({ value, label: layouts[value], selected: value === settings.layout })),
      presets: PRESETS.map((value) => ({ value, label: presets[value], selected: value === settings.appearance.preset })),
      cards: cards.length === 0 ? [] : [{ value: '', label: __('The shop’s own'), selected: !settings.card }, ...cards.map(({ id, label }) => ({ value: id, label, selected: id === settings.card }))],
      colors: COLOR_NAMES.map((name) => ({ name, label: colors[name], value: settings.appearance.colors[name], problem: problems[`appearance.colors.${name}`] })),
      problems: { perPage: problems.per_page, columns: problems.columns },
      index: await indexView(),
      shopUrl: scope.homeUrl('/shop/'),
    };
    return { kind: 'page', status, title: __('Product filter'), view: 'admin/facets', data };
  }

  const done = (request: PageRequest, text: string): Reply => {
    scope.addNotice(request, 'success', text);
    return { kind: 'redirect', status: 303, location: screenPath(SLUG) };
  };

  async function move(request: PageRequest, slug: string, by: -1 | 1): Promise<Reply> {
    const facets = [...(await saved.read()).facets];
    const at = facets.findIndex((facet) => facet.slug === slug);
    const to = at + by;
    if (at < 0 || to < 0 || to >= facets.length) return { kind: 'redirect', status: 303, location: screenPath(SLUG) };
    [facets[at], facets[to]] = [facets[to], facets[at]];
    return report(request, await saved.save({ facets }), __('The facets are in their new order.'));
  }

  async function remove(request: PageRequest, slug: string): Promise<Reply> {
    const facets = (await saved.read()).facets.filter((facet) => facet.slug !== slug);
    return report(request, await saved.save({ facets }), __('The facet is removed.'));
  }

  function report(request: PageRequest, problems: Readonly<Record<string, string>>, text: string): Reply {
    const first = Object.entries(problems).at(0);
    if (!first) return done(request, text);
    scope.addNotice(request, 'error', `${first[0]}: ${first[1]}`);
    return { kind: 'redirect', status: 303, location: screenPath(SLUG) };
  }

  async function saveLook(request: PageRequest): Promise<Reply> {
    const colors = Object.fromEntries(COLOR_NAMES.map((name) => [name, request.field(`color_${name}`).trim()]));
    const body = { per_page: request.field('per_page').trim(), columns: request.field('columns').trim(), layout: request.field('layout'), appearance: { preset: request.field('preset'), colors }, ...(running.container().get('cards').all().length > 0 ? { card: request.field('card') } : {}) };
    const problems = await saved.save(body);
    if (Object.keys(problems).length === 0) return done(request, __('The settings are saved.'));
    const { layout, appearance } = await saved.read();
    return show(problems, { per_page: Number(body.per_page), columns: Number(body.columns), layout: LAYOUTS.find((one) => one === body.layout) ?? layout, appearance: { ...appearance, colors: { ...appearance.colors, ...colors } } }, 422);
  }

  async function build(request: PageRequest): Promise<Reply> {
    const { finished, indexed_products } = await reindex.request();
    return done(request, finished ? scope._n('%d product is in the index.', '%d products are in the index.', indexed_products) : __('The index is built in the background; the filter answers from the old one meanwhile.'));
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
      if (action === 'up') return move(request, slug, -1);
      if (action === 'down') return move(request, slug, 1);
      if (action === 'remove') return remove(request, slug);
      return action === 'reindex' ? build(request) : saveLook(request);
    },
  };
}
