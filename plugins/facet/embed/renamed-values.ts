import type { PluginScope } from 'plinth';
import type { RunningFilter } from '../facet-plugin.js';
import { readableSlug } from '../index/vocabulary.js';
import { PREFIX } from '../url-state/filter-state.js';

/** Moves landing pages along when the slug of a term changes. Earlier URLs of lists redirect to the new ones. */
export function followRenamedValues(scope: Pick<PluginScope, 'addAction'>, running: RunningFilter): void {
  scope.addAction(
    'store/term_slug_changed',
    async (taxonomy, before, after) => {
      const container = running.container();
      const { facets } = await container.get('settings').read(await container.get('filter').sources());
      const variables = facets
        .filter(({ source }) => source === `tax:${taxonomy}`)
        .map(({ slug }) => `${PREFIX}${slug}`);
      if (variables.length > 0)
        await container.get('landings').renameValue(variables, readableSlug(before), readableSlug(after));
    },
    10,
    3,
  );
}
