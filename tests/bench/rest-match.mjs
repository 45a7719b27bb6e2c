import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compare, rounded, shownNs } from './compare.mjs';
import { HOST, startServed } from './serving/served.mjs';

/** Routes of the demo shop, from its REST index. */
async function routesOfShop() {
  const parent = mkdtempSync(path.join(tmpdir(), 'plinth-bench-'));
  const site = await startServed('site.mjs', {
    DATA_DIR: path.join(parent, 'data'),
    DATABASE_URL: '',
    REDIS_URL: '',
    SITE_URL: `http://${HOST}`,
    ADMIN_PASSWORD: 'a password for the bench',
    DEMO: '1',
  });
  try {
    return JSON.parse((await site.get('/wp-json/')).text).routes;
  } finally {
    await site.stop();
    rmSync(parent, { recursive: true, force: true });
  }
}

/** A path that matches a pattern: the first that fits when its named parts are replaced by sample words. */
function pathOf(pattern) {
  const expression = new RegExp(`^(?:${pattern.replaceAll('(?P<', '(?<')})$`, 'i');
  for (const word of ['12', 'word', 'a/b', '550e8400-e29b-41d4-a716-446655440000']) {
    const made = pattern.replace(/\((?:[^()]|\([^()]*\))*\)\??/g, word);
    if (expression.test(made)) return made;
  }
  return undefined;
}

/** Route lookup: the candidates of the route table compared with testing every pattern of the namespaces. */
export function benches({ root, load }) {
  return [
    {
      name: 'rest-match',
      async run() {
        const { createRouteTable } = load(path.join(root, 'dist/core/rest/routes.js'));
        const { pathParams } = load(path.join(root, 'dist/core/rest/match.js'));
        const endpoint = (methods) => ({ methods, callback: () => null, permissionCallback: () => true });
        const table = createRouteTable(() => endpoint('GET'));
        const routes = Object.entries(await routesOfShop());
        for (const [pattern, { namespace, endpoints }] of routes)
          if (pattern !== `/${namespace}`)
            table.add(
              namespace,
              pattern,
              endpoints.map(({ methods }) => endpoint(methods)),
              false,
              '',
            );
        const paths = [...routes.flatMap(([pattern]) => pathOf(pattern) ?? []), '/wp/v2/nothing', '/nothing'];
        const all = [...table.all()];
        const spaces = new Map(
          table.namespaces().map((namespace) => [namespace, [...table.listByNamespace(namespace)]]),
        );
        const everyOf = (path) => {
          const start = `${path.replace(/^\/+/, '').replace(/\/+$/, '')}/`;
          const namespaces = [...spaces.keys()].filter((namespace) => start.startsWith(namespace));
          return namespaces.length === 0 ? all : [...new Set(namespaces.flatMap((namespace) => spaces.get(namespace)))];
        };
        const find = (candidates, path) => {
          for (const route of candidates) {
            const params = pathParams(route, path);
            if (params) return [route.pattern, params];
          }
          return undefined;
        };
        const ns = await compare(
          {
            compiled: () => paths.map((path) => find(table.candidates(path), path)),
            linear: () => paths.map((path) => find(everyOf(path), path)),
          },
          { runs: 100 },
        );
        const ratio = rounded(ns.linear / ns.compiled);
        const tried = paths.reduce((sum, path) => sum + table.candidates(path).length, 0) / paths.length;
        return {
          ratio,
          bar: 2,
          holds: ratio >= 2,
          note: `linear ÷ compiled, ${paths.length} paths of ${routes.length} routes, ${rounded(tried)} expressions kept for a path: ${shownNs(ns)} for all paths`,
        };
      },
    },
  ];
}
