/** What a customer sent as an order, and what the site said to it. */
export interface SentOrder {
  readonly token: string;
  readonly email: string;
  readonly productId: number;
  readonly quantity: number;
  /** The key of the order, once the site has said that it has it. */
  key: string;
  /** How often the form went out. */
  sent: number;
}

export interface SentDeclaration {
  readonly email: string;
  /** What the page showed as the declaration's print, once the site has said that it has it. */
  hash: string;
}

/** All that customers remember; it outlives the site. */
export interface OrderLog {
  readonly orders: SentOrder[];
  readonly declarations: SentDeclaration[];
  /** Answers that a running site should not give. */
  readonly refusals: string[];
  /** Orders and declarations that were on their way when the process was killed, by kill. */
  readonly cutOff: number[];
  /** Orders and declarations without an answer at this moment. */
  waiting: number;
}

export function openOrderLog(): OrderLog {
  return { orders: [], declarations: [], refusals: [], cutOff: [], waiting: 0 };
}
