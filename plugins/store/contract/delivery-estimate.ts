import type { FieldValue } from 'plinth';

/** Working days that a parcel is on its way; 0 is the day it is sent. @since 0.3.0 */
export interface TransitDays {
  readonly from: number;
  readonly to: number;
}

/** The first and the last day on which goods may arrive, or be ready to collect. @since 0.3.0 */
export interface DeliveryDays {
  /** `YYYY-MM-DD`, a day of the site's zone. */
  readonly earliest: string;
  /** The same day where it is known so well, never one before. */
  readonly latest: string;
}

/** The days of one way of delivery, as the filter `store/arrival_days` passes them. @since 0.3.0 */
export interface MethodEstimate extends DeliveryDays {
  /** As in {@link OfferedRate}. */
  readonly id: string;
}

/** When a line of a purchase can leave the shop. @since 0.3.0 */
export interface Supply {
  /** Working days that the shop needs to prepare it; 0 for what is packed the day it is ordered, null where the owner did not say. */
  readonly handlingDays: number | null;
  /** The day its goods are expected on, `YYYY-MM-DD`; '' when they are there, null when nobody knows. */
  readonly expectedOn: string | null;
  /** Extensions' fields of the product. */
  readonly fields?: Readonly<Record<string, FieldValue>>;
}
