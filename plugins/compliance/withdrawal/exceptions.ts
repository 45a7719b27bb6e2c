import type { PluginScope } from 'plinth';

/** Points of Consumer Rights Act, art. 38(1), by number. */
export const EXCEPTION_POINTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] as const;
export type ExceptionPoint = (typeof EXCEPTION_POINTS)[number];

/**
 * Requirements of a point besides the kind of goods: none; an event after delivery; or consent, notice and confirmation
 * recorded with the order.
 */
type Requirement = 'nothing' | 'event' | 'records';

const REQUIREMENTS: Readonly<Record<ExceptionPoint, Requirement>> = {
  1: 'event',
  2: 'nothing',
  3: 'nothing',
  4: 'nothing',
  5: 'event',
  6: 'event',
  7: 'nothing',
  8: 'nothing',
  9: 'event',
  10: 'nothing',
  11: 'nothing',
  12: 'nothing',
  13: 'records',
};

/** Times at which the requirements of point 13 were recorded with an order: UTC; '' when they were not. */
export interface DigitalRecords {
  /** The customer agreed that performance begins before the end of the withdrawal period. */
  readonly consentAt: string;
  /** The customer was informed that the right is then lost, and acknowledged it. */
  readonly noticeAt: string;
  /** The shop confirmed this on a durable medium. */
  readonly confirmedAt: string;
}

/**
 * Whether a line can be withdrawn from: `may` for ordinary ones, `exempt` when the right is excluded, `depends` on an
 * event after delivery, `incomplete` when a record required by point 13 is missing.
 */
export type ExceptionState = 'may' | 'exempt' | 'depends' | 'incomplete';

/** Parses a point as stored in products and orders; 0 for none. */
export function parsePoint(value: unknown): ExceptionPoint | 0 {
  return EXCEPTION_POINTS.find((point) => String(point) === String(value)) ?? 0;
}

/**
 * Returns whether the right of withdrawal is excluded. An exception never rejects a declaration; it is a basis for the
 * shop's decision.
 * @since 0.1.0
 */
export function getExceptionState(
  point: ExceptionPoint | 0,
  { consentAt, noticeAt, confirmedAt }: DigitalRecords,
): ExceptionState {
  if (point === 0) return 'may';
  switch (REQUIREMENTS[point]) {
    case 'nothing':
      return 'exempt';
    case 'event':
      return 'depends';
    case 'records':
      return consentAt !== '' && noticeAt !== '' && confirmedAt !== '' ? 'exempt' : 'incomplete';
  }
}

/** Polish and English words about the loss of a right. */
const LOSS_PATTERN = /(?<!\p{L})(?:s?trac[ęi]|utrac|utrat|wyga[sś]|lose(?!\p{L})|losing|loss(?!\p{L})|forfeit)/iu;

/** Whether the text of a checkbox states that the right of withdrawal is lost: a consent without this is no notice. */
export function statesLossOfRight(text: string): boolean {
  return LOSS_PATTERN.test(text);
}

/** Returns short descriptions of the points. */
export function getExceptionNames({ __ }: Pick<PluginScope, '__'>): Readonly<Record<ExceptionPoint, string>> {
  return {
    1: __('service fully performed with prior consent'),
    2: __('price depends on the financial market'),
    3: __('made to the customer’s specifications'),
    4: __('perishable'),
    5: __('sealed, not returnable for hygiene or health reasons once opened'),
    6: __('inseparably mixed with other items'),
    7: __('alcohol at an agreed price, delivered after 30 days'),
    8: __('urgent repair at the customer’s location'),
    9: __('sealed recording or software, once opened'),
    10: __('newspaper, periodical, or magazine'),
    11: __('public auction'),
    12: __('accommodation, transport, catering, or leisure on a specific date'),
    13: __('digital content supplied immediately'),
  };
}

/** Returns the texts shown with a product before it is ordered. */
export function getExceptionTexts({ __ }: Pick<PluginScope, '__'>): Readonly<Record<ExceptionPoint, string>> {
  return {
    1: __('The right of withdrawal ends once the service has been fully performed, if you agreed to that beforehand.'),
    2: __('There is no right of withdrawal: the price depends on fluctuations in the financial market.'),
    3: __('There is no right of withdrawal: the item is made to your specifications.'),
    4: __('There is no right of withdrawal: the item deteriorates quickly or has a short shelf life.'),
    5: __(
      'The right of withdrawal ends when you open the seal: for reasons of hygiene or health protection, the item can’t be returned after that.',
    ),
    6: __('The right of withdrawal ends if the item is inseparably mixed with other items after delivery.'),
    7: __(
      'There is no right of withdrawal: the price of this alcohol was agreed, and its value until delivery depends on fluctuations in the market.',
    ),
    8: __('The right of withdrawal does not apply, because you asked us to visit you for urgent repairs.'),
    9: __('The right of withdrawal ends when you unseal the recording or software.'),
    10: __('There is no right of withdrawal for newspapers, periodicals, and magazines, except for subscriptions.'),
    11: __('There is no right of withdrawal: the purchase is made at a public auction.'),
    12: __('There is no right of withdrawal: the service is provided on a specific date or in a specific period.'),
    13: __(
      'The right of withdrawal ends when the supply of digital content begins, if you agreed to that, were informed of it, and have received our confirmation.',
    ),
  };
}
