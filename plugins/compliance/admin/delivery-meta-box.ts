import { isCalendarDay, mapSeries, type PageRequest, type PluginScope } from 'plinth';
import type { Declarations } from '../declarations/declarations.js';
import { needsRecords } from '../declarations/contract-records.js';
import type { Settings } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import type { Order } from '../store/shop.js';
import type { ContractChanges, Contracts, Parcel } from '../withdrawal/contracts.js';
import type { Deadlines } from '../withdrawal/deadlines.js';
import { type DigitalRecords, getExceptionNames, type ExceptionState } from '../withdrawal/exceptions.js';
import { declaredAt, deadlineReasons } from './deadline-text.js';

export interface DeliveryBoxParts {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly contracts: Contracts;
  readonly deadlines: Deadlines;
  readonly declarations: Declarations;
}

/** Maximum number of parcels of one order. */
const MAX_PARCELS = 30;
/** Number of empty rows offered in addition to the existing parcels. */
const SPARE_ROWS = 2;
const MAX_NAME_LENGTH = 190;
const RECORD_KEYS = ['consentAt', 'noticeAt', 'confirmedAt'] as const;

/**
 * Returns when the customer was informed of the right of withdrawal, as entered.
 * @param informedChoice the choice in the form
 * @param day date for the choice `day`, already validated
 */
function toInformedChange(informedChoice: string, day: string): Pick<ContractChanges, 'informed'> {
  if (informedChoice === 'day') return { informed: day as `${number}-${number}-${number}` };
  return informedChoice === 'order' || informedChoice === 'never' || informedChoice === 'unknown'
    ? { informed: informedChoice }
    : {};
}

/** Reads the parcels of the submitted form. */
function readParcels(request: PageRequest): readonly Parcel[] {
  return Array.from({ length: MAX_PARCELS }, (_none, index) => ({
    name: request.field(`parcel_name_${index}`).trim().slice(0, MAX_NAME_LENGTH),
    deliveredOn: request.field(`parcel_day_${index}`).trim(),
  })).filter(({ name, deliveredOn }) => name !== '' || deliveredOn !== '');
}

/** Returns the error about a date before the order or in the future; empty when there is none. */
async function findImplausibleDate(
  { __ }: Pick<PluginScope, '__'>,
  clock: Clock,
  { createdAt }: Order,
  dates: readonly string[],
): Promise<string> {
  const orderedOn = (await clock.local(createdAt)).slice(0, 10);
  const today = (await clock.local(clock.now())).slice(0, 10);
  const wrongDate = dates.find((day) => day !== '' && (day < orderedOn || day > today));
  return wrongDate === undefined
    ? ''
    : __(
        '%1$s can’t be right: enter a date from the day of the order, %2$s, to today. Nothing was changed.',
        wrongDate,
        orderedOn,
      );
}

