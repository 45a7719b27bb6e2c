import fc from 'fast-check';
import { isWpError } from '../../core/api/index.js';
import { matchRequest, pathParams } from '../../core/rest/match.js';
import { Request } from '../../core/rest/request.js';
import { shapeOf } from '../../core/rest/route-shape.js';
import { createRouteTable, type RouteTable } from '../../core/rest/routes.js';

type Found = readonly [pattern: string, place: number, params: Record<string, string>] | 'none';

const endpoint = (methods: string) => ({ methods, callback: () => null, permissionCallback: () => true });
const tableOf = (
  routes: readonly (readonly [namespace: string, pattern: string, methods: string, override: boolean])[],
): RouteTable => {
  const table = createRouteTable(() => endpoint('GET'));
  for (const [namespace, pattern, methods, override] of routes)
    table.add(namespace, pattern, endpoint(methods), override, '');
  return table;
};

/** The reference algorithm of WordPress: tests all patterns of the matching namespaces in turn; routes without a namespace can match any path. */
function oneAfterAnother(table: RouteTable, method: string, path: string): Found {
  const start = `${path.replace(/^\/+/, '').replace(/\/+$/, '')}/`;
  const namespaces = table.namespaces().filter((namespace) => start.startsWith(namespace));
  const ofNone = table.all().filter(({ namespace }) => namespace === '');
  const routes =
    namespaces.length === 0
      ? table.all()
      : [...new Set([...namespaces.flatMap((namespace) => table.listByNamespace(namespace)), ...ofNone])];
  for (const route of routes) {
    const params = pathParams(route, path);
    const handlerIndex = params
      ? route.handlers.findIndex(({ verbs }) => verbs.includes(method) || (method === 'HEAD' && verbs.includes('GET')))
      : -1;
    if (params && handlerIndex >= 0) return [route.pattern, handlerIndex, params];
  }
  return 'none';
}

function found(table: RouteTable, method: string, path: string): Found {
  const request = new Request(method, path);
  const match = matchRequest(table, request);
  return isWpError(match)
    ? 'none'
    : [
        match.route.pattern,
        match.route.handlers.indexOf(match.handler),
        { ...request.getUrlParams() } as Record<string, string>,
      ];
}

/** Segments of route patterns, with a matching text. */
const SEGMENTS: readonly (readonly [pattern: string, text: string])[] = [
  ['posts', 'posts'],
  ['POSTS', 'posts'],
  ['posts/?', 'posts/'],
  ['post-s?', 'post-'],
  ['(?P<id>[\\d]+)', '12'],
  ['(?P<id>\\d+)', '7'],
  ['(?P<slug>[^/]+)', 'a.b'],
  ['(?P<rest>.+)', 'a/b/c'],
  ['(?P<rest>.*)', ''],
  ['(?P<name>[\\w-]+)', 'k-1'],
  ['(?P<name>[^.]+)', 'a/b'],
  ['(?:a|b/c)', 'b/c'],
  ['a|b', 'b'],
  ['a|/b', 'b'],
  ['a\\/b', 'a/b'],
  ['a\\x2fb', 'a/b'],
  ['a[/]b', 'a/b'],
  ['\\S+', 'x/y'],
  ['[\\s\\S]{1,3}', '/'],
  ['a(/b)?', 'a'],
  ['v1//', 'v1//'],
  ['k', '\u212a'],
  ['(?<part>x)(?=/)', 'x'],
  ['a/{2}b', 'a//b'],
  ['', ''],
  ['(?P<a>a)\\k<a>', 'aa'],
  ['s', 'ſ'],
  ['[]/|x]*', ''],
  ['é', 'É'],
  ['$', ''],
  ['\\/', '/'],
];
const segments = fc.array(fc.constantFrom(...SEGMENTS), { minLength: 1, maxLength: 4 });
const joined = (list: readonly (readonly [string, string])[], index: 0 | 1): string =>
  list.map((segment) => `/${segment[index]}`).join('');
const namespace = fc.constantFrom('', 'a', 'a/v1', 'a/v1/posts', 'ab', 'b/v2');
const compiles = (pattern: string): boolean => {
  try {
    return Boolean(new RegExp(pattern.replaceAll('(?P<', '(?<')));
  } catch {
    return false;
  }
};

