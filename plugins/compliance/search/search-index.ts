import type { Catalogue, CatalogueTermRecord } from './catalogue.js';
import { compareEntries, entryOf, type SearchEntry } from './entry.js';

const PAGE = 1000;
/** More changes than this are read as a whole. */
const MAX_CHANGES = 2000;

/** The catalogue in memory, in the order of equally good results. */
export interface Snapshot {
  readonly entries: readonly SearchEntry[];
  readonly terms: ReadonlyMap<number, CatalogueTermRecord>;
}

export interface SearchIndex {
  /** The catalogue as it is now: one small query when nothing changed. */
  current(): Promise<Snapshot>;
}

/** Keeps the catalogue in memory and follows its changes. */
export function createSearchIndex(catalogue: () => Catalogue | undefined): SearchIndex {
  let entries = new Map<number, SearchEntry>();
  let snapshot: Snapshot = { entries: [], terms: new Map() };
  let sequence = -1;
  let source: Catalogue | undefined;
  let running: Promise<Snapshot> | undefined;

  async function readTerms(from: Catalogue): Promise<Map<number, CatalogueTermRecord>> {
    return new Map((await from.terms()).map((term) => [term.id, term]));
  }

  async function readAll(from: Catalogue): Promise<void> {
    const terms = await readTerms(from);
    const all = new Map<number, SearchEntry>();
    let after = 0;
    for (;;) {
      const records = await from.records(after, PAGE);
      for (const record of records) all.set(record.id, entryOf(record, terms));
      const last = records.at(-1);
      if (!last || records.length < PAGE) break;
      after = last.id;
    }
    entries = all;
    snapshot = { entries: [...all.values()].sort(compareEntries), terms };
  }

  async function readSome(from: Catalogue, ids: readonly number[]): Promise<void> {
    const terms = await readTerms(from);
    const records = await from.recordsOf(ids);
    for (const id of ids) entries.delete(id);
    for (const record of records) entries.set(record.id, entryOf(record, terms));
    snapshot = { entries: [...entries.values()].sort(compareEntries), terms };
  }

  async function refresh(): Promise<Snapshot> {
    const from = catalogue();
    if (!from) return { entries: [], terms: new Map() };
    const newest = await from.lastChange();
    if (from !== source || sequence < 0 || newest < sequence) await readAll(from);
    else if (newest > sequence) {
      const changes = await from.changes(sequence, MAX_CHANGES);
      const wholesale = changes.length === MAX_CHANGES || changes.some(({ productId }) => productId === 0);
      await (wholesale ? readAll(from) : readSome(from, [...new Set(changes.map(({ productId }) => productId))]));
    }
    source = from;
    sequence = newest;
    return snapshot;
  }

  return {
    current() {
      running ??= refresh().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}
