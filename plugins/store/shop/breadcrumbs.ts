/** A step of the way from the home page; the last has no address of its own. */
export interface Crumb {
  readonly name: string;
  readonly url: string;
}

/** Breadcrumbs as search engines read them. */
export function breadcrumbData(crumbs: readonly Crumb[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url,
    })),
  };
}