describe('REST route matching', () => {
  test('finds the same route as trying each pattern in turn', () => {
    const route = fc
      .tuple(namespace, segments, fc.constantFrom('GET', 'POST', 'GET, HEAD', 'DELETE'), fc.boolean())
      .filter(([, list]) => compiles(joined(list, 0)));
    fc.assert(
      fc.property(
        fc.array(route, { maxLength: 12 }),
        fc.array(fc.tuple(namespace, segments, fc.boolean(), fc.string()), { minLength: 1, maxLength: 6 }),
        fc.constantFrom('GET', 'HEAD', 'POST'),
        (routes, others, method) => {
          const table = tableOf(
            routes.map(([space, list, methods, override]) => [
              space,
              `${space && `/${space}`}${joined(list, 0)}`,
              methods,
              override,
            ]),
          );
          const own = routes.map(([space, list]) => `${space && `/${space}`}${joined(list, 1)}`);
          const paths = [
            ...own,
            ...own.map((path) => path.toUpperCase()),
            ...others.map(
              ([space, list, slash, text]) => `${space && `/${space}`}${joined(list, 1)}${slash ? '/' : ''}${text}`,
            ),
            '',
            '/',
          ];
          for (const path of paths)
            expect([path, found(table, method, path)]).toEqual([path, oneAfterAnother(table, method, path)]);
        },
      ),
      { numRuns: 600 },
    );
  });

  test('tries only routes with a matching prefix and number of segments', () => {
    const table = tableOf([
      ['shop/v1', '/shop/v1/search', 'GET', false],
      ['shop/v1', '/shop/v1/orders', 'GET', false],
      ['shop/v1', '/shop/v1/orders/(?P<id>[\\d]+)', 'GET', false],
      ['shop/v1', '/shop/v1/orders/(?P<id>[\\d]+)/notes', 'GET', false],
      ['shop/v1', '/shop/v1/files/(?P<path>.+)', 'GET', false],
    ]);
    const candidatesFor = (path: string): string[] => table.candidates(path).map(({ pattern }) => pattern);
    expect(candidatesFor('/shop/v1/orders')).toEqual(['/shop/v1/orders']);
    expect(candidatesFor('/SHOP/v1/Orders/12')).toEqual(['/shop/v1/orders/(?P<id>[\\d]+)']);
    expect(candidatesFor('/shop/v1/files/a/b/c')).toEqual(['/shop/v1/files/(?P<path>.+)']);
    expect(candidatesFor('/shop/v1/nothing')).toEqual([]);
  });

  test('sees added and removed routes from the next request on', () => {
    const table = tableOf([['shop/v1', '/shop/v1/(?P<any>\\w+)', 'GET', false]]);
    expect(found(table, 'GET', '/shop/v1/x')).toEqual(['/shop/v1/(?P<any>\\w+)', 0, { any: 'x' }]);
    const undo = table.add('shop/v1/x', '/shop/v1/x', endpoint('POST'), false, '');
    expect(found(table, 'POST', '/shop/v1/x')).toEqual(['/shop/v1/x', 1, {}]);
    undo();
    expect(found(table, 'POST', '/shop/v1/x')).toBe('none');
  });

  test('derives only the certain prefix and length of a pattern', () => {
    expect(shapeOf('/wp/v2/posts/(?P<id>[\\d]+)')).toEqual({ head: ['', 'wp', 'v2', 'posts'], segmentCount: 5 });
    expect(shapeOf('/wp/v2/posts')).toEqual({ head: ['', 'wp', 'v2', 'posts'], segmentCount: 4 });
    expect(shapeOf('/wp/v2/posts/?')).toEqual({ head: ['', 'wp', 'v2'], segmentCount: undefined });
    expect(shapeOf('/a/b|/c')).toEqual({ head: [], segmentCount: undefined });
    expect(shapeOf('/a/(?P<x>.+)')).toEqual({ head: ['', 'a'], segmentCount: undefined });
    expect(shapeOf('/a/(?P<x>[^.]+)')).toEqual({ head: ['', 'a'], segmentCount: undefined });
    expect(shapeOf('/a/\\u002f')).toEqual({ head: ['', 'a'], segmentCount: undefined });
  });
});
