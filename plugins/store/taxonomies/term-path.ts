import type { CatalogueTerm } from '../contract/index.js';

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
  for (let at = 0; at < found.length; at++)
    found.push(
      ...terms.filter((term) => term.parentId === found[at] && !found.includes(term.id)).map((term) => term.id),
    );
  return found;
}
