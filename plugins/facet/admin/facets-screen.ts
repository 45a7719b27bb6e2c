import { type AdminPage, localNumber, type PageRequest, type Reply } from 'plinth';
import { textOf } from '../index/source-registry.js';
import { isList } from '../settings/facet-types.js';
import { COLOR_NAMES, type FacetSettings, LAYOUTS, PRESETS, type Settings } from '../settings/settings.js';
import { checkUp } from './facet-checkup.js';
import { facetCosts } from './facet-cost.js';
import type { Finding } from './facet-doctor.js';
import type { Preview } from './preview.js';
import type { SavedSettings } from './saved-facets.js';
import { EDIT_SLUG, type ScreenParts, screenPath, SLUG } from './screen-parts.js';

/** The facets in their order, how the list looks, and the index. */
export function facetsScreen(parts: ScreenParts, saved: SavedSettings, preview: Preview): AdminPage {
  const { scope, running, reindex, table } = parts;
  const { __ } = scope;

  async function rowsOf(facets: readonly FacetSettings[]): Promise<object[]> {
    const types = running.container().get('types');
    const sources = new Map((await saved.sources()).map((source) => [source.source, source]));
    const snapshot = await running
      .index()
      .fresh()
      .catch(() => undefined);
    const products = snapshot?.engine.stats().products ?? 0;
    const costs = snapshot ? await facetCosts(running) : undefined;
    return facets.map((facet, i) => {
      const type = types.find(facet.type);
      const values = !type || !isList(type) ? '' : String(snapshot?.engine.values(facet.source).size ?? '');
      const coverage =
        snapshot && products > 0 && facet.source !== 'search'
          ? Math.round((snapshot.engine.coverage(facet.source) / products) * 100)
          : undefined;
      return {
        ...facet,
        values,
        coverage,
        cost: costText(costs?.get(facet.slug)),
        typeLabel: type ? textOf(type.label) : __('The type is gone'),
        typeGone: !type,
        sourceLabel: sources.get(facet.source)?.label ?? __('The source is gone'),
        gone: !sources.has(facet.source),
        first: i === 0,
        last: i === facets.length - 1,
        editUrl: screenPath(EDIT_SLUG, `&facet=${encodeURIComponent(facet.slug)}`),
      };
    });
  }

  async function indexView(): Promise<object> {
    const [state, totals, job] = [await table.state(), await table.totals(), (await reindex.status()).job];
    const busy = job?.state === 'waiting' || job?.state === 'running';
    return {
      built: state !== undefined,
      builtAt: state?.builtAt ?? '',
      products: totals.products,
      rows: totals.rows,
      busy,
      failed: job?.state === 'failed',
      processed: job?.processed ?? 0,
      total: job?.total ?? 0,
    };
  }

  async function show(
    problems: Readonly<Record<string, string>> = {},
    typed?: Partial<Settings>,
    status = 200,
  ): Promise<Reply> {
    scope.useAsset('facet-admin');
    scope.useAsset('facet-builder');
    const settings = { ...(await saved.read()), ...typed };
    const sources = await saved.sources();
    const cards = running.container().get('cards').all();
    const used = new Set(settings.facets.map(({ source }) => source));
    const presets: Record<(typeof PRESETS)[number], string> = {
      default: __('Default'),
      minimal: __('Minimal'),
      bordered: __('Bordered'),
      soft: __('Soft'),
      unstyled: __('Unstyled'),
    };
    const layouts: Record<(typeof LAYOUTS)[number], string> = {
      sidebar: __('Beside the products'),
      stacked: __('Above the products, in columns'),
      inline: __('Above the products, in a row'),
    };
    const colors: Record<(typeof COLOR_NAMES)[number], string> = {
      accent: __('Accent'),
      border: __('Lines'),
      muted: __('Quiet text'),
      background: __('Background'),
    };
    const data = {
      facets: await rowsOf(settings.facets),
      sources: sources.map(({ source, label }) => ({
        source,
        label,
        used: used.has(source),
        suggested: source === sources.find((one) => !used.has(one.source))?.source,
      })),
      addPath: screenPath(EDIT_SLUG),
      editSlug: EDIT_SLUG,
      settings,
      layouts: LAYOUTS.map((value) => ({ value, label: layouts[value], selected: value === settings.layout })),
      presets: PRESETS.map((value) => ({
        value,
        label: presets[value],
        selected: value === settings.appearance.preset,
      })),
      cards:
        cards.length === 0
          ? []
          : [
              { value: '', label: __('The shop’s own'), selected: !settings.card },
              ...cards.map(({ id, label }) => ({ value: id, label, selected: id === settings.card })),
            ],
      colors: COLOR_NAMES.map((name) => ({
        name,
        label: colors[name],
        value: settings.appearance.colors[name],
        problem: problems[`appearance.colors.${name}`],
      })),
      problems: { perPage: problems.per_page, columns: problems.columns },
      index: await indexView(),
      findings: (await checkUp(running).catch(() => [])).map((finding) => ({
        id: finding.id,
        ...told(finding),
        editUrl: screenPath(EDIT_SLUG, `&facet=${encodeURIComponent(finding.facet.slug)}`),
      })),
      undoable: await saved.undoable(),
      previewUrl: preview.url(false),
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

  /** Puts the facets in the order that a form names; one that it does not name stays behind them. */
  async function reorder(request: PageRequest, wanted: readonly string[]): Promise<Reply> {
    const { facets } = await saved.read();
    const placeOf = ({ slug }: FacetSettings): number => (wanted.includes(slug) ? wanted.indexOf(slug) : wanted.length);
    return report(
      request,
      await saved.save({ facets: [...facets].sort((a, b) => placeOf(a) - placeOf(b)) }),
      __('The facets are in their new order.'),
    );
  }

  async function repair(request: PageRequest, id: string): Promise<Reply> {
    const finding = (await checkUp(running)).find((one) => one.id === id);
    if (!finding) return done(request, __('This is repaired already.'));
    const { facets } = await saved.read();
    const repaired = facets.flatMap((facet) => (facet.slug === finding.facet.slug ? (finding.cure ?? []) : facet));
    return report(request, await saved.save({ facets: repaired }), __('It is repaired. You can undo it.'));
  }

  async function undo(request: PageRequest): Promise<Reply> {
    return done(
      request,
      (await saved.undo()) ? __('The last change is taken back.') : __('There is nothing to take back.'),
    );
  }

  /** What is wrong, and what the button would do. */
  function told({ kind, facet, values, cure }: Finding): { problem: string; cure: string } {
    const [first, ...others] = values.map(({ label }) => label);
    const removal = __('Remove the facet “%s”', facet.label);
    if (kind === 'unused')
      return { problem: __('No product has anything for the facet “%s”.', facet.label), cure: removal };
    if (kind === 'private')
      return {
        problem: __(
          'The facet “%s” shows what is not meant for choosing: nearly every product says something else, or it is there for the law.',
          facet.label,
        ),
        cure: removal,
      };
    if (kind === 'alike')
      return {
        problem: __(
          '%1$s: the values %2$s look like one.',
          facet.label,
          values.map(({ label, count }) => `“${label}” (${count})`).join(', '),
        ),
        cure: __('Merge %1$s into “%2$s”', others.map((label) => `“${label}”`).join(', '), first),
      };
    return {
      problem: __('%1$s: the value “%2$s” is too long for a column.', facet.label, first),
      cure: __('Call it “%s”', cure?.values?.find(({ value }) => value === values[0].slug)?.label ?? ''),
    };
  }

  function costText(cost: { readonly ms: number; readonly bytes: number } | undefined): string {
    return cost
      ? __(
          '%1$s ms, %2$s KB',
          localNumber(cost.ms, scope.locale(), 2),
          localNumber(cost.bytes / 1024, scope.locale(), 1),
        )
      : '';
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
    const body = {
      per_page: request.field('per_page').trim(),
      columns: request.field('columns').trim(),
      layout: request.field('layout'),
      appearance: { preset: request.field('preset'), colors },
      ...(running.container().get('cards').all().length > 0 ? { card: request.field('card') } : {}),
    };
    const problems = await saved.save(body);
    if (Object.keys(problems).length === 0) return done(request, __('The settings are saved.'));
    const { layout, appearance } = await saved.read();
    return show(
      problems,
      {
        per_page: Number(body.per_page),
        columns: Number(body.columns),
        layout: LAYOUTS.find((one) => one === body.layout) ?? layout,
        appearance: { ...appearance, colors: { ...appearance.colors, ...colors } },
      },
      422,
    );
  }

  async function build(request: PageRequest): Promise<Reply> {
    const { finished, indexed_products } = await reindex.request();
    return done(
      request,
      finished
        ? scope._n('%d product is in the index.', '%d products are in the index.', indexed_products)
        : __('The index is built in the background; the filter answers from the old one meanwhile.'),
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
      if (action === 'up') return move(request, slug, -1);
      if (action === 'down') return move(request, slug, 1);
      if (action === 'remove') return remove(request, slug);
      if (action === 'order') return reorder(request, request.field('order').split(',').slice(0, 50));
      if (action === 'repair') return repair(request, request.field('finding'));
      if (action === 'undo') return undo(request);
      return action === 'reindex' ? build(request) : saveLook(request);
    },
  };
}
