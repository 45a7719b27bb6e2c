import type { PluginScope, Reply } from 'plinth';
import { nameOrder } from '../index/name-order.js';
import { textOf } from '../index/source-registry.js';
import type { Problems } from '../settings/check-value.js';
import { type Facet, type FacetType, isList, stateOf, withDefaults } from '../settings/facet-types.js';
import type { FacetSettings } from '../settings/settings.js';
import type { Source } from '../settings/sources.js';
import { isBands } from '../widget/visible-values.js';
import { createValueNames, type NamedValue } from '../widget/value-names.js';
import type { Preview } from './preview.js';
import type { SavedSettings } from './saved-facets.js';
import { type ScreenDeps, screenPath, SLUG } from './screen-parts.js';
import { createValueRows } from './value-form.js';

/** Number of empty rows for further bands (value ranges). */
const EMPTY_BAND_ROWS = 3;
const MAX_IMAGES = 50;

/**
 * Renders the form of a facet.
 * @param original the saved slug; empty for a new facet
 */
type ShowFacet = (
  facet: FacetSettings,
  original: string,
  problems?: Readonly<Problems>,
  status?: number,
  isDraft?: boolean,
) => Promise<Reply>;

/** Creates the view of the facet form, for a new facet of a source or a saved one by its slug. */
export function createFacetEditView(parts: ScreenDeps, saved: SavedSettings, preview: Preview): ShowFacet {
  const { scope, running } = parts;
  const { __ } = scope;
  const types = () => running.container().get('types');
  const findType = (id: string): FacetType | undefined => types().find(id);

  /** The fallback type for a facet whose own type is no longer registered. */
  function getFallbackType(): FacetType {
    const [first] = types().all();
    if (!first) throw new Error('No facet type is registered.');
    return first;
  }

  /** Returns the types that can show a source; a type that is no longer registered comes first. */
  function typeChoices(selectedId: string, source: Source | undefined): object[] {
    const unavailable = { value: selectedId, label: selectedId, help: __('Type not available'), selected: true };
    const availableTypes = types()
      .all()
      .filter((type) => source === undefined || type.supports(source))
      .map(({ id, label, help = '' }) => ({
        value: id,
        label: textOf(label),
        help: textOf(help),
        selected: id === selectedId,
      }));
    return findType(selectedId) ? availableTypes : [unavailable, ...availableTypes];
  }

  /** Returns the operator and sort order options of a list. */
  function listChoices({ operator, order }: Facet): object {
    return {
      operators: toOptions(
        [
          ['or', __('Any selected value')],
          ['and', __('All selected values')],
        ],
        operator,
      ),
      orders: toOptions(
        [
          ['position', __('Default order')],
          ['label', __('A to Z')],
          ['count', __('Most products first')],
          ['manual', __('Manual')],
        ],
        order,
      ),
    };
  }

  /** Returns the facet's values with the owner's edits, and the images available for them. */
  async function valuesView(facet: Facet): Promise<object> {
    if (!isList(facet.kind) || facet.kind.id !== facet.type) return {};
    if (isBands(facet))
      return {
        bands: [...facet.values, ...Array.from({ length: EMPTY_BAND_ROWS }, () => ({}))].map((band, i) => ({
          ...band,
          i,
        })),
      };
    const snapshot = await running
      .index()
      .getSnapshot()
      .catch(() => undefined);
    if (!snapshot) return {};
    const values: readonly NamedValue[] = createValueNames(
      snapshot.vocabulary,
      snapshot.engine,
      scope,
      new Map(),
      running.container().get('sources').all(),
    ).list(facet.source);
    const images = facet.type === 'swatch' ? await listImages(scope) : [];
    const rows = createValueRows(facet.values, values, snapshot.engine.values(facet.source), facet.order === 'manual');
    return {
      rows: rows.map((row, i) => ({
        ...row,
        i,
        name: row.label || row.original,
        images: images.map((image) => ({ ...image, selected: image.url === row.swatch })),
      })),
      swatches: facet.type === 'swatch',
      total: values.length,
    };
  }

  return async (facet, original, problems = {}, status = 200, isDraft = false) => {
    scope.useAsset('facet-admin');
    scope.useAsset('facet-builder');
    const source = (await saved.sources()).find((candidate) => candidate.source === facet.source);
    const kind = findType(facet.type);
    const completeFacet = withDefaults(facet, kind ?? getFallbackType());
    const data = {
      facet: completeFacet,
      original,
      problems,
      sourceLabel: source?.label ?? facet.source,
      languages: labelFields(scope, facet),
      types: typeChoices(facet.type, source),
      isRange: kind !== undefined && stateOf(kind) === 'range',
      isSearch: kind?.state === 'search',
      isOwn: kind === undefined || stateOf(kind) === 'own',
      options: optionFields(kind, completeFacet, problems),
      ...listChoices(completeFacet),
      ...(await valuesView(completeFacet)),
      previewUrl: isDraft || original !== '' ? preview.url(isDraft) : '',
      drafted: isDraft,
      conditions: await conditionsView(parts, completeFacet),
      backUrl: screenPath(SLUG),
    };
    return {
      kind: 'page',
      status,
      title: original === '' ? __('Add facet') : __('Edit facet'),
      view: 'admin/facet-edit',
      data,
    };
  };
}

