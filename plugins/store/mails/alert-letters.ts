/** What the letter says that asks whether somebody wants to be told. */
export interface AskedAlert {
  readonly product: string;
  /** The key of the link that confirms it, and of the one that ends all alerts of the mailbox. */
  readonly confirm: string;
  readonly stop: string;
}

/** What the letter says that something is back. */
export interface BackAgain {
  readonly product: string;
  readonly url: string;
  readonly stop: string;
}

/** Letters about things that were sold out. */
export interface AlertLetters {
  confirmAlert(email: string, locale: string, alert: AskedAlert): Promise<void>;
  backInStock(email: string, locale: string, back: BackAgain): Promise<void>;
}
