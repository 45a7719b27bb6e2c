import type { AdminPage, PageRequest, Reply } from 'plinth';
import type { Problems } from '../settings/check-value.js';
import { slugOfSource } from '../settings/default-facets.js';
import type { FacetSettings } from '../settings/settings.js';
import type { Source } from '../settings/sources.js';
import { createFacetEditView } from './facet-edit-view.js';
import { readFacet } from './facet-form.js';
import type { Preview } from './preview.js';
import type { SavedSettings } from './saved-facets.js';
import { EDIT_SLUG, type ScreenDeps, screenPath, SLUG } from './screen-parts.js';

/** Returns the edit screen of one facet: a new one for a source, or a saved one by its slug. */
export function createFacetEditScreen(parts: ScreenDeps, saved: SavedSettings, preview: Preview): AdminPage {
  const { scope, running } = parts;
  const { __ } = scope;
  const show = createFacetEditView(parts, saved, preview);

  async function save(request: PageRequest): Promise<Reply> {
    const original = request.field('original');
    const { facets } = await saved.read();
    const existingIndex = facets.findIndex(({ slug }) => slug === original);
    const kind = running.container().get('types').find(request.field('type'));
    const facet = readFacet(request, kind, facets[existingIndex]);
    const index = existingIndex < 0 ? facets.length : existingIndex;
    const all =
      existingIndex < 0 ? [...facets, facet] : facets.map((entry, i) => (i === existingIndex ? facet : entry));
    if (request.field('action') === 'preview') return showPreview(facet, original, all, index);
    const problems = await saved.save({ facets: all });
    if (Object.keys(problems).length === 0) {
      scope.addNotice(request, 'success', __('Facet “%s” saved.', facet.label));
      return { kind: 'redirect', status: 303, location: screenPath(SLUG) };
    }
    return show(facet, original, getFieldProblems(problems, index), 422);
  }

  /** Shows a preview of the submitted facet without saving it. */
  async function showPreview(
    facet: FacetSettings,
    original: string,
    facets: readonly FacetSettings[],
    index: number,
  ): Promise<Reply> {
    const { settings, problems } = await saved.draft({ facets });
    if (Object.keys(problems).length > 0) return show(facet, original, getFieldProblems(problems, index), 422);
    await preview.saveDraft(settings);
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
      const source = (await saved.sources()).find((candidate) => candidate.source === request.field('source'));
      if (!source) return { kind: 'redirect', location: screenPath(SLUG) };
      return show(newFacet(source, facets), '');
    },
  };
}

/** Returns the errors by form field; errors of values and of other settings are shown above the form. */
function getFieldProblems(problems: Readonly<Problems>, index: number): Readonly<Problems> {
  const prefix = `facets[${index}].`;
  return Object.fromEntries(
    Object.entries(problems).map(([path, text]): [string, string] =>
      path.startsWith(prefix) && !path.startsWith(`${prefix}values`)
        ? [path.slice(prefix.length), text]
        : ['other', `${path.replace(prefix, '')}: ${text}`],
    ),
  );
}

/** Creates a facet for a source, with an unused slug derived from the source's name. */
function newFacet({ source, label, suggested_type }: Source, facets: readonly FacetSettings[]): FacetSettings {
  const usedSlugs = new Set(facets.map(({ slug }) => slug));
  const base = slugOfSource(source);
  let slug = base;
  for (let number = 2; usedSlugs.has(slug); number++) slug = `${base.slice(0, 45)}-${number}`;
  return { slug, label, type: suggested_type, source };
}