const toOptions = (choices: readonly (readonly [value: string, label: string])[], selectedValue: string): object[] =>
  choices.map(([value, label]) => ({ value, label, selected: value === selectedValue }));

/** Returns the fields for the labels in the other languages of the site. */
function labelFields(
  { getSiteLanguages, locale }: Pick<PluginScope, 'getSiteLanguages' | 'locale'>,
  { labels }: FacetSettings,
): object[] {
  return getSiteLanguages()
    .filter((code) => code !== locale())
    .map((code) => ({
      code,
      tag: code.slice(0, 2),
      name: new Intl.DisplayNames([locale().replace('_', '-')], { type: 'language' }).of(code.slice(0, 2)) ?? code,
      value: labels?.[code] ?? '',
    }));
}

/** Returns the options that the type defines. */
function optionFields(kind: FacetType | undefined, facet: Facet, problems: Readonly<Problems>): object[] {
  return (kind?.options ?? []).map((option) => ({
    ...option,
    label: textOf(option.label),
    help: textOf(option.help ?? ''),
    value: facet.options[option.name],
    isNumber: typeof option.default === 'number',
    isBoolean: typeof option.default === 'boolean',
    problem: problems[`options.${option.name}`],
  }));
}

/** Returns the newest images of the media library. */
async function listImages(scope: PluginScope): Promise<{ url: string; title: string }[]> {
  const { posts } = await scope.queryPosts({
    post_type: 'attachment',
    post_status: 'inherit',
    post_mime_type: 'image',
    posts_per_page: MAX_IMAGES,
    orderby: 'date',
    order: 'DESC',
    perm: 'readable',
    no_found_rows: true,
  });
  const found: { url: string; title: string }[] = [];
  for (const { id, post_title: title } of posts) {
    const image = await scope.wpGetAttachmentImageSrc(id, 'thumbnail');
    if (image) found.push({ url: new URL(image[0], scope.homeUrl('/')).pathname, title });
  }
  return found;
}

/** Returns the conditions for showing the facet: categories with their paths, and roles. */
async function conditionsView({ scope, running }: ScreenDeps, { categories, roles }: Facet): Promise<object> {
  const vocabulary = await running.vocabulary();
  const getPath = (id: number): string =>
    [...vocabulary.lineage(id)]
      .reverse()
      .map(({ name }) => name)
      .join(' › ');
  return {
    categories: vocabulary
      .termsOf('product_cat')
      .map(({ id }) => ({ value: id, label: getPath(id), selected: categories.includes(id) }))
      .sort((a, b) => nameOrder(scope.locale())(a.label, b.label)),
    roles: Object.entries(await scope.getEditableRoles()).map(([value, { name }]) => ({
      value,
      label: name,
      selected: roles.includes(value),
    })),
  };
}
