/** The screens of one product and of all; the others stand below the latter in the menu. */
export const PRODUCT_SLUG = 'store-product';
export const PRODUCTS_SLUG = 'store-products';
/** What buyers say about them. */
export const REVIEWS_SLUG = 'store-reviews';
/** What people wait for. */
export const ALERTS_SLUG = 'store-alerts';
