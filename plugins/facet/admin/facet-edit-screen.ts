import type { AdminPage, PageRequest, Reply } from 'plinth';
import { slugOfSource } from '../settings/default-facets.js';
import { textOf } from '../index/source-registry.js';
import { type Facet, type FacetType, isList, stateOf, withDefaults } from '../settings/facet-types.js';
import type { FacetSettings, OwnOptions } from '../settings/settings.js';
import type { Source } from '../settings/sources.js';
import { createValueNames } from '../widget/value-names.js';
import type { SavedSettings } from './saved-facets.js';
import { EDIT_SLUG, type ScreenParts, screenPath, SLUG } from './screen-parts.js';

const PREVIEWED = 10;

/** One facet: a new one for a source, or a saved one by its slug. */
export function facetEditScreen(parts: ScreenParts, saved: SavedSettings): AdminPage {
  const { scope, running } = parts;
  const { __ } = scope;
  const types = () => running.container().get('types');
  const typeOf = (id: string): FacetType | undefined => types().find(id);

  async function show(facet: FacetSettings, original: string, problems: Readonly<Record<string, string>> = {}, status = 200): Promise<Reply> {
    scope.useAsset('facet-admin');
    const source = (await saved.sources()).find((one) => one.source === facet.source);
    const kind = typeOf(facet.type);
    const full = withDefaults(facet, kind ?? types().all()[0]);
    const choose = (choices: readonly (readonly [value: string, label: string])[], chosen: string) => choices.map(([value, label]) => ({ value, label, selected: value === chosen }));
    const data = {
      facet: full, original, problems, sourceLabel: source?.label ?? facet.source,
      types: [
        ...(kind ? [] : [{ value: facet.type, label: facet.type, help: __('The type is gone'), selected: true }]),
        ...types().all().filter((type) => source === undefined || type.fits(source)).map(({ id, label, help = '' }) => ({ value: id, label: textOf(label), help: textOf(help), selected: id === facet.type })),
      ],
      isRange: kind !== undefined && stateOf(kind) === 'range', isSearch: kind?.state === 'search', isOwn: kind === undefined || stateOf(kind) === 'own',
      options: (kind?.options ?? []).map((option) => ({
        ...option, label: textOf(option.label), help: textOf(option.help ?? ''), value: full.options[option.name], isNumber: typeof option.default === 'number', isBoolean: typeof option.default === 'boolean', problem: problems[`options.${option.name}`],
      })),
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
    if (!snapshot || !isList(facet.kind) || facet.kind.id !== facet.type) return [];
    const counts = snapshot.engine.values(facet.source);
    const values = createValueNames(snapshot.vocabulary, snapshot.engine, scope, new Map(), running.container().get('sources').all()).list(facet.source).map(({ key, label }) => ({ label, count: counts.get(key) ?? 0 }));
    const wanted = facet.hide_empty ? values.filter(({ count }) => count > 0) : values;
    if (facet.order === 'count') wanted.sort((a, b) => b.count - a.count);
    if (facet.order === 'label') wanted.sort((a, b) => a.label.localeCompare(b.label));
    return wanted.slice(0, PREVIEWED);
  }

  function readOptions(request: PageRequest, { options = [] }: FacetType): OwnOptions {
    return Object.fromEntries(options.map(({ name, default: usual }) => [name, typeof usual === 'boolean' ? request.field(`option_${name}`) === '1' : request.field(`option_${name}`).trim()]));
  }

  /** @param stored what it was; a type that is gone keeps its options as they are */
  function read(request: PageRequest, stored: FacetSettings | undefined): FacetSettings & Record<string, unknown> {
    const type = request.field('type');
    const known = typeOf(type);
    const kind = known && stateOf(known);
    const list = kind === 'list' || kind === 'single';
    const options = known?.options?.length ? readOptions(request, known) : known ? undefined : stored?.options;
    return {
      slug: request.field('slug').trim(), label: request.field('label').trim(), type, source: request.field('source'),
      help: request.field('help').trim(), collapsed: request.field('collapsed') === '1',
      ...(kind === 'list' ? { operator: request.field('operator') || 'or' } : {}),
      ...(list ? { order: request.field('order') || 'position', limit: request.field('limit').trim() || '0', show_counts: request.field('show_counts') === '1', hide_empty: request.field('hide_empty') === '1' } : {}),
      ...(kind === 'range' ? { unit: request.field('unit').trim(), step: request.field('step').trim().replace(',', '.') || '0' } : {}),
      ...(options ? { options } : {}),
    } as FacetSettings & Record<string, unknown>;
  }

  async function save(request: PageRequest): Promise<Reply> {
    const original = request.field('original');
    const { facets } = await saved.read();
    const at = facets.findIndex(({ slug }) => slug === original);
    const facet = read(request, facets[at]);
    const index = at < 0 ? facets.length : at;
    const all = at < 0 ? [...facets, facet] : facets.map((one, i) => (i === at ? facet : one));
    const problems = await saved.save({ facets: all });
    if (Object.keys(problems).length === 0) {
      scope.addNotice(request, 'success', __('The facet “%s” is saved.', facet.label));
      return { kind: 'redirect', status: 303, location: screenPath(SLUG) };
    }
    const own = Object.entries(problems).map(([path, text]): [string, string] => (path.startsWith(`facets[${index}].`) ? [path.slice(path.indexOf('.') + 1), text] : ['other', `${path}: ${text}`]));
    return show(facet, original, Object.fromEntries(own), 422);
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

