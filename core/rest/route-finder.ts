import { type RouteShape, partsOf, shapeOf } from './route-shape.js';

/** Finds the few routes that a path may be, in the order in which they were given. */
export type RouteFinder<Route> = (path: string) => readonly Route[];

interface Shaped<Route> extends RouteShape {
  readonly route: Route;
}

/** A beginning that routes have in common. */
interface Place<Route> {
  readonly next: Map<string, Place<Route>>;
  /** Routes for paths that begin so, by how many parts the path has. */
  readonly byParts: Map<number, readonly Route[]>;
  /** Those for paths of any other number of parts. */
  readonly otherwise: readonly Route[];
}

/** Sorts routes by how the paths begin that they match, and by how many parts these have, so that few expressions are tried. */
export function createRouteFinder<Route extends { readonly pattern: string }>(
  routes: readonly Route[],
): RouteFinder<Route> {
  const first = placeOf(
    routes.map((route) => ({ route, ...shapeOf(route.pattern) })),
    0,
  );
  return (path) => {
    const parts = partsOf(path);
    let place = first;
    for (const part of parts) {
      const next = place.next.get(part);
      if (!next) break;
      place = next;
    }
    return place.byParts.get(parts.length) ?? place.otherwise;
  };
}

/** @param shaped the routes that paths may be which begin as this place does, its own and those before it */
function placeOf<Route>(shaped: readonly Shaped<Route>[], depth: number): Place<Route> {
  const next = new Map<string, Place<Route>>();
  const words = new Set(shaped.flatMap(({ head }) => head[depth] ?? []));
  for (const word of words)
    next.set(
      word,
      placeOf(
        shaped.filter(({ head }) => head.length <= depth || head[depth] === word),
        depth + 1,
      ),
    );
  const here = shaped.filter(({ head }) => head.length <= depth);
  const routesFor = (count: number | undefined): Route[] =>
    here.filter(({ parts }) => parts === undefined || parts === count).map(({ route }) => route);
  const counts = new Set(here.flatMap(({ parts }) => parts ?? []));
  return {
    next,
    byParts: new Map([...counts].map((count) => [count, routesFor(count)])),
    otherwise: routesFor(undefined),
  };
}
