import { type Command, PlinthError, type PluginScope } from 'plinth';
import type { RunningFilter } from '../facet-plugin.js';
import type { IndexTable } from '../index/index-table.js';
import { verifyEngine } from '../index/verify.js';
import { withVerifyTables } from '../index/verify-tables.js';
import { sourcesOf } from '../settings/sources.js';
import type { Reindex } from '../index/reindex.js';
import { EMPTY_STATE } from '../url-state/filter-state.js';
import { NO_CONTEXT } from '../widget/widget-context.js';

interface FacetCommandDeps {
  readonly scope: Pick<PluginScope, '__' | '_n' | 'db'>;
  readonly running: RunningFilter;
  readonly table: IndexTable;
  readonly reindex: Reindex;
}

const MAX_SAMPLES = 10_000;

/** Returns the commands `facet reindex`, `facet status` and `facet verify`. */
export function createFacetCommands({ scope: { __, _n, db }, running, table, reindex }: FacetCommandDeps): Command[] {
  return [
    {
      name: 'facet reindex',
      description: 'Rebuild the product filter index',
      async run(_args, _options, output) {
        const bar = output.progress(__('Products'), await running.catalog().count());
        const totals = await reindex.now((processed) => bar.update(processed)).finally(() => bar.stop());
        output.line(__('Indexed %1$d products with %2$d values.', totals.indexed_products, totals.indexed_rows));
      },
    },
    {
      name: 'facet status',
      description: 'Show the status of the product filter index',
      async run(_args, _options, output) {
        const [state, totals, products, newest] = [
          await table.state(),
          await table.totals(),
          await running.catalog().count(),
          await running.catalog().lastChange(),
        ];
        output.rows([
          {
            products,
            indexed_products: totals.products,
            indexed_rows: totals.rows,
            changes_behind: state ? Math.max(0, newest - state.sequence) : newest,
            built_at: state?.builtAt ?? '',
          },
        ]);
      },
    },
    {
      name: 'facet verify',
      description: 'Run random queries on the in-memory engine and on the SQL tables, and report every difference',
      options: [{ flags: '--samples <n>', description: 'Number of queries', default: '50' }],
      async run(_args, { samples: samplesOption = '50' }, output) {
        const samples = Number(samplesOption);
        if (!Number.isInteger(samples) || samples < 1 || samples > MAX_SAMPLES)
          throw new PlinthError('facet_samples_invalid', __('--samples must be a number from 1 to %d.', MAX_SAMPLES));
        await running.index().refresh();
        const rows = await running.index().getSnapshot();
        const bar = output.progress(__('Queries'), samples);
        const sources = sourcesOf(rows.vocabulary, __)
          .filter(({ source, kind }) => source !== 'search' && kind !== 'number')
          .map(({ source }) => source);
        const boosts = await running
          .container()
          .get('merchandising')
          .getPlacement({ context: NO_CONTEXT, state: EMPTY_STATE, facets: [], vocabulary: rows.vocabulary });
        const disagreements = await withVerifyTables({ db, table }, rows, (sqlEngine) =>
          verifyEngine({
            engine: rows.engine,
            sqlEngine,
            rows,
            sources,
            samples,
            placement: boosts,
            random: Math.random,
            progress: (done) => bar.update(done),
          }),
        ).finally(() => bar.stop());
        if (disagreements.length > 0)
          output.rows(
            disagreements.map(({ query, differences }) => ({
              differs: differences.join(', '),
              query: JSON.stringify({
                selections: query.selections,
                ranges: query.ranges,
                sort: query.sort,
                page: query.page,
              }),
            })),
          );
        if (disagreements.length > 0)
          throw new PlinthError(
            'facet_engines_differ',
            _n('%d query returned different results.', '%d queries returned different results.', disagreements.length),
            { hint: __('Rebuild the index with `npx plinth facet reindex` and report the differences listed above.') },
          );
        output.line(_n('%d query checked, no differences.', '%d queries checked, no differences.', samples));
      },
    },
  ];
}
