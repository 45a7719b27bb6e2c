import { createHash } from 'node:crypto';
import type { PluginScope } from 'plinth';
import { type ColumnMapping, isMapping } from './foreign-fields.js';

/** Remembers what the columns of a file became, for the next file with the same head. */
export interface KeptMappings {
  of(names: readonly string[]): Promise<ColumnMapping | undefined>;
  keep(names: readonly string[], mapping: ColumnMapping): Promise<void>;
}

const OPTION = 'store_csv_columns';
/** Heads that are remembered; the one that was used longest ago is forgotten. */
const MOST = 20;

const headOf = (names: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 32);

export function createKeptMappings({
  getOption,
  updateOption,
}: Pick<PluginScope, 'getOption' | 'updateOption'>): KeptMappings {
  async function all(): Promise<readonly (readonly [string, unknown])[]> {
    const stored = await getOption<unknown>(OPTION, []);
    return Array.isArray(stored)
      ? stored.filter((one): one is [string, unknown] => Array.isArray(one) && typeof one[0] === 'string')
      : [];
  }
  return {
    async of(names) {
      const head = headOf(names);
      const mapping = (await all()).find(([known]) => known === head)?.[1];
      return isMapping(mapping, names.length) ? mapping : undefined;
    },
    async keep(names, mapping) {
      const head = headOf(names);
      await updateOption(
        OPTION,
        [[head, mapping], ...(await all()).filter(([known]) => known !== head)].slice(0, MOST),
        false,
      );
    },
  };
}
