import type { TextIndex } from '../../plugins/facet/engine/segment';
import type { EngineQuery, FacetDocument, FacetRecord, Selection } from '../../plugins/facet/engine/types';
import { parseSearch } from '../../plugins/facet/search/read-search';
import { SCORE } from '../../plugins/facet/search/text-index';
import { textIndexOf } from './text-index-of';
import { assertDefined } from '../kit/assert-defined.js';

const indexes = new WeakMap<readonly FacetRecord[], TextIndex>();

function textsOf(records: readonly FacetRecord[]): TextIndex {
  const known = indexes.get(records) ?? textIndexOf(records.map(({ text }) => text));
  indexes.set(records, known);
  return known;
}

/** Answers a query by checking every product. */
export function bruteForce(
  records: readonly FacetRecord[],
  query: EngineQuery,
): {
  found: number;
  ids: number[];
  prices: number[];
  versions: (number[] | undefined)[];
  counts: Record<string, Record<string, number>>;
  bounds: Record<string, unknown>;
} {
  const texts = textsOf(records);
  const scored = (tolerant: boolean): Map<number, number> =>
    new Map(
      [...texts.match(parseSearch(query.search, query.terms), tolerant)].map((score, i) => [
        assertDefined(records[i]).id,
        score,
      ]),
    );
  const here = new Set(
    records
      .filter(({ docs }) => docs.some((doc) => query.scope.every((selection) => matchesSelection(doc, selection))))
      .map(({ id }) => id),
  );
  let scores = new Map<number, number>();
  if (query.search.trim() !== '') {
    scores = scored(false);
    const found = [...scores].filter(([id, score]) => score > 0 && here.has(id));
    if (found.length < 3 && !found.some(([, score]) => score === SCORE.code)) scores = scored(true);
  }
  const searched = records.filter(({ id }) => query.search.trim() === '' || (scores.get(id) ?? 0) > 0);
  const without = (skip?: string): { record: FacetRecord; docs: FacetDocument[] }[] =>
    searched
      .map((record) => ({ record, docs: record.docs.filter((doc) => docMatches(doc, query, skip, record)) }))
      .filter(({ docs }) => docs.length > 0);
  const all = without();
  const restricting = new Set([...query.selections, ...query.ranges].map(({ key }) => key));
  // A facet without a selection needs no separate result.
  const matching = (skip?: string): typeof all => (skip !== undefined && restricting.has(skip) ? without(skip) : all);
  const price = (entry: (typeof all)[number]): number => assertDefined(entry.docs[0]?.numbers.price);
  const by: Record<string, (a: (typeof all)[number], b: (typeof all)[number]) => number> = {
    '': (a, b) => a.record.order.position - b.record.order.position || cmp(a.record.order.name, b.record.order.name),
    popularity: (a, b) => b.record.order.sales - a.record.order.sales,
    rating: (a, b) =>
      b.record.order.rating - a.record.order.rating || b.record.order.ratingCount - a.record.order.ratingCount,
    date: (a, b) => b.record.order.published - a.record.order.published,
    price: (a, b) => price(a) - price(b),
    'price-desc': (a, b) => price(b) - price(a),
    relevance: (a, b) =>
      (scores.get(b.record.id) ?? 0) - (scores.get(a.record.id) ?? 0) ||
      Number(b.record.order.available) - Number(a.record.order.available) ||
      b.record.order.rating - a.record.order.rating,
  };
  const sort = query.sort === 'relevance' && query.search.trim() === '' ? '' : query.sort;
  const sorted = [...all].sort((a, b) => by[sort]?.(a, b) || a.record.id - b.record.id);
  const page = Math.min(query.page, Math.max(1, Math.ceil(all.length / query.perPage)));
  const pageItems = sorted.slice((page - 1) * query.perPage, page * query.perPage);
  const counts: Record<string, Record<string, number>> = {};
  for (const { key, source, anyDocument } of query.counts) {
    const own = query.selections.find((selection) => selection.key === key);
    counts[key] = {};
    for (const { docs, record } of matching(own?.operator === 'and' ? undefined : key)) {
      for (const value of new Set((anyDocument ? record.docs : docs).flatMap((doc) => doc.values[source] ?? [])))
        counts[key][value] = (counts[key][value] ?? 0) + 1;
    }
  }
  const bounds: Record<string, unknown> = {};
  const priced = ({ docs: own }: FacetRecord, docs: readonly FacetDocument[], source: string): FacetDocument[] =>
    docs.filter((doc) => source !== 'price' || !isSoldOut(doc) || own.every(isSoldOut));
  const inScope = (record: FacetRecord): FacetDocument[] =>
    record.docs.filter((doc) => query.scope.every((selection) => matchesSelection(doc, selection)));
  for (const { key, source } of query.bounds) {
    const own = ends(
      matching(key).flatMap(({ record, docs }) => priced(record, docs, source)),
      source,
    );
    const full = ends(
      records.flatMap((record) => priced(record, inScope(record), source)),
      source,
    );
    bounds[key] = { min: own[0], max: own[1], fullMin: full[0], fullMax: full[1] };
  }
  return {
    found: all.length,
    ids: pageItems.map(({ record }) => record.id),
    prices: pageItems.map(price),
    versions: pageItems.map(({ record, docs }) =>
      docs.length < record.docs.length ? docs.map(({ variation: version }) => version ?? 0) : undefined,
    ),
    counts,
    bounds,
  };
}

const isSoldOut = ({ values }: FacetDocument): boolean => (values.stock ?? []).includes('outofstock');
const cmp = (a: string, b: string): number => Number(a > b) - Number(a < b);

function matchesSelection(
  doc: FacetDocument,
  { source, values, operator, anyDocument }: Selection,
  record?: FacetRecord,
): boolean {
  const own =
    anyDocument && record ? record.docs.flatMap((one) => one.values[source] ?? []) : (doc.values[source] ?? []);
  return operator === 'and'
    ? values.every((value) => own.includes(value))
    : values.some((value) => own.includes(value));
}

function docMatches(doc: FacetDocument, query: EngineQuery, skip: string | undefined, record: FacetRecord): boolean {
  return (
    query.scope.every((selection) => matchesSelection(doc, selection)) &&
    query.selections.every((selection) => selection.key === skip || matchesSelection(doc, selection, record)) &&
    query.ranges.every(
      ({ key, source, min, max }) =>
        key === skip ||
        (doc.numbers[source] !== undefined &&
          doc.numbers[source] >= (min ?? -Infinity) &&
          doc.numbers[source] <= (max ?? Infinity)),
    )
  );
}

function ends(docs: readonly FacetDocument[], source: string): [number | null, number | null] {
  const numbers = docs.map((doc) => doc.numbers[source]).filter((number) => number !== undefined);
  return numbers.length === 0
    ? [null, null]
    : [numbers.reduce((a, b) => Math.min(a, b)), numbers.reduce((a, b) => Math.max(a, b))];
}
