import type { RunningFilter } from '../facet-plugin.js';
import type { MerchandisingRule } from '../merchandising/rule.js';
import { variationsOf } from '../widget/filter-answer.js';
import { NO_CONTEXT } from '../widget/widget-context.js';

/** A product on the first page of a list. */
interface PreviewProduct {
  readonly name: string;
  readonly url: string;
  readonly image: string;
  /** Position without the rule; 0 if the product is not on this page without it. */
  readonly previousPosition: number;
  readonly moved: boolean;
}

/** The first page of the rule's list, with and without the rule. */
export interface RulePreview {
  readonly before: readonly PreviewProduct[];
  readonly after: readonly PreviewProduct[];
  /** Number of products in the list, the same for both. */
  readonly found: number;
}

/**
 * @param rule treated as currently active
 * @returns undefined while there is no index to query
 */
export async function previewRule(running: RunningFilter, rule: MerchandisingRule): Promise<RulePreview | undefined> {
  const container = running.container();
  const { place } = rule;
  const landing =
    place.kind === 'landing'
      ? (await container.get('landings').all()).find(({ id }) => id === place.landingId)
      : undefined;
  const choice = Object.fromEntries(new URLSearchParams(landing?.query ?? ''));
  const params = place.kind === 'search' ? { sf_q: place.text } : choice;
  const context = { ...NO_CONTEXT, term: place.kind === 'term' ? place.termId : (landing?.termId ?? 0) };
  const reading = await container
    .get('filter')
    .read(params, context)
    .catch(() => undefined);
  if (!reading) return undefined;
  const merchandising = container.get('merchandising');
  const others = (await merchandising.listActiveRules()).filter(({ id }) => id !== rule.id);
  const upper = (await merchandising.rules.all()).map(({ id }) => id);
  // A saved rule keeps its position; a new one goes below the others.
  const all =
    rule.id === 0 ? [...others, rule] : [...others, rule].sort((a, b) => upper.indexOf(a.id) - upper.indexOf(b.id));
  const list = { context, state: reading.state, facets: reading.facets, vocabulary: reading.vocabulary };
  const runQuery = async (rules: readonly MerchandisingRule[]) =>
    reading.engine.query({
      ...reading.query,
      placement: await merchandising.computePlacement(rules, list),
      page: 1,
      counts: [],
      bounds: [],
    });
  const [without, within] = [await runQuery(others), await runQuery(all)];
  const previousPositions = new Map(without.hits.map(({ id }, i) => [id, i + 1]));
  const summaries = new Map(
    (
      await running
        .catalogue()
        .summaries(
          [...new Set([...without.hits, ...within.hits].map(({ id }) => id))],
          variationsOf([...without.hits, ...within.hits]),
        )
    ).map((one) => [one.id, one]),
  );
  const toPreviewProducts = (hits: typeof within.hits): PreviewProduct[] =>
    hits.flatMap(({ id }, i) => {
      const product = summaries.get(id);
      const previousPosition = previousPositions.get(id) ?? 0;
      return product
        ? [
            {
              name: product.name,
              url: product.url,
              image: product.image?.url ?? '',
              previousPosition: previousPosition,
              moved: previousPosition !== i + 1,
            },
          ]
        : [];
    });
  return { before: toPreviewProducts(without.hits), after: toPreviewProducts(within.hits), found: within.found };
}
