import { normalizeForSearch, type PluginScope } from 'plinth';
import type { RunningFilter } from '../facet-plugin.js';
import type { ProductSummary } from '../index/catalog.js';
import { restoreSpelling, wordsOf } from '../search/normalize.js';
import { toQuery } from '../url-state/filter-state.js';
import { countCombinedValues } from '../widget/combined-counts.js';
import { suggestCorrection } from '../widget/did-you-mean.js';
import { variationsOf } from '../widget/filter-result.js';
import { displayedValues } from '../widget/visible-values.js';
import type { WidgetContext } from '../widget/widget-context.js';

const MAX_NAMED_SUGGESTIONS = 4;
const MAX_WORDS = 4;
/** Number of completions to check; words that occur in descriptions only, often inflected forms, are left out. */
const MAX_CHECKED_COMPLETIONS = 8;

/** The text being typed, and its context. */
interface SuggestQuery {
  readonly text: string;
  /** Maximum number of products. */
  readonly products: number;
  /** The other variables of the URL. */
  readonly otherParams: Readonly<Record<string, unknown>>;
  readonly context: WidgetContext;
}

/** A category or brand whose name matches the typed text. */
interface NamedSuggestion {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  /** Number of products found by selecting it. */
  readonly count: number;
}

/** A suggested search text. */
interface WordSuggestion {
  readonly text: string;
  readonly url: string;
}

/** Suggestions for the text being typed. */
interface Suggestions {
  readonly products: readonly ProductSummary[];
  readonly categories: readonly NamedSuggestion[];
  readonly brands: readonly NamedSuggestion[];
  /** Completions of the last word. */
  readonly completions: readonly WordSuggestion[];
  /** A correction for unknown words. */
  readonly correction: WordSuggestion | null;
  /** URL of the list of search results. */
  readonly url: string;
}

/** Returns suggestions for the text typed into a search field, in the header or in a widget. */
export type Suggest = (query: SuggestQuery) => Promise<Suggestions>;

export function createSuggest(scope: Pick<PluginScope, 'homeUrl'>, running: RunningFilter): Suggest {
  const shopUrl = (params: [string, string][]): string => scope.homeUrl(`/shop/${toQuery(params)}`);
  const toSuggestion = (text: string): WordSuggestion => ({ text, url: shopUrl([['sf_q', text]]) });

  return async ({ text: input, products: max, otherParams, context }) => {
    const text = input.trim();
    const catalog = running.catalog();
    const filterRequest = await running
      .container()
      .get('filter')
      .read({ ...otherParams, sf_q: text, sf_orderby: 'relevance', sf_paged: '1' }, { ...context, perPage: max });
    const { engine, query, facets, shownSlugs, names } = filterRequest;
    const empty: Suggestions = {
      products: [],
      categories: [],
      brands: [],
      completions: [],
      correction: null,
      url: toSuggestion(text).url,
    };
    if (text === '') return empty;
    const result = await engine.query({ ...query, perPage: max, counts: [], bounds: [] });
    const products = await catalog.summaries(
      result.hits.map(({ id }) => id),
      variationsOf(result.hits),
    );

    /**
     * Returns the values whose names match the typed text, with the number of products found by selecting them instead
     * of searching.
     */
    async function findNamed(source: string): Promise<NamedSuggestion[]> {
      const facet = facets.find((candidate) => candidate.source === source && shownSlugs.has(candidate.slug));
      if (!facet) return [];
      const values = displayedValues(facet, names)
        .list()
        .filter(({ hidden, label }) => !hidden && normalizeForSearch(label).includes(normalizeForSearch(text)));
      if (values.length === 0) return [];
      const countQuery = {
        ...query,
        search: '',
        sort: '',
        ranking: undefined,
        page: 1,
        perPage: 1,
        counts: [{ key: facet.slug, source }],
        bounds: [],
      } as const;
      const counts = (
        await countCombinedValues({
          runQuery: async (engineQuery) => engine.query(engineQuery),
          query: countQuery,
          counts: (await engine.query(countQuery)).counts,
          facets: [facet],
          names,
        })
      ).get(facet.slug);
      return values
        .flatMap(({ key, slug, label }) => {
          const count = counts?.get(key) ?? 0;
          return count === 0
            ? []
            : [
                {
                  id: Number(key) || 0,
                  name: label,
                  url: shopUrl([[`sf_${facet.slug}`, slug.replace(/,/g, '%2C')]]),
                  count,
                },
              ];
        })
        .slice(0, MAX_NAMED_SUGGESTIONS);
    }

    const [categories, brands] = [await findNamed('tax:product_cat'), await findNamed('tax:product_brand')];
    const correction = await suggestCorrection({ engine, query, catalog });
    return {
      ...empty,
      products,
      categories,
      brands,
      completions: (await findCompletions()).map(toSuggestion),
      correction: correction === undefined ? null : toSuggestion(correction),
    };

    /** Returns completions of the last word that have results, spelled as in product names. */
    async function findCompletions(): Promise<string[]> {
      const found = await Promise.all(
        (engine.completions?.(text, MAX_CHECKED_COMPLETIONS) ?? []).map(async (search) => ({
          search,
          hits: (await engine.query({ ...query, search, perPage: 1, counts: [], bounds: [] })).hits,
        })),
      );
      const topProducts = await catalog.summaries([...new Set(found.flatMap(({ hits }) => hits.map(({ id }) => id)))]);
      const texts = [...categories, ...brands, ...products, ...topProducts].map(({ name }) => name);
      const knownWords = new Set(texts.flatMap((text) => wordsOf(normalizeForSearch(text))));
      return found
        .filter(
          ({ search, hits }) =>
            hits.length > 0 && wordsOf(normalizeForSearch(search)).every((word) => knownWords.has(word)),
        )
        .slice(0, MAX_WORDS)
        .map(({ search }) => restoreSpelling(search, texts));
    }
  };
}
