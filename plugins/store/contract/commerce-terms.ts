/**
 * The shop's current selling terms, for texts that mention them, such as terms and conditions or an overview of
 * shipping and payment.
 * @since 0.1.0
 */
export interface CommerceTerms {
  /** Payment methods that are enabled and ready, in the shop's order. */
  readonly payments: readonly { readonly id: string; readonly label: string; readonly fee: number }[];
  /**
   * Shipping methods offered to some destination, with their price for a small domestic order; minor units, tax
   * included.
   */
  readonly deliveries: readonly { readonly id: string; readonly label: string; readonly price: number }[];
  /** Order value from which courier shipping is free, in minor units; null for never. */
  readonly freeFrom: number | null;
  /** Days that an order awaits a bank transfer; 0 for no limit. */
  readonly transferDays: number;
}

/**
 * Returns the shop's selling terms, in the language of the current request: `scope.services.get('store.terms')`.
 * @since 0.1.0
 */
export interface Terms {
  now(): Promise<CommerceTerms>;
  /**
   * Returns only the shipping methods, as in {@link Terms.now}, without querying payment methods.
   * @param itemsTotal value of the goods, in minor units; a small order when absent
   * @param country destination, ISO 3166-1 alpha-2; any when absent
   */
  deliveries(itemsTotal?: number, country?: string): Promise<CommerceTerms['deliveries']>;
  /** Returns all registered payment methods, including those that are disabled or not ready. */
  payments(): readonly { readonly id: string; readonly label: string }[];
}
