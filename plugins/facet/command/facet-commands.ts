import type { Command, PluginScope } from 'plinth';
import type { RunningFilter } from '../facet-plugin.js';
import type { IndexTable } from '../index/index-table.js';
import type { Reindex } from '../index/reindex.js';

interface FacetCommandDeps {
  readonly scope: Pick<PluginScope, '__' | '_n'>;
  readonly running: RunningFilter;
  readonly table: IndexTable;
  readonly reindex: Reindex;
}

/** `facet reindex` and `facet status`. */
export function facetCommands({ scope: { __ }, running, table, reindex }: FacetCommandDeps): Command[] {
  return [
    {
      name: 'facet reindex',
      description: 'Build the index of the product filter anew',
      async run(_args, _options, output) {
        const bar = output.progress(__('Products'), await running.catalogue().count());
        const totals = await reindex.now((processed) => bar.update(processed)).finally(() => bar.stop());
        output.line(__('%1$d products are in the index, with %2$d values.', totals.indexed_products, totals.indexed_rows));
      },
    },
    {
      name: 'facet status',
      description: 'Show the state of the index of the product filter',
      async run(_args, _options, output) {
        const [state, totals, products, newest] = [await table.state(), await table.totals(), await running.catalogue().count(), await running.catalogue().lastChange()];
        output.rows([{ products, indexed_products: totals.products, indexed_rows: totals.rows, changes_behind: state ? Math.max(0, newest - state.sequence) : newest, built_at: state?.builtAt ?? '' }]);
      },
    },
  ];
}
