import type { RunningFilter } from '../facet-plugin.js';
import { isList } from '../settings/facet-types.js';
import { NO_CONTEXT } from '../widget/widget-context.js';
import { isBands, shownValues } from '../widget/shown-values.js';
import { examine, type ExaminedFacet, type Finding } from './facet-doctor.js';

/** Looks at the saved facets with what the index has of them. */
export async function checkUp(running: RunningFilter): Promise<readonly Finding[]> {
  const { engine, facets, names, settings } = await running.container().get('filter').read({}, NO_CONTEXT);
  return examine(
    facets.flatMap((facet): ExaminedFacet[] => {
      const stored = settings.facets.find(({ slug }) => slug === facet.slug);
      if (!stored) return [];
      const counts = engine.values(facet.source);
      const values =
        isList(facet.kind) && !isBands(facet)
          ? shownValues(facet, names)
              .list()
              .filter(({ hidden }) => !hidden)
              .map(({ key, slug, label }) => ({ slug, label, count: counts.get(key) ?? 0 }))
          : [];
      return [{ facet: stored, values, covered: engine.coverage(facet.source) }];
    }),
  );
}
