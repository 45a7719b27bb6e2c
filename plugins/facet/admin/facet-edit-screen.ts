import type { AdminPage, PageRequest, Reply } from 'plinth';
import { slugOfSource } from '../settings/default-facets.js';
import { facetTypeTexts } from '../settings/facet-type-texts.js';
import { FACET_KINDS, fits, isFacetType } from '../settings/facet-types.js';
import { type Facet, type FacetSettings, withDefaults } from '../settings/settings.js';
import type { Source } from '../settings/sources.js';
import { createValueNames } from '../widget/value-names.js';
import type { SavedSettings } from './saved-facets.js';
import { EDIT_SLUG, type ScreenParts, screenPath, SLUG } from './screen-parts.js';

const PREVIEWED = 10;

/** One facet: a new one for a source, or a saved one by its slug. */
export function facetEditScreen(parts: ScreenParts, saved: SavedSettings): AdminPage {
  const { scope, running } = parts;
  const { __ } = scope;

  async function show(facet: FacetSettings, original: string, problems: Readonly<Record<string, string>> = {}, status = 200): Promise<Reply> {
    scope.useAsset('facet-admin');
    const source = (await saved.sources()).find((one) => one.source === facet.source);
    const full = withDefaults(facet);
    const choose = (choices: readonly (readonly [value: string, label: string])[], chosen: string) => choices.map(([value, label]) => ({ value, label, selected: value === chosen }));
    const data = {
      facet: full, original, problems, sourceLabel: source?.label ?? facet.source,
      types: facetTypeTexts(scope).filter(({ value }) => source === undefined || fits(value, source.kind)).map((type) => ({ ...type, selected: type.value === facet.type })),
      isRange: FACET_KINDS[facet.type] === 'range', isSearch: facet.type === 'search',
      operators: choose([['or', __('Any of the chosen values')], ['and', __('All of the chosen values')]], full.operator),
      orders: choose([['position', __('The shop’s order')], ['label', __('A to Z')], ['count', __('Most products first')]], full.order),
      preview: await preview(full),
      backUrl: screenPath(SLUG),
    };
    return { kind: 'page', status, title: original === '' ? __('Add facet') : __('Edit facet'), view: 'admin/facet-edit', data };
  }

  /** What the facet would show first, with its numbers. */
  async function preview(facet: Facet): Promise<{ label: string; count: number }[]> {
    const snapshot = await running.index().fresh().catch(() => undefined);
    if (!snapshot || ['range', 'search'].includes(FACET_KINDS[facet.type])) return [];
    const counts = snapshot.engine.values(facet.source);
    const values = createValueNames(snapshot.vocabulary, snapshot.engine, scope).list(facet.source).map(({ key, label }) => ({ label, count: counts.get(key) ?? 0 }));
    const wanted = facet.hide_empty ? values.filter(({ count }) => count > 0) : values;
    if (facet.order === 'count') wanted.sort((a, b) => b.count - a.count);
    if (facet.order === 'label') wanted.sort((a, b) => a.label.localeCompare(b.label));
    return wanted.slice(0, PREVIEWED);
  }

  function read(request: PageRequest): FacetSettings & Record<string, unknown> {
    const type = request.field('type');
    const kind = isFacetType(type) ? FACET_KINDS[type] : 'list';
    const list = kind === 'list' || kind === 'single';
    return {
      slug: request.field('slug').trim(), label: request.field('label').trim(), type: type as FacetSettings['type'], source: request.field('source'),
      help: request.field('help').trim(), collapsed: request.field('collapsed') === '1',
      ...(kind === 'list' ? { operator: request.field('operator') || 'or' } : {}),
      ...(list ? { order: request.field('order') || 'position', limit: request.field('limit').trim() || '0', show_counts: request.field('show_counts') === '1', hide_empty: request.field('hide_empty') === '1' } : {}),
      ...(kind === 'range' ? { unit: request.field('unit').trim(), step: request.field('step').trim().replace(',', '.') || '0' } : {}),
    } as FacetSettings & Record<string, unknown>;
  }

  async function save(request: PageRequest): Promise<Reply> {
    const original = request.field('original');
    const facet = read(request);
    const { facets } = await saved.read();
    const at = facets.findIndex(({ slug }) => slug === original);
    const index = at < 0 ? facets.length : at;
    const all = at < 0 ? [...facets, facet] : facets.map((one, i) => (i === at ? facet : one));
    const problems = await saved.save({ facets: all });
    if (Object.keys(problems).length === 0) {
      scope.addNotice(request, 'success', __('The facet “%s” is saved.', facet.label));
      return { kind: 'redirect', status: 303, location: screenPath(SLUG) };
    }
    const own = Object.entries(problems).map(([path, text]): [string, string] => (path.startsWith(`facets[${index}].`) ? [path.slice(path.indexOf('.') + 1), text] : ['other', `${path}: ${text}`]));
    return show({ ...facet, type: isFacetType(facet.type) ? facet.type : 'checkbox' }, original, Object.fromEntries(own), 422);
  }

  return {
    slug: EDIT_SLUG,
    title: () => __('Facet'),
    capability: 'manage_shop',
    parent: SLUG,
    hidden: true,
    async handler(request) {
      if (request.method === 'POST') return save(request);
      const { facets } = await saved.read();
      const stored = facets.find(({ slug }) => slug === request.field('facet'));
      if (stored) return show(stored, stored.slug);
      const source = (await saved.sources()).find((one) => one.source === request.field('source'));
      if (!source) return { kind: 'redirect', location: screenPath(SLUG) };
      return show(newFacet(source, facets), '');
    },
  };
}

/** A slug that is still free, from the source's name. */
function newFacet({ source, label, suggested_type }: Source, facets: readonly FacetSettings[]): FacetSettings {
  const taken = new Set(facets.map(({ slug }) => slug));
  const base = slugOfSource(source);
  let slug = base;
  for (let number = 2; taken.has(slug); number++) slug = `${base.slice(0, 45)}-${number}`;
  return { slug, label, type: suggested_type, source };
}

