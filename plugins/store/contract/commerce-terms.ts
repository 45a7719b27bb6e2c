/** How the shop sells just now, for texts that say it: terms, an overview of delivery and payment. @since 0.3.0 */
export interface SellingTerms {
  /** Ways to pay that are switched on and ready, in the shop's order. */
  readonly payments: readonly { readonly id: string; readonly label: string; readonly fee: number }[];
  /** Ways to get goods that are offered somewhere, with what they cost for a small order within the country; minor units, tax included. */
  readonly deliveries: readonly { readonly id: string; readonly label: string; readonly price: number }[];
  /** Minor units from which the courier costs nothing; null: never. */
  readonly freeFrom: number | null;
  /** Days that an order waits for a transfer; 0: for ever. */
  readonly transferDays: number;
}

/** Says how the shop sells, in the language of the running request: `scope.services.get('store.terms')`. @since 0.3.0 */
export interface Terms {
  now(): Promise<SellingTerms>;
  /** Ways to get goods alone, as in {@link Terms.now}: no way to pay is asked. @param itemsTotal minor units of the goods; a small order when absent */
  deliveries(itemsTotal?: number): Promise<SellingTerms['deliveries']>;
  /** Every way to pay that is registered, also those that are switched off or not ready. */
  payments(): readonly { readonly id: string; readonly label: string }[];
}