/** Registers the meta box of an order's delivery dates, by parcel, and the end of its withdrawal period. */
export function registerDeliveryMetaBox(
  scope: PluginScope,
  { settings, clock, contracts, deadlines, declarations }: DeliveryBoxParts,
): void {
  const { __ } = scope;

  /** Returns the day of each record in the site's time zone; empty for a missing one. */
  const daysOf = async (records: DigitalRecords): Promise<Record<(typeof RECORD_KEYS)[number], string>> => {
    const dayOf = async (utc: string): Promise<string> => (utc === '' ? '' : (await clock.local(utc)).slice(0, 10));
    return {
      consentAt: await dayOf(records.consentAt),
      noticeAt: await dayOf(records.noticeAt),
      confirmedAt: await dayOf(records.confirmedAt),
    };
  };

  async function render(order: Order): Promise<string> {
    if (!(await settings.values()).flag('withdrawal_enabled')) return '';
    const deadline = await deadlines(order);
    const { contract, window, informed } = deadline;
    const recordDays = await daysOf(contract);
    const states: Readonly<Record<ExceptionState, string>> = {
      may: '',
      exempt: __('the right is excluded'),
      depends: __('the right is excluded only if this has happened'),
      incomplete: __('the right is not excluded: consent, notice, or confirmation is not on record'),
    };
    const names = getExceptionNames(scope);
    const recordNames: Readonly<Record<keyof DigitalRecords, string>> = {
      consentAt: __('Consent to start immediately'),
      noticeAt: __('Informed of losing the right, and acknowledged'),
      confirmedAt: __('Confirmed by email'),
    };
    const rows: readonly Parcel[] = [
      ...contract.parcels,
      ...Array.from({ length: Math.min(SPARE_ROWS, MAX_PARCELS - contract.parcels.length) }, () => ({
        name: '',
        deliveredOn: '',
      })),
    ];
    const informedChoice = /^\d/.test(informed) ? 'day' : informed;
    scope.useAsset('compliance-admin');
    return scope.render('admin/order-delivery', {
      lastDay: window.lastDay,
      isOpen: window.lastDay === '',
      reasons: deadlineReasons(scope, deadline),
      parcels: rows.map(({ name, deliveredOn }, index) => ({ index, number: index + 1, name, deliveredOn })),
      series: contract.countsFrom === 'first',
      informed: [
        ['order', __('With the order')],
        ['never', __('Never')],
        ['unknown', __('Unknown')],
        ['day', __('Later, on the date below')],
      ].map(([value, label]) => ({ value, label, selected: value === informedChoice })),
      informedOn: informedChoice === 'day' ? informed : '',
      exceptions: contract.lines.flatMap(({ name, exception, state }) =>
        exception === 0 ? [] : [{ name, point: exception, text: names[exception], state: states[state] }],
      ),
      records: needsRecords(contract)
        ? RECORD_KEYS.map((key) => ({ key, label: recordNames[key], day: recordDays[key] }))
        : [],
    });
  }

  const toStoredRecord = async ([key, day]: [string, string]): Promise<[string, string]> => [
    key,
    day === '' ? '' : await clock.startOf(day),
  ];

  async function save(order: Order, request: PageRequest): Promise<void> {
    const parcels = readParcels(request);
    const informedChoice = request.field('informed');
    const informedOn = request.field('informed_on').trim();
    const { contract } = await deadlines(order);
    const recordDays = await daysOf(contract);
    const records = Object.fromEntries(
      RECORD_KEYS.filter((key) => needsRecords(contract) && request.field(key).trim() !== recordDays[key]).map(
        (key) => [key, request.field(key).trim()],
      ),
    );
    const invalidDate = [
      ...parcels.map(({ deliveredOn }) => deliveredOn),
      ...Object.values(records),
      ...(informedChoice === 'day' ? [informedOn || '?'] : []),
    ].find((day) => day !== '' && !isCalendarDay(day));
    if (invalidDate !== undefined)
      return scope.addNotice(
        request,
        'error',
        __('“%s” isn’t a date. Use the format 2026-11-23. Nothing was changed.', invalidDate),
      );
    const problem = await findImplausibleDate(scope, clock, order, [
      ...parcels.map(({ deliveredOn }) => deliveredOn),
      ...Object.values(records),
      ...(informedChoice === 'day' ? [informedOn] : []),
    ]);
    if (problem !== '') return scope.addNotice(request, 'error', problem);
    await scope.db.transaction(async () => {
      await contracts.update(order.id, {
        parcels,
        countsFrom: request.field('series') === '1' ? 'first' : 'last',
        ...toInformedChange(informedChoice, informedOn),
        ...Object.fromEntries(await mapSeries(Object.entries(records), toStoredRecord)),
      });
      const { isInTime, window } = await deadlines(order);
      for (const declaration of await declarations.listByOrder(order.id))
        await declarations.assignOrder(declaration.id, order.id, !isInTime(declaredAt(declaration)));
      await scope.audit.record({
        action: 'compliance.delivery_entered',
        subject: { kind: 'order', id: order.id, title: order.number },
        details: { parcels: parcels.map(({ deliveredOn }) => deliveredOn).join(', '), last_day: window.lastDay },
      });
    });
  }

  scope.addAction('store/booted', ({ orderBoxes }) =>
    orderBoxes.register({
      id: 'withdrawal-delivery',
      title: () => __('Delivery and withdrawal period'),
      render,
      save,
    }),
  );
}
