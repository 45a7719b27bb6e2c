import { type RouteShape, segmentsOf, shapeOf } from './route-shape.js';

/** Returns the few routes that may match a path, in their original order. */
export type RouteFinder<Route> = (path: string) => readonly Route[];

interface RoutePattern<Route> extends RouteShape {
  readonly route: Route;
}

/** A path prefix shared by routes. */
interface RouteNode<Route> {
  readonly next: Map<string, RouteNode<Route>>;
  /** Routes for paths with this prefix, by the path's number of segments. */
  readonly bySegmentCount: Map<number, readonly Route[]>;
  /** Routes for paths with any other number of segments. */
  readonly fallback: readonly Route[];
}

/** Indexes routes by the prefix and number of segments of the paths they match, so that few expressions are tried. */
export function createRouteFinder<Route extends { readonly pattern: string }>(
  routes: readonly Route[],
): RouteFinder<Route> {
  const root = createNode(
    routes.map((route) => ({ route, ...shapeOf(route.pattern) })),
    0,
  );
  return (path) => {
    const parts = segmentsOf(path);
    let node = root;
    for (const part of parts) {
      const next = node.next.get(part);
      if (!next) break;
      node = next;
    }
    return node.bySegmentCount.get(parts.length) ?? node.fallback;
  };
}

/** @param patterns the routes that may match paths with this prefix, its own and those of shorter prefixes */
function createNode<Route>(patterns: readonly RoutePattern<Route>[], depth: number): RouteNode<Route> {
  const next = new Map<string, RouteNode<Route>>();
  const segments = new Set(patterns.flatMap(({ head }) => head[depth] ?? []));
  for (const segment of segments)
    next.set(
      segment,
      createNode(
        patterns.filter(({ head }) => head.length <= depth || head[depth] === segment),
        depth + 1,
      ),
    );
  const endingPatterns = patterns.filter(({ head }) => head.length <= depth);
  const routesFor = (count: number | undefined): Route[] =>
    endingPatterns
      .filter(({ segmentCount }) => segmentCount === undefined || segmentCount === count)
      .map(({ route }) => route);
  const counts = new Set(endingPatterns.flatMap(({ segmentCount }) => segmentCount ?? []));
  return {
    next,
    bySegmentCount: new Map([...counts].map((count) => [count, routesFor(count)])),
    fallback: routesFor(undefined),
  };
}
