import type { PageRequest, PluginScope } from 'plinth';
import type { FieldValues, FormError, StoreField } from '../contract/index.js';
import { fieldViews, readFields } from '../forms/store-fields.js';
import { type Deliveries, DELIVERY_FIELDS, type DeliveryDetail } from '../commerce/shipping-methods.js';
import type { Quote } from './quote.js';

/** Checkout fields of the selected shipping method, such as a pick-up point or a time. */
export interface DeliveryFields {
  /** Returns the HTML below the shipping methods; empty when the method has no fields. */
  view(offer: Quote, request: PageRequest, errors: readonly FormError[]): Promise<string>;
  problems(offer: Quote, request: PageRequest): Promise<readonly FormError[]>;
  /** Returns the entered values, as stored in the order. */
  details(offer: Quote, request: PageRequest): Promise<readonly DeliveryDetail[]>;
}

interface DeliveryFieldsDeps {
  readonly scope: Pick<PluginScope, 'render' | '__'>;
  readonly deliveries: Pick<Deliveries, 'fields' | 'problems' | 'details'>;
}

export function createDeliveryFields({ scope, deliveries }: DeliveryFieldsDeps): DeliveryFields {
  async function readForm(
    { delivery, purchase }: Quote,
    { field }: PageRequest,
  ): Promise<{ fields: readonly StoreField[]; values: FieldValues } | null> {
    const fields = delivery ? await deliveries.fields(delivery, purchase) : [];
    return fields && { fields, values: readFields(fields, DELIVERY_FIELDS, field) };
  }
  return {
    async view(offer, request, errors) {
      const { fields, values } = (await readForm(offer, request)) ?? { fields: [], values: {} };
      const fieldErrors = errors
        .filter(({ field }) => field.startsWith(DELIVERY_FIELDS))
        .map(({ field, message }) => ({ field: field.slice(DELIVERY_FIELDS.length), message }));
      return fields.length === 0
        ? ''
        : scope.render('checkout/fields', { fields: fieldViews(fields, DELIVERY_FIELDS, values, fieldErrors) });
    },
    async problems(offer, request) {
      if (!offer.delivery) return [];
      const form = await readForm(offer, request);
      if (!form)
        return [
          {
            field: 'delivery-methods',
            message: scope.__('The form for this shipping method is currently unavailable. Choose another one.'),
          },
        ];
      return form.fields.length === 0
        ? []
        : deliveries.problems(offer.delivery, form.fields, form.values, offer.purchase);
    },
    async details(offer, request) {
      const form = await readForm(offer, request);
      return offer.delivery && form ? deliveries.details(offer.delivery, form.fields, form.values) : [];
    },
  };
}
