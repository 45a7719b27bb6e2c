/** What products are called where versions of them are kept. */
export const PRODUCT_KIND = 'store_product';
