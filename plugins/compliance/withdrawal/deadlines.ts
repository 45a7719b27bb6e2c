import { countryOfZone } from 'plinth';
import type { ConsentLog } from '../consents/consents.js';
import type { ConsentCheckboxes } from '../consents/checkboxes.js';
import type { Settings } from '../settings/settings.js';
import type { Order } from '../store/shop.js';
import type { Clock } from '../time/clock.js';
import { WITHDRAWAL_CLOCK_META, type Contract, type Contracts } from './contracts.js';
import { isInTime, type WithdrawalWindow, calculateWithdrawalWindow } from './window.js';

interface DeadlineDeps {
  readonly contracts: Pick<Contracts, 'get'>;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly checkboxes: Pick<ConsentCheckboxes, 'list'>;
  readonly consents: Pick<ConsentLog, 'list'>;
}

/** Withdrawal period of an order, with the data on which it is based. */
export interface Deadline {
  readonly contract: Contract;
  readonly window: WithdrawalWindow;
  /** As stored in the contract, or by the customer's own confirmation. */
  readonly informed: Contract['informed'];
  /** @param declared UTC, or the day it was sent */
  isInTime(declared: string): boolean;
}

const MAX_CONSENTS = 100;

/** Determines until when the customer of an order may withdraw. */
export type Deadlines = (order: Order) => Promise<Deadline>;

export function createDeadlines({ contracts, settings, clock, checkboxes, consents }: DeadlineDeps): Deadlines {
  /** Whether the customer confirmed having received the instruction, and the page referred to existed. */
  async function hasAcknowledged(orderId: number): Promise<boolean> {
    const ids = (await checkboxes.list()).filter(({ slug }) => slug === 'withdrawal').map(({ id }) => id);
    return (await consents.list({ orderId, limit: MAX_CONSENTS })).some(
      ({ checkboxId, accepted, pageVersion }) => accepted && pageVersion !== null && ids.includes(checkboxId),
    );
  }

  return async (order) => {
    const contract = await contracts.get(order);
    const zone = await clock.zone();
    const informed = contract.informed === 'never' && (await hasAcknowledged(order.id)) ? 'order' : contract.informed;
    const window = calculateWithdrawalWindow({
      concludedAt: order.createdAt,
      hasGoods: contract.lines.some(({ kind }) => kind !== 'digital'),
      parcels: contract.parcels,
      countsFrom: contract.countsFrom,
      completedAt: order.meta[WITHDRAWAL_CLOCK_META] ?? '',
      informed,
      days: (await settings.values()).number('withdrawal_days'),
      zone,
      country: countryOfZone(zone),
    });
    return { contract, window, informed, isInTime: (declared) => isInTime(declared, window, zone) };
  };
}
