import { isWpError, type PluginScope, type RestArg, type RestRequest, WpError } from 'plinth';
import { type ConsentCheckbox, type CheckboxChanges, isFreeConsent } from '../consents/checkbox.js';
import type { ConsentCheckboxes } from '../consents/checkboxes.js';
import type { ConditionReferences } from '../consents/condition-references.js';
import { acceptanceRate, type CheckboxCount, type CheckboxStatistics } from '../consents/statistics.js';
import type { PaymentMethods } from '../store/shop.js';
import type { Clock } from '../time/clock.js';
import { CHECKBOX_ARGS, createCheckboxBody } from './checkbox-body.js';
import { invalidParams } from './body.js';
import { createEndpoint, NAMESPACE } from './route.js';

interface CheckboxRouteDeps {
  readonly checkboxes: ConsentCheckboxes;
  readonly statistics: CheckboxStatistics;
  readonly clock: Clock;
  readonly conditionReferences: ConditionReferences;
  readonly payments: PaymentMethods;
}

const NO_COUNTS: CheckboxCount = { shown: 0, accepted: 0 };
const ID_ARG: RestArg = { description: 'Checkbox identifier.', type: 'integer' };

const toSummary = (checkbox: ConsentCheckbox) => ({
  id: checkbox.id,
  label: checkbox.label,
  required: checkbox.required,
  location: checkbox.location,
  enabled: checkbox.enabled,
  position: checkbox.position,
  legal_page_id: checkbox.legalPageId,
});

const toCounts = (count: CheckboxCount) => ({
  total_shown: count.shown,
  total_accepted: count.accepted,
  acceptance_rate: acceptanceRate(count),
});

/** Endpoints 4 to 7: the checkboxes, their statistics, a single checkbox, and changes to it. */
export function registerCheckboxRoutes(
  scope: PluginScope,
  { checkboxes, statistics, clock, conditionReferences, payments }: CheckboxRouteDeps,
): void {
  const endpoint = createEndpoint(scope);
  const readChanges = createCheckboxBody(scope, payments);
  const { __ } = scope;
  const notFound = () => new WpError('shop_checkbox_not_found', __('This checkbox doesn’t exist.'), { status: 404 });

  const find = async (request: RestRequest): Promise<ConsentCheckbox | undefined> => {
    const id = Number(request.getUrlParams().id);
    return Number.isSafeInteger(id) ? checkboxes.get(id) : undefined;
  };

  async function toDetails(checkbox: ConsentCheckbox): Promise<object> {
    const totals = await statistics.totals();
    return {
      ...toSummary(checkbox),
      error_message: checkbox.errorMessage,
      description: checkbox.description,
      conditions: checkbox.conditions,
      created_at: await clock.local(checkbox.createdAt),
      updated_at: await clock.local(checkbox.updatedAt),
      stats: toCounts(totals.get(checkbox.id) ?? NO_COUNTS),
    };
  }

  /** Validation that needs stored data; runs after the permission check. */
  async function validateChanges(checkbox: ConsentCheckbox, changes: CheckboxChanges): Promise<WpError | undefined> {
    const errors: Record<string, string> = {};
    if (changes.required === true && isFreeConsent(checkbox.slug))
      errors.required = __('This consent must be freely given, so the checkbox can’t be required (GDPR art. 7(4)).');
    if (typeof changes.legalPageId === 'number') {
      const page = await scope.getPost(changes.legalPageId);
      if (page?.post_type !== 'page' || page.post_status === 'trash')
        errors.legal_page_id = __('This page doesn’t exist.');
    }
    const [category] = changes.conditions ? (await conditionReferences.findMissing(changes.conditions)).categories : [];
    if (category !== undefined) errors.conditions = __('The category %s doesn’t exist.', category);
    return Object.keys(errors).length > 0 ? invalidParams(errors) : undefined;
  }

  scope.registerRestRoute(
    NAMESPACE,
    '/checkboxes',
    endpoint({
      methods: 'GET',
      filter: 'checkboxes',
      async callback() {
        const list = await checkboxes.list();
        return { data: { checkboxes: list.map(toSummary), total: list.length }, total: list.length };
      },
    }),
  );

  scope.registerRestRoute(
    NAMESPACE,
    '/checkboxes/stats',
    endpoint({
      methods: 'GET',
      filter: 'checkbox_stats',
      args: { days: { description: 'Number of days to include.', type: 'integer', minimum: 1, maximum: 365 } },
      async callback(request) {
        const days = request.getParam('days');
        const [list, totals] = await Promise.all([
          checkboxes.list(),
          statistics.totals(typeof days === 'number' ? days : undefined),
        ]);
        const stats = list.map(({ id, label }) => ({
          checkbox_id: id,
          label,
          ...toCounts(totals.get(id) ?? NO_COUNTS),
        }));
        return { data: { stats }, total: list.length };
      },
    }),
  );

  scope.registerRestRoute(NAMESPACE, '/checkboxes/(?P<id>\\d+)', [
    endpoint({
      methods: 'GET',
      filter: 'checkbox',
      args: { id: ID_ARG },
      async callback(request) {
        const checkbox = await find(request);
        return checkbox ? { data: await toDetails(checkbox) } : notFound();
      },
    }),
    endpoint({
      methods: ['PUT', 'POST', 'PATCH'],
      filter: 'checkbox_update',
      args: Object.fromEntries(
        Object.entries({ id: ID_ARG, ...CHECKBOX_ARGS }).map(([name, arg]) => [
          name,
          { ...arg, sanitizeCallback: null },
        ]),
      ),
      check(request) {
        const changes = readChanges(request);
        return isWpError(changes) ? changes : undefined;
      },
      async callback(request) {
        const changes = readChanges(request);
        if (isWpError(changes)) return changes;
        return scope.db.transaction(async () => {
          const checkbox = await find(request);
          if (!checkbox) return notFound();
          const refusal = await validateChanges(checkbox, changes);
          if (refusal) return refusal;
          await checkboxes.update(checkbox.id, changes);
          const after = await checkboxes.get(checkbox.id);
          return after ? { data: await toDetails(after) } : notFound();
        });
      },
    }),
  ]);
}
