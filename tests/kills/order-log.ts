/** An order sent by a customer, and the site's response. */
export interface SentOrder {
  readonly token: string;
  readonly email: string;
  readonly productId: number;
  readonly quantity: number;
  /** The key of the order once the site has acknowledged it. */
  key: string;
  /** How often the form was sent. */
  sent: number;
}

export interface SentDeclaration {
  readonly email: string;
  /** The hash of the declaration shown by the page once the site has acknowledged it. */
  hash: string;
}

/** Everything that customers sent and received; independent of the site. */
export interface OrderLog {
  readonly orders: SentOrder[];
  readonly declarations: SentDeclaration[];
  /** Unexpected responses of a running site. */
  readonly refusals: string[];
  /** Number of orders and declarations pending during each kill. */
  readonly cutOff: number[];
  /** Orders and declarations currently without a response. */
  waiting: number;
}

export function openOrderLog(): OrderLog {
  return { orders: [], declarations: [], refusals: [], cutOff: [], waiting: 0 };
}
