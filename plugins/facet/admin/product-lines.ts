import { normalizeForSearch } from 'plinth';
import type { RunningFilter } from '../facet-plugin.js';
import { MAX_PRODUCTS } from '../merchandising/check-rule.js';
import { NO_CONTEXT } from '../widget/widget-context.js';

/** Maximum number of candidate products for a name or SKU. */
const MAX_CANDIDATES = 20;
const ID_PREFIX = /^#(\d{1,9})\b/;

/** Formats products as lines of a form: `#12 Oak table`. */
export async function formatProductLines(running: RunningFilter, ids: readonly number[]): Promise<string> {
  const names = new Map((await running.catalog().summaries(ids)).map(({ id, name }) => [id, name]));
  return ids.map((id) => `#${id} ${names.get(id) ?? ''}`.trim()).join('\n');
}

/**
 * Finds the products that lines identify by `#number`, SKU, or name.
 * @returns also the lines that match no product, or several
 */
export async function parseProductLines(
  running: RunningFilter,
  text: string,
): Promise<{ readonly ids: readonly number[]; readonly unmatchedLines: readonly string[] }> {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const ids: number[] = [];
  const unmatched: string[] = [];
  for (const line of lines.slice(0, MAX_PRODUCTS + 1)) {
    const id = await findProductId(running, line);
    if (id === undefined) unmatched.push(line);
    else if (!ids.includes(id)) ids.push(id);
  }
  return { ids, unmatchedLines: unmatched };
}

async function findProductId(running: RunningFilter, line: string): Promise<number | undefined> {
  const number = ID_PREFIX.exec(line)?.[1];
  if (number !== undefined) return (await running.catalog().summaries([Number(number)])).at(0)?.id;
  const { engine, query } = await running
    .container()
    .get('filter')
    .read({ sf_q: line }, { ...NO_CONTEXT, perPage: MAX_CANDIDATES });
  const hits = (await engine.query({ ...query, placement: undefined, counts: [], bounds: [] })).hits.map(
    ({ id }) => id,
  );
  const matchesLine = (text: string): boolean => normalizeForSearch(text).trim() === normalizeForSearch(line);
  const matches = (await running.catalog().summaries(hits)).filter(
    ({ name, sku }) => matchesLine(name) || matchesLine(sku),
  );
  const [only, ...more] = matches;
  return more.length === 0 ? only?.id : undefined;
}
