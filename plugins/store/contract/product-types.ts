import type { MaybePromise } from 'plinth';
import type { Label } from './bought.js';
import type { CartProduct } from './cart-data.js';

/** A kind of product besides goods and downloads: a voucher, a course, something sold elsewhere. @since 0.2.0 */
export interface ProductType {
  readonly id: string;
  readonly label: Label;
  /** Whether it is sent; then the checkout asks for a delivery. */
  readonly isPhysical: boolean;
  /** Whether it goes into the cart. */
  readonly isSellable: boolean;
  /** HTML in the place of the button that puts it into the cart, such as a link to where it is sold. */
  button?(product: CartProduct): MaybePromise<string>;
}
