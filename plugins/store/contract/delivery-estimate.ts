import type { FieldValue } from 'plinth';

/**
 * Transit time in working days; 0 is the day of shipping.
 * @since 0.1.0
 */
export interface TransitDays {
  readonly from: number;
  readonly to: number;
}

/**
 * First and last day on which goods may be delivered or ready for collection.
 * @since 0.1.0
 */
export interface DeliveryDays {
  /** `YYYY-MM-DD`, in the site's time zone. */
  readonly earliest: string;
  /** Equals `earliest` for an exact day; never before it. */
  readonly latest: string;
}

/**
 * Delivery estimate of one shipping method, as the filter `store/delivery_estimate` passes it.
 * @since 0.1.0
 */
export interface MethodEstimate extends DeliveryDays {
  /** Id as in {@link OfferedRate}. */
  readonly id: string;
}

/**
 * When a line of a purchase can be shipped.
 * @since 0.1.0
 */
export interface Supply {
  /** Preparation time in working days; 0 when packed on the day of the order, null when the owner has not set it. */
  readonly handlingDays: number | null;
  /** Expected restock day, `YYYY-MM-DD`; '' when in stock, null when unknown. */
  readonly expectedOn: string | null;
  /** The product's fields of extensions. */
  readonly fields?: Readonly<Record<string, FieldValue>>;
}
