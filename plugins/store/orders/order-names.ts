/** What people call the parts of orders that plugins may have brought; given by the start. */
export interface OrderNames {
  status(id: string): string;
  payment(id: string): string;
}
