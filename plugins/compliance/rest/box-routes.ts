import { isWpError, type PluginScope, type RestArg, type RestRequest, WpError } from 'plinth';
import { type Box, type BoxChanges, isFreeConsent } from '../boxes/box.js';
import type { Boxes } from '../boxes/boxes.js';
import type { ConditionReferences } from '../boxes/condition-references.js';
import { acceptanceRate, type BoxCount, type BoxStatistics } from '../boxes/statistics.js';
import type { PaymentWays } from '../store/shop.js';
import type { Clock } from '../time/clock.js';
import { BOX_ARGS, createBoxBody } from './box-body.js';
import { invalidParams } from './body.js';
import { createEndpoint, NAMESPACE } from './route.js';

interface BoxRouteParts {
  readonly boxes: Boxes;
  readonly statistics: BoxStatistics;
  readonly clock: Clock;
  readonly references: ConditionReferences;
  readonly payments: PaymentWays;
}

const NEVER: BoxCount = { shown: 0, accepted: 0 };
const ID_ARG: RestArg = { description: 'Checkbox identifier.', type: 'integer' };

const brief = (box: Box) => ({
  id: box.id,
  label: box.label,
  required: box.required,
  location: box.location,
  enabled: box.enabled,
  position: box.position,
  legal_page_id: box.legalPageId,
});

const counted = (count: BoxCount) => ({
  total_shown: count.shown,
  total_accepted: count.accepted,
  acceptance_rate: acceptanceRate(count),
});

/** Endpoints 4 to 7: the boxes, their statistics, one of them, and changes of one. */
export function registerBoxRoutes(
  scope: PluginScope,
  { boxes, statistics, clock, references, payments }: BoxRouteParts,
): void {
  const endpoint = createEndpoint(scope);
  const readChanges = createBoxBody(scope, payments);
  const { __ } = scope;
  const notFound = () => new WpError('shop_checkbox_not_found', __('There is no such checkbox.'), { status: 404 });

  const find = async (request: RestRequest): Promise<Box | undefined> => {
    const id = Number(request.getUrlParams().id);
    return Number.isSafeInteger(id) ? boxes.get(id) : undefined;
  };

  async function full(box: Box): Promise<object> {
    const totals = await statistics.totals();
    return {
      ...brief(box),
      error_message: box.errorMessage,
      description: box.description,
      conditions: box.conditions,
      created_at: await clock.local(box.createdAt),
      updated_at: await clock.local(box.updatedAt),
      stats: counted(totals.get(box.id) ?? NEVER),
    };
  }

  /** What only the stored data can tell; asked after the permission. */
  async function refuse(box: Box, changes: BoxChanges): Promise<WpError | undefined> {
    const errors: Record<string, string> = {};
    if (changes.required === true && isFreeConsent(box.slug))
      errors.required = __('This consent must be free, so the box cannot be required (GDPR art. 7(4)).');
    if (typeof changes.legalPageId === 'number') {
      const page = await scope.getPost(changes.legalPageId);
      if (page?.post_type !== 'page' || page.post_status === 'trash')
        errors.legal_page_id = __('There is no such page.');
    }
    const [category] = changes.conditions ? (await references.gone(changes.conditions)).categories : [];
    if (category !== undefined) errors.conditions = __('There is no category %s.', category);
    return Object.keys(errors).length > 0 ? invalidParams(errors) : undefined;
  }

  scope.registerRestRoute(
    NAMESPACE,
    '/checkboxes',
    endpoint({
      methods: 'GET',
      filter: 'checkboxes',
      async answer() {
        const list = await boxes.list();
        return { data: { checkboxes: list.map(brief), total: list.length }, total: list.length };
      },
    }),
  );

  scope.registerRestRoute(
    NAMESPACE,
    '/checkboxes/stats',
    endpoint({
      methods: 'GET',
      filter: 'checkbox_stats',
      args: { days: { description: 'Only the last days.', type: 'integer', minimum: 1, maximum: 365 } },
      async answer(request) {
        const days = request.getParam('days');
        const [list, totals] = await Promise.all([
          boxes.list(),
          statistics.totals(typeof days === 'number' ? days : undefined),
        ]);
        const stats = list.map(({ id, label }) => ({ checkbox_id: id, label, ...counted(totals.get(id) ?? NEVER) }));
        return { data: { stats }, total: list.length };
      },
    }),
  );

  scope.registerRestRoute(NAMESPACE, '/checkboxes/(?P<id>\\d+)', [
    endpoint({
      methods: 'GET',
      filter: 'checkbox',
      args: { id: ID_ARG },
      async answer(request) {
        const box = await find(request);
        return box ? { data: await full(box) } : notFound();
      },
    }),
    endpoint({
      methods: ['PUT', 'POST', 'PATCH'],
      filter: 'checkbox_update',
      args: Object.fromEntries(
        Object.entries({ id: ID_ARG, ...BOX_ARGS }).map(([name, arg]) => [name, { ...arg, sanitizeCallback: null }]),
      ),
      check(request) {
        const changes = readChanges(request);
        return isWpError(changes) ? changes : undefined;
      },
      async answer(request) {
        const changes = readChanges(request);
        if (isWpError(changes)) return changes;
        return scope.db.transaction(async () => {
          const box = await find(request);
          if (!box) return notFound();
          const refused = await refuse(box, changes);
          if (refused) return refused;
          await boxes.update(box.id, changes);
          const after = await boxes.get(box.id);
          return after ? { data: await full(after) } : notFound();
        });
      },
    }),
  ]);
}
