/**
 * Slugs of the screens of a single product and of the product list; the other screens are submenu items of the latter.
 */
export const PRODUCT_SLUG = 'store-product';
export const PRODUCTS_SLUG = 'store-products';
/** Slug of the reviews screen. */
export const REVIEWS_SLUG = 'store-reviews';
/** Slug of the back-in-stock subscriptions screen. */
export const ALERTS_SLUG = 'store-back-in-stock';
