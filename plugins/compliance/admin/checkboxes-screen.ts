import type { AdminPage, PageRequest, PluginScope, Reply } from 'plinth';
import type { ConsentCheckbox, CheckboxLocation } from '../consents/checkbox.js';
import type { WithdrawalLocation } from '../consents/consents.js';
import type { ConsentCheckboxes } from '../consents/checkboxes.js';
import { createVisibleCheckbox } from '../consents/built-in.js';
import { acceptanceRate, type CheckboxStatistics } from '../consents/statistics.js';
import { screenPath, SLUG } from './screen-path.js';

export interface CheckboxesScreenParts {
  readonly checkboxes: ConsentCheckboxes;
  readonly statistics: CheckboxStatistics;
}

/** Returns the label of a checkbox location. */
export function locationLabel(location: string, { __ }: Pick<PluginScope, '__'>): string {
  const texts: Readonly<Record<CheckboxLocation | WithdrawalLocation, string>> = {
    checkout: __('Checkout'),
    registration: __('Registration'),
    contact: __('Contact form'),
    pay_for_order: __('Order payment page'),
    review: __('Review'),
    account: __('Withdrawn in the customer account'),
    email: __('Withdrawn through an email link'),
  };
  return Object.hasOwn(texts, location) ? texts[location as keyof typeof texts] : location;
}

/** Admin screen of the legal checkboxes in display order, with switches to enable them. */
export function createCheckboxesScreen(
  scope: PluginScope,
  { checkboxes, statistics }: CheckboxesScreenParts,
): AdminPage {
  const { __ } = scope;
  const toVisibleCheckbox = createVisibleCheckbox(scope);

  async function show(): Promise<Reply> {
    scope.useAsset('compliance-admin');
    const [list, totals] = [await checkboxes.list(), await statistics.totals()];
    const row = (checkbox: ConsentCheckbox, index: number, all: readonly ConsentCheckbox[]): object => {
      const count = totals.get(checkbox.id) ?? { shown: 0, accepted: 0 };
      return {
        ...checkbox,
        text: scope.wpStripAllTags(toVisibleCheckbox(checkbox).label),
        ...count,
        rate: acceptanceRate(count),
        first: index === 0,
        last: index === all.length - 1,
        editUrl: screenPath(SLUG.checkbox, { id: String(checkbox.id) }),
        conditional: Object.values(checkbox.conditions).some((values: readonly unknown[]) => values.length > 0),
      };
    };
    const locations = [...new Set(list.map(({ location }) => location))];
    const data = {
      locations: locations.map((location) => ({
        location,
        label: locationLabel(location, scope),
        checkboxes: list.filter((checkbox) => checkbox.location === location).map(row),
      })),
      addUrl: screenPath(SLUG.checkbox),
      statisticsUrl: screenPath(SLUG.statistics),
    };
    return { kind: 'page', title: __('Legal checkboxes'), view: 'admin/checkboxes', data };
  }

  /** Renumbers the checkboxes of a location after moving one of them by one position. */
  async function move(checkbox: ConsentCheckbox, offset: -1 | 1): Promise<void> {
    const locationCheckboxes = (await checkboxes.list()).filter(({ location }) => location === checkbox.location);
    const currentIndex = locationCheckboxes.findIndex(({ id }) => id === checkbox.id);
    const other = locationCheckboxes[currentIndex + offset];
    if (!other) return;
    await scope.db.transaction(async () => {
      const order = [...locationCheckboxes];
      order[currentIndex] = other;
      order[currentIndex + offset] = checkbox;
      for (const [index, checkboxId] of order.entries())
        if (checkboxId.position !== (index + 1) * 10)
          await checkboxes.update(checkboxId.id, { position: (index + 1) * 10 });
    });
  }

  /** @param checkbox the checkbox before the change */
  function noticeText(checkbox: ConsentCheckbox, action: string): string {
    if (action !== 'switch') return __('Checkbox order saved.');
    return checkbox.enabled ? __('Checkbox turned off.') : __('Checkbox turned on.');
  }

  async function handleAction(request: PageRequest): Promise<Reply> {
    const checkbox = await checkboxes.get(Number(request.field('box')) || 0);
    const action = request.field('action');
    if (checkbox && action === 'switch') await checkboxes.update(checkbox.id, { enabled: !checkbox.enabled });
    if (checkbox && action === 'up') await move(checkbox, -1);
    if (checkbox && action === 'down') await move(checkbox, 1);
    if (checkbox) scope.addNotice(request, 'success', noticeText(checkbox, action));
    else scope.addNotice(request, 'error', __('This checkbox doesn’t exist.'));
    return { kind: 'redirect', status: 303, location: screenPath(SLUG.checkboxes) };
  }

  return {
    slug: SLUG.checkboxes,
    title: () => __('Legal checkboxes'),
    capability: 'manage_shop',
    parent: SLUG.overview,
    position: 2,
    handler: (request) => (request.method === 'POST' ? handleAction(request) : show()),
  };
}
