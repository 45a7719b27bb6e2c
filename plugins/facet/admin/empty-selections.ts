import { type HealthCheck, type PluginScope, toUtcString } from 'plinth';
import type { RunningFilter } from '../facet-plugin.js';
import type { MerchandisingRule } from '../merchandising/rule.js';
import { readRuleList } from './rule-preview.js';
import { LANDING_EDIT_SLUG, RULE_EDIT_SLUG } from './screen-parts.js';

type HealthScope = Pick<PluginScope, '__'>;

/** Maximum number of checks that are reported; a shop with more has a common cause. */
const MAX_REPORTED = 10;

/** Returns a site health check for each landing page and each rule of the product order that finds no product. */
export async function checkSelections(scope: HealthScope, running: RunningFilter): Promise<HealthCheck[]> {
  // Without an index, nothing is known about the selections; another check reports that.
  const isReady = await running
    .index()
    .getSnapshot()
    .then(
      () => true,
      () => false,
    );
  if (!isReady) return [];
  return [...(await checkLandingPages(scope, running)), ...(await checkRules(scope, running))].slice(0, MAX_REPORTED);
}

async function checkLandingPages({ __ }: HealthScope, running: RunningFilter): Promise<HealthCheck[]> {
  const container = running.container();
  const [pages, filter] = [container.get('pages'), container.get('filter')];
  const checks: HealthCheck[] = [];
  for (const landing of await container.get('landings').all()) {
    const found = (await pages.address(landing)) === undefined ? 0 : await pages.count(landing, filter);
    if (found > 0) continue;
    checks.push({
      id: `facet_landing_${landing.id}`,
      label: __('Landing page without products'),
      state: 'recommended',
      description: __('The landing page “%s” finds no products.', await pages.nameOf(landing)),
      recommendation: __('Change its selection, or remove it.'),
      fixUrl: `admin.php?page=${LANDING_EDIT_SLUG}&landing=${landing.id}`,
    });
  }
  return checks;
}

async function checkRules({ __ }: HealthScope, running: RunningFilter): Promise<HealthCheck[]> {
  const now = toUtcString();
  const rules = await running.container().get('merchandising').rules.all();
  const checks: HealthCheck[] = [];
  for (const rule of rules) {
    if (!rule.active || (rule.endsAt !== '' && rule.endsAt <= now)) continue;
    const hasList = await findsList(running, rule);
    if (hasList && (await findsTarget(running, rule))) continue;
    checks.push({
      id: `facet_rule_${rule.id}`,
      label: __('Product order rule without products'),
      state: 'recommended',
      description: hasList
        ? __('The products that the rule “%s” moves are not in the shop.', rule.name)
        : __('The list that the rule “%s” applies to has no products.', rule.name),
      recommendation: __('Change the rule, turn it off, or remove it.'),
      fixUrl: `admin.php?page=${RULE_EDIT_SLUG}&rule=${rule.id}`,
    });
  }
  return checks;
}

/** Whether the list that a rule applies to has any products. */
async function findsList(running: RunningFilter, rule: MerchandisingRule): Promise<boolean> {
  const list = await readRuleList(running, rule);
  if (!list) return false;
  const { engine, query } = list.request;
  return (
    (await engine.query({ ...query, placement: undefined, page: 1, perPage: 1, counts: [], bounds: [] })).found > 0
  );
}

/**
 * Whether the shop has any of the products that a rule moves. A sale, stock and new products come and go, so rules for
 * them may find nothing now.
 */
async function findsTarget(running: RunningFilter, { target }: MerchandisingRule): Promise<boolean> {
  if (target.kind === 'products') return (await running.catalog().recordsOf(target.ids)).length > 0;
  if (target.kind !== 'terms') return true;
  const { engine, vocabulary } = await running.index().getSnapshot();
  return target.ids.some((id) => {
    const term = vocabulary.terms.get(id);
    return term !== undefined && (engine.values(`tax:${term.taxonomy}`).get(String(id)) ?? 0) > 0;
  });
}
