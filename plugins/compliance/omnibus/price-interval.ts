/** What something cost, from when until when. Times are UTC, `YYYY-MM-DD HH:MM:SS`. */
export interface PriceInterval {
  /** Minor units. */
  readonly price: number;
  readonly regular: number;
  readonly onSale: boolean;
  readonly from: string;
  /** null: until now. */
  readonly to: string | null;
}

/** What a reduction has to be compared with. */
export interface LowestPrice {
  /** Minor units. */
  readonly price: number;
  readonly regular: number;
  /** When the reduction was introduced, UTC. */
  readonly since: string;
}
