import { formatNumber, type PluginScope, type Reply } from 'plinth';
import { textOf } from '../index/source-registry.js';
import type { Problems } from '../settings/check-value.js';
import { isList } from '../settings/facet-types.js';
import { COLOR_NAMES, type FacetSettings, LAYOUTS, PRESETS, type Settings } from '../settings/settings.js';
import { examineSavedFacets, type Finding } from './facet-doctor.js';
import { measureFacetCosts } from './facet-cost.js';
import type { Preview } from './preview.js';
import type { SavedSettings } from './saved-facets.js';
import { EDIT_SLUG, type ScreenDeps, screenPath } from './screen-parts.js';

/**
 * Renders the screen.
 * @param submitted settings that were rejected
 */
type ShowFacets = (problems?: Problems, submitted?: Partial<Settings>, status?: number) => Promise<Reply>;

/** Creates the view of the ordered facets, the appearance of the list, and the index. */
export function createFacetsView(parts: ScreenDeps, saved: SavedSettings, preview: Preview): ShowFacets {
  const { scope, running, reindex, table } = parts;
  const { __ } = scope;

  function formatCost(cost: { readonly ms: number; readonly bytes: number } | undefined): string {
    return cost
      ? __(
          '%1$s ms, %2$s KB',
          formatNumber(cost.ms, scope.locale(), 2),
          formatNumber(cost.bytes / 1024, scope.locale(), 1),
        )
      : '';
  }

  async function createRows(facets: readonly FacetSettings[]): Promise<object[]> {
    const types = running.container().get('types');
    const sources = new Map((await saved.sources()).map((source) => [source.source, source]));
    const snapshot = await running
      .index()
      .getSnapshot()
      .catch(() => undefined);
    const products = snapshot?.engine.stats().products ?? 0;
    const costs = snapshot ? await measureFacetCosts(running) : undefined;
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
        cost: formatCost(costs?.get(facet.slug)),
        typeLabel: type ? textOf(type.label) : __('Type not available'),
        isTypeMissing: !type,
        sourceLabel: sources.get(facet.source)?.label ?? __('Source not available'),
        isSourceMissing: !sources.has(facet.source),
        first: i === 0,
        last: i === facets.length - 1,
        editUrl: screenPath(EDIT_SLUG, `&facet=${encodeURIComponent(facet.slug)}`),
      };
    });
  }

  async function createIndexView(): Promise<object> {
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

  /** Returns the appearance options of the list and the current selection. */
  function appearanceOptions(settings: Settings, problems: Problems): object {
    const cards = running.container().get('cards').all();
    const { layouts, presets, colors } = getAppearanceLabels(__);
    const { preset, colors: currentColors } = settings.appearance;
    const cardOptions = cards.map(({ id, label }) => ({ value: id, label, selected: id === settings.card }));
    return {
      layouts: LAYOUTS.map((value) => ({ value, label: layouts[value], selected: value === settings.layout })),
      presets: PRESETS.map((value) => ({ value, label: presets[value], selected: value === preset })),
      cards:
        cards.length === 0 ? [] : [{ value: '', label: __('Shop default'), selected: !settings.card }, ...cardOptions],
      colors: COLOR_NAMES.map((name) => ({
        name,
        label: colors[name],
        value: currentColors[name],
        problem: problems[`appearance.colors.${name}`],
      })),
    };
  }

  return async (problems = {}, submitted, status = 200) => {
    scope.useAsset('facet-admin');
    scope.useAsset('facet-builder');
    const settings = { ...(await saved.read()), ...submitted };
    const sources = await saved.sources();
    const usedSources = new Set(settings.facets.map(({ source }) => source));
    const data = {
      facets: await createRows(settings.facets),
      sources: sources.map(({ source, label }) => ({
        source,
        label,
        used: usedSources.has(source),
        suggested: source === sources.find((candidate) => !usedSources.has(candidate.source))?.source,
      })),
      addPath: screenPath(EDIT_SLUG),
      editSlug: EDIT_SLUG,
      settings,
      ...appearanceOptions(settings, problems),
      problems: { perPage: problems.per_page, columns: problems.columns },
      index: await createIndexView(),
      findings: (await examineSavedFacets(running).catch(() => [])).map((finding) => ({
        id: finding.id,
        ...describeFinding(finding, __),
        editUrl: screenPath(EDIT_SLUG, `&facet=${encodeURIComponent(finding.facet.slug)}`),
      })),
      undoable: await saved.undoCount(),
      previewUrl: preview.url(false),
      shopUrl: scope.homeUrl('/shop/'),
    };
    return { kind: 'page', status, title: __('Product filter'), view: 'admin/facets', data };
  };
}

/** Labels of layouts, presets and colors. */
function getAppearanceLabels(__: PluginScope['__']) {
  const presets: Record<(typeof PRESETS)[number], string> = {
    default: __('Default'),
    minimal: __('Minimal'),
    bordered: __('Bordered'),
    soft: __('Soft'),
    unstyled: __('Unstyled'),
  };
  const layouts: Record<(typeof LAYOUTS)[number], string> = {
    sidebar: __('Next to the products'),
    stacked: __('Above the products, in columns'),
    inline: __('Above the products, in a row'),
  };
  const colors: Record<(typeof COLOR_NAMES)[number], string> = {
    accent: __('Accent color'),
    border: __('Borders'),
    muted: __('Secondary text'),
    background: __('Background'),
  };
  return { presets, layouts, colors };
}

/** Returns the texts that describe a finding and its fix. */
function describeFinding(
  { kind, facet, values, fix }: Finding,
  __: PluginScope['__'],
): { problem: string; fix: string } {
  const [first, ...others] = values;
  const removal = __('Remove facet “%s”', facet.label);
  if (kind === 'unused')
    return { problem: __('No products have a value for the facet “%s”.', facet.label), fix: removal };
  if (kind === 'private')
    return {
      problem: __(
        'The facet “%s” isn’t useful as a filter: nearly every product has a different value, or the value is shown only because the law requires it.',
        facet.label,
      ),
      fix: removal,
    };
  if (kind === 'alike')
    return {
      problem: __(
        '%1$s: the values %2$s look like duplicates.',
        facet.label,
        values.map(({ label, count }) => `“${label}” (${count})`).join(', '),
      ),
      fix: __('Merge %1$s into “%2$s”', others.map(({ label }) => `“${label}”`).join(', '), first?.label ?? ''),
    };
  return {
    problem: __('%1$s: the value “%2$s” is too long for a column.', facet.label, first?.label ?? ''),
    fix: __('Rename it to “%s”', fix?.values?.find(({ value }) => value === first?.slug)?.label ?? ''),
  };
}
