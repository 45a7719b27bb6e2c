import type { PluginScope, Services } from 'plinth';

/** The ways to pay that the shop has registered, also those that are switched off; none while there is no shop. */
export type PaymentWays = () => ReturnType<Services['store.terms']['payments']>;

export function createPaymentWays({ services }: Pick<PluginScope, 'services'>): PaymentWays {
  return () => (services.has('store.terms') ? services.get('store.terms').payments() : []);
}
