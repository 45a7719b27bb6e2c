import type { PluginScope } from 'plinth';
import { LAW_IDS, type Law, type LawId, LAWS } from './law-table.js';

/** Where the owner's own rows are kept: by the shipped row, what is another there, such as `{"safety":{"article":"art. 19–22"}}`. */
export const LAW_OPTION = 'compliance_laws';

const PARTS = ['act', 'article', 'since', 'verified'] as const;
const MOST = 300;

/** The acts as all screens, exports and commands name them: the shipped rows with the owner's changes over them. @since 0.3.0 */
export type LawRows = Readonly<Record<LawId, Law>>;

/** Reads the table; what is no text of a known row is left aside. */
export async function readLawRows({ getOption }: Pick<PluginScope, 'getOption'>): Promise<LawRows> {
  const own = parts(await getOption<unknown>(LAW_OPTION, {}));
  return Object.fromEntries(LAW_IDS.map((id) => [id, { ...LAWS[id], ...ownRow(parts(own[id])) }])) as LawRows;
}

function ownRow(row: Readonly<Record<string, unknown>>): Partial<Law> {
  return Object.fromEntries(
    PARTS.flatMap((part) => (typeof row[part] === 'string' ? [[part, row[part].trim().slice(0, MOST)]] : [])),
  );
}

function parts(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
