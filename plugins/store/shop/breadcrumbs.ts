import type { CatalogueTerm } from '../contract/index.js';

/** A step of the way from the home page; the last has no address of its own. */
export interface Crumb {
  readonly name: string;
  readonly url: string;
}

/** A category with those above it, the topmost first. */
export function pathTo(id: number, terms: readonly CatalogueTerm[]): readonly CatalogueTerm[] {
  const byId = new Map(terms.map((term) => [term.id, term]));
  const path: CatalogueTerm[] = [];
  for (let at = byId.get(id); at && !path.includes(at); at = byId.get(at.parentId)) path.unshift(at);
  return path;
}

/** A category and everything below it. */
export function below(id: number, terms: readonly CatalogueTerm[]): number[] {
  const found = [id];
  for (let at = 0; at < found.length; at++) found.push(...terms.filter((term) => term.parentId === found[at] && !found.includes(term.id)).map((term) => term.id));
  return found;
}

/** Breadcrumbs as search engines read them. */
export function breadcrumbData(crumbs: readonly Crumb[]): object {
  return {
    '@context': 'https://schema.org', '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, url }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: url })),
  };
}
