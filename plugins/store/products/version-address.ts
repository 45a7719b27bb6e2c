/** The variable of a product's address that says which version is chosen. */
export const VERSION = 'variation';

/** The address of a product's version; its address of record stays the product's. */
export const versionPath = (slug: string, variationId: number): string => `/product/${slug}/?${VERSION}=${variationId}`;
