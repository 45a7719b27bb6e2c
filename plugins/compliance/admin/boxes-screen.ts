import type { AdminPage, PageRequest, PluginScope, Reply } from 'plinth';
import type { Box, BoxLocation } from '../boxes/box.js';
import type { WithdrawalPlace } from '../boxes/consents.js';
import type { Boxes } from '../boxes/boxes.js';
import { createShownBox } from '../boxes/built-in.js';
import { acceptanceRate, type BoxStatistics } from '../boxes/statistics.js';
import { screenPath, SLUG } from './screen-path.js';

export interface BoxesScreenParts {
  readonly boxes: Boxes;
  readonly statistics: BoxStatistics;
}

/** What a place of boxes is called. */
export function locationText(location: string, { __ }: Pick<PluginScope, '__'>): string {
  const texts: Readonly<Record<BoxLocation | WithdrawalPlace, string>> = {
    checkout: __('Checkout'),
    registration: __('Registration'),
    contact: __('Contact form'),
    pay_for_order: __('Payment of an order'),
    review: __('Review'),
    account: __('Withdrawn in the account'),
    letter: __('Withdrawn by a link of a letter'),
  };
  return Object.hasOwn(texts, location) ? texts[location as keyof typeof texts] : location;
}

/** The legal boxes in their order, switched on and off. */
export function boxesScreen(scope: PluginScope, { boxes, statistics }: BoxesScreenParts): AdminPage {
  const { __ } = scope;
  const shown = createShownBox(scope);

  async function show(): Promise<Reply> {
    scope.useAsset('compliance-admin');
    const [list, totals] = [await boxes.list(), await statistics.totals()];
    const row = (box: Box, at: number, all: readonly Box[]): object => {
      const count = totals.get(box.id) ?? { shown: 0, accepted: 0 };
      return {
        ...box,
        text: scope.wpStripAllTags(shown(box).label),
        ...count,
        rate: acceptanceRate(count),
        first: at === 0,
        last: at === all.length - 1,
        editUrl: screenPath(SLUG.box, { id: String(box.id) }),
        conditional: Object.values(box.conditions).some((values: readonly unknown[]) => values.length > 0),
      };
    };
    const places = [...new Set(list.map(({ location }) => location))];
    const data = {
      places: places.map((location) => ({
        location,
        label: locationText(location, scope),
        boxes: list.filter((box) => box.location === location).map(row),
      })),
      addUrl: screenPath(SLUG.box),
      statisticsUrl: screenPath(SLUG.statistics),
    };
    return { kind: 'page', title: __('Legal boxes'), view: 'admin/boxes', data };
  }

  /** Gives the boxes of a place new positions, one of them moved by one. */
  async function move(box: Box, by: -1 | 1): Promise<void> {
    const here = (await boxes.list()).filter(({ location }) => location === box.location);
    const at = here.findIndex(({ id }) => id === box.id);
    const other = here[at + by];
    if (!other) return;
    await scope.db.transaction(async () => {
      const order = [...here];
      order[at] = other;
      order[at + by] = box;
      for (const [index, one] of order.entries())
        if (one.position !== (index + 1) * 10) await boxes.update(one.id, { position: (index + 1) * 10 });
    });
  }

  /** @param box as it was before */
  function doneText(box: Box, action: string): string {
    if (action !== 'switch') return __('The boxes are in their new order.');
    return box.enabled ? __('The box is switched off.') : __('The box is switched on.');
  }

  async function act(request: PageRequest): Promise<Reply> {
    const box = await boxes.get(Number(request.field('box')) || 0);
    const action = request.field('action');
    if (box && action === 'switch') await boxes.update(box.id, { enabled: !box.enabled });
    if (box && action === 'up') await move(box, -1);
    if (box && action === 'down') await move(box, 1);
    if (box) scope.addNotice(request, 'success', doneText(box, action));
    else scope.addNotice(request, 'error', __('There is no such checkbox.'));
    return { kind: 'redirect', status: 303, location: screenPath(SLUG.boxes) };
  }

  return {
    slug: SLUG.boxes,
    title: () => __('Legal boxes'),
    capability: 'manage_shop',
    parent: SLUG.overview,
    position: 2,
    handler: (request) => (request.method === 'POST' ? act(request) : show()),
  };
}
