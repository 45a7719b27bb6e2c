import type { AdminPage, PageRequest, Reply } from 'plinth';
import { slugOfSource } from '../settings/default-facets.js';
import { textOf } from '../index/source-registry.js';
import { type Facet, type FacetType, isList, lookOf, stateOf, withDefaults } from '../settings/facet-types.js';
import type { FacetSettings, OwnOptions } from '../settings/settings.js';
import type { Source } from '../settings/sources.js';
import { createValueNames, type NamedValue } from '../widget/value-names.js';
import type { Preview } from './preview.js';
import type { SavedSettings } from './saved-facets.js';
import { isBands } from '../widget/shown-values.js';
import { EDIT_SLUG, type ScreenParts, screenPath, SLUG } from './screen-parts.js';
import { readBands, readValues, valueRows } from './value-form.js';

/** Empty lines for further steps. */
const MORE_BANDS = 3;
const PICTURES = 50;

/** One facet: a new one for a source, or a saved one by its slug. */
export function facetEditScreen(parts: ScreenParts, saved: SavedSettings, preview: Preview): AdminPage {
  const { scope, running } = parts;
  const { __ } = scope;
  const types = () => running.container().get('types');
  const typeOf = (id: string): FacetType | undefined => types().find(id);

  async function show(
    facet: FacetSettings,
    original: string,
    problems: Readonly<Record<string, string>> = {},
    status = 200,
    drafted = false,
  ): Promise<Reply> {
    scope.useAsset('facet-admin');
    scope.useAsset('facet-builder');
    const source = (await saved.sources()).find((one) => one.source === facet.source);
    const kind = typeOf(facet.type);
    const full = withDefaults(facet, kind ?? types().all()[0]);
    const choose = (choices: readonly (readonly [value: string, label: string])[], chosen: string) =>
      choices.map(([value, label]) => ({ value, label, selected: value === chosen }));
    const data = {
      facet: full,
      original,
      problems,
      sourceLabel: source?.label ?? facet.source,
      types: [
        ...(kind ? [] : [{ value: facet.type, label: facet.type, help: __('The type is gone'), selected: true }]),
        ...types()
          .all()
          .filter((type) => source === undefined || type.fits(source))
          .map(({ id, label, help = '' }) => ({
            value: id,
            label: textOf(label),
            help: textOf(help),
            selected: id === facet.type,
          })),
      ],
      isRange: kind !== undefined && stateOf(kind) === 'range',
      isSearch: kind?.state === 'search',
      isOwn: kind === undefined || stateOf(kind) === 'own',
      options: (kind?.options ?? []).map((option) => ({
        ...option,
        label: textOf(option.label),
        help: textOf(option.help ?? ''),
        value: full.options[option.name],
        isNumber: typeof option.default === 'number',
        isBoolean: typeof option.default === 'boolean',
        problem: problems[`options.${option.name}`],
      })),
      operators: choose(
        [
          ['or', __('Any of the chosen values')],
          ['and', __('All of the chosen values')],
        ],
        full.operator,
      ),
      orders: choose(
        [
          ['position', __('The shop’s order')],
          ['label', __('A to Z')],
          ['count', __('Most products first')],
          ['manual', __('By hand')],
        ],
        full.order,
      ),
      ...(await valuesView(full)),
      previewUrl: drafted || original !== '' ? preview.url(drafted) : '',
      drafted,
      conditions: await conditions(full),
      backUrl: screenPath(SLUG),
    };
    return {
      kind: 'page',
      status,
      title: original === '' ? __('Add facet') : __('Edit facet'),
      view: 'admin/facet-edit',
      data,
    };
  }

  /** Where the facet appears: categories with the way to them, and roles. */
  async function conditions({ categories, roles }: Facet): Promise<object> {
    const vocabulary = await running.vocabulary();
    const way = (id: number): string =>
      [...vocabulary.lineage(id)]
        .reverse()
        .map(({ name }) => name)
        .join(' › ');
    return {
      categories: vocabulary
        .termsOf('product_cat')
        .map(({ id }) => ({ value: id, label: way(id), selected: categories.includes(id) }))
        .sort((a, b) => a.label.localeCompare(b.label)),
      roles: Object.entries(await scope.getEditableRoles()).map(([value, { name }]) => ({
        value,
        label: name,
        selected: roles.includes(value),
      })),
    };
  }

  /** The values of the facet with what the owner changed of them, and the pictures they can have. */
  async function valuesView(facet: Facet): Promise<object> {
    if (!isList(facet.kind) || facet.kind.id !== facet.type) return {};
    if (isBands(facet))
      return {
        bands: [...facet.values, ...Array.from({ length: MORE_BANDS }, () => ({}))].map((band, i) => ({ ...band, i })),
      };
    const snapshot = await running
      .index()
      .fresh()
      .catch(() => undefined);
    if (!snapshot) return {};
    const values: readonly NamedValue[] = createValueNames(
      snapshot.vocabulary,
      snapshot.engine,
      scope,
      new Map(),
      running.container().get('sources').all(),
    ).list(facet.source);
    const pictures = facet.type === 'swatch' ? await picturesOf() : [];
    const rows = valueRows(facet.values, values, snapshot.engine.values(facet.source), facet.order === 'manual');
    return {
      rows: rows.map((row, i) => ({
        ...row,
        i,
        name: row.label || row.original,
        pictures: pictures.map((one) => ({ ...one, selected: one.url === row.swatch })),
      })),
      swatches: facet.type === 'swatch',
      total: values.length,
    };
  }

  /** The newest pictures of the media library. */
  async function picturesOf(): Promise<{ url: string; title: string }[]> {
    const { posts } = await scope.queryPosts({
      post_type: 'attachment',
      post_status: 'inherit',
      post_mime_type: 'image',
      posts_per_page: PICTURES,
      orderby: 'date',
      order: 'DESC',
      perm: 'readable',
      no_found_rows: true,
    });
    const found: { url: string; title: string }[] = [];
    for (const { id, post_title: title } of posts) {
      const picture = await scope.wpGetAttachmentImageSrc(id, 'thumbnail');
      if (picture) found.push({ url: new URL(picture[0], scope.homeUrl('/')).pathname, title });
    }
    return found;
  }

  function readOptions(request: PageRequest, { options = [] }: FacetType): OwnOptions {
    return Object.fromEntries(
      options.map(({ name, default: usual }) => [
        name,
        typeof usual === 'boolean' ? request.field(`option_${name}`) === '1' : request.field(`option_${name}`).trim(),
      ]),
    );
  }

  /** @param stored what it was; a type that is gone keeps its options as they are */
  function read(request: PageRequest, stored: FacetSettings | undefined): FacetSettings & Record<string, unknown> {
    const type = request.field('type');
    const known = typeOf(type);
    const kind = known && stateOf(known);
    const list = kind === 'list' || kind === 'single';
    const options = known?.options?.length ? readOptions(request, known) : known ? undefined : stored?.options;
    return {
      slug: request.field('slug').trim(),
      label: request.field('label').trim(),
      type,
      source: request.field('source'),
      help: request.field('help').trim(),
      collapsed: request.field('collapsed') === '1',
      ...(kind === 'list' ? { operator: request.field('operator') || 'or' } : {}),
      ...(list
        ? {
            order: request.field('order') || 'position',
            limit: request.field('limit').trim() || '0',
            show_counts: request.field('show_counts') === '1',
            hide_empty: request.field('hide_empty') === '1',
          }
        : {}),
      ...(list
        ? {
            values:
              known && lookOf(known).bands
                ? readBands(request.form['bands'])
                : readValues(request.form['values'], stored?.values ?? [], request.field('order') === 'manual'),
          }
        : {}),
      ...(kind === 'range'
        ? { unit: request.field('unit').trim(), step: request.field('step').trim().replace(',', '.') || '0' }
        : {}),
      ...(listOf(request, 'categories').length > 0 ? { categories: listOf(request, 'categories').map(Number) } : {}),
      ...(listOf(request, 'roles').length > 0 ? { roles: listOf(request, 'roles') } : {}),
      ...(['', '0'].includes(request.field('min_coverage').trim())
        ? {}
        : { min_coverage: request.field('min_coverage').trim().replace(',', '.') }),
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
    if (request.field('action') === 'preview') return look(facet, original, all, index);
    const problems = await saved.save({ facets: all });
    if (Object.keys(problems).length === 0) {
      scope.addNotice(request, 'success', __('The facet “%s” is saved.', facet.label));
      return { kind: 'redirect', status: 303, location: screenPath(SLUG) };
    }
    return show(facet, original, ownProblems(problems, index), 422);
  }

  /** Shows what was typed as visitors would see it, and saves nothing. */
  async function look(
    facet: FacetSettings,
    original: string,
    facets: readonly FacetSettings[],
    index: number,
  ): Promise<Reply> {
    const { settings, problems } = await saved.draft({ facets });
    if (Object.keys(problems).length > 0) return show(facet, original, ownProblems(problems, index), 422);
    await preview.keep(settings);
    return show(facet, original, {}, 200, true);
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

/** Problems by the field of the form; values and what lies elsewhere stand above it. */
function ownProblems(problems: Readonly<Record<string, string>>, index: number): Readonly<Record<string, string>> {
  const own = `facets[${index}].`;
  return Object.fromEntries(
    Object.entries(problems).map(([path, text]): [string, string] =>
      path.startsWith(own) && !path.startsWith(`${own}values`)
        ? [path.slice(own.length), text]
        : ['other', `${path.replace(own, '')}: ${text}`],
    ),
  );
}

/** A slug that is still free, from the source's name. */
function newFacet({ source, label, suggested_type }: Source, facets: readonly FacetSettings[]): FacetSettings {
  const taken = new Set(facets.map(({ slug }) => slug));
  const base = slugOfSource(source);
  let slug = base;
  for (let number = 2; taken.has(slug); number++) slug = `${base.slice(0, 45)}-${number}`;
  return { slug, label, type: suggested_type, source };
}

/** The values of a field that takes several. */
function listOf({ form }: PageRequest, name: string): string[] {
  const given = form[name];
  return (Array.isArray(given) ? given : [given]).filter((one): one is string => typeof one === 'string' && one !== '');
}
