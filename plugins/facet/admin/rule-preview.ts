import type { RunningFilter } from '../facet-plugin.js';
import type { MerchandisingRule } from '../merchandising/rule.js';
import { variationsOf } from '../widget/filter-result.js';
import type { FilterRequest } from '../widget/filter-reading.js';
import { NO_CONTEXT, type WidgetContext } from '../widget/widget-context.js';

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

/** The list that a rule applies to. */
interface RuleList {
  readonly context: WidgetContext;
  readonly request: FilterRequest;
}

/** Returns the list that a rule applies to; undefined if its landing page is gone, or while there is no index. */
export async function readRuleList(
  running: RunningFilter,
  { location }: Pick<MerchandisingRule, 'location'>,
): Promise<RuleList | undefined> {
  const container = running.container();
  const landing =
    location.kind === 'landing'
      ? (await container.get('landings').all()).find(({ id }) => id === location.landingId)
      : undefined;
  if (location.kind === 'landing' && !landing) return undefined;
  const selectionParams = Object.fromEntries(new URLSearchParams(landing?.query ?? ''));
  const params = location.kind === 'search' ? { sf_q: location.text } : selectionParams;
  const context = { ...NO_CONTEXT, term: location.kind === 'term' ? location.termId : (landing?.termId ?? 0) };
  const request = await container
    .get('filter')
    .read(params, context)
    .catch(() => undefined);
  return request && { context, request };
}

/**
 * @param rule treated as currently active
 * @returns undefined while there is no index to query, and for a list that is gone
 */
export async function previewRule(running: RunningFilter, rule: MerchandisingRule): Promise<RulePreview | undefined> {
  const ruleList = await readRuleList(running, rule);
  if (!ruleList) return undefined;
  const { context, request: filterRequest } = ruleList;
  const container = running.container();
  const merchandising = container.get('merchandising');
  const otherRules = (await merchandising.listActiveRules()).filter(({ id }) => id !== rule.id);
  const ruleIds = (await merchandising.rules.all()).map(({ id }) => id);
  // A saved rule keeps its position; a new one goes below the others.
  const previewedRules =
    rule.id === 0
      ? [...otherRules, rule]
      : [...otherRules, rule].sort((a, b) => ruleIds.indexOf(a.id) - ruleIds.indexOf(b.id));
  const list = {
    context,
    state: filterRequest.state,
    facets: filterRequest.facets,
    vocabulary: filterRequest.vocabulary,
  };
  const runQuery = async (rules: readonly MerchandisingRule[]) =>
    filterRequest.engine.query({
      ...filterRequest.query,
      placement: await merchandising.computePlacement(rules, list),
      page: 1,
      counts: [],
      bounds: [],
    });
  const [resultWithout, resultWith] = [await runQuery(otherRules), await runQuery(previewedRules)];
  const previousPositions = new Map(resultWithout.hits.map(({ id }, i) => [id, i + 1]));
  const summaries = new Map(
    (
      await running
        .catalog()
        .summaries(
          [...new Set([...resultWithout.hits, ...resultWith.hits].map(({ id }) => id))],
          variationsOf([...resultWithout.hits, ...resultWith.hits]),
        )
    ).map((summary) => [summary.id, summary]),
  );
  const toPreviewProducts = (hits: typeof resultWith.hits): PreviewProduct[] =>
    hits.flatMap(({ id }, i) => {
      const product = summaries.get(id);
      const previousPosition = previousPositions.get(id) ?? 0;
      return product
        ? [
            {
              name: product.name,
              url: product.url,
              image: product.image?.url ?? '',
              previousPosition,
              moved: previousPosition !== i + 1,
            },
          ]
        : [];
    });
  return {
    before: toPreviewProducts(resultWithout.hits),
    after: toPreviewProducts(resultWith.hits),
    found: resultWith.found,
  };
}
