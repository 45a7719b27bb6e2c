/**
 * Slugs of the screen of a single product and of the product list. The other screens are submenu items of the product
 * list.
 */
export const PRODUCT_SLUG = 'store-product';
export const PRODUCTS_SLUG = 'store-products';
/** Slug of the reviews screen. */
export const REVIEWS_SLUG = 'store-reviews';
/** Slug of the back-in-stock subscriptions screen. */
export const ALERTS_SLUG = 'store-back-in-stock';
