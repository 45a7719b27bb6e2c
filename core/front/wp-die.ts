/** Ends a request with a message instead of a page (`wp_die`). */
export class WpDie extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly title = '',
  ) {
    super(message);
  }
}
