import { isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const folder = path.join(root, 'dist', 'site');
const api = path.join(root, 'core', 'api') + path.sep;

/**
 * Packages that are not bundled: one with platform-specific code, those shared with plugins, and large tables of which
 * little is used.
 */
const WHOLE = ['@photostructure/sqlite', 'csv-stringify/sync', 'iconv-lite', 'luxon', 'mime-db'];
/** Database drivers that Knex requires on demand. */
const DRIVERS = [
  'better-sqlite3',
  'mariadb',
  'mysql',
  'mysql2',
  'oracledb',
  'pg',
  'pg-native',
  'pg-query-stream',
  'sqlite3',
  'tedious',
];
/** @type {import('esbuild').BuildOptions} */
const COMMON = { bundle: true, format: 'cjs', platform: 'node', target: 'node20', logLevel: 'warning' };

/**
 * Bundles the site, its watchdog, the commands and their packages into one file each, in `dist/site`, because finding
 * and reading more than a thousand files takes longer than the rest of a start. What plugins import is not bundled, so
 * that they share one copy with the site. Stack traces refer to the sources through source maps; packages have none,
 * because reading them would cost part of the gain.
 * @param {typeof import('esbuild').build} bundle
 */
export async function bundleSite(bundle) {
  const packages = new Set();
  const entryPoints = ['process/main', 'process/watchdog-thread', 'cli/cli', 'dev-tools/dev'].map((entry) => ({
    in: path.join(root, 'core', `${entry}.ts`),
    out: path.basename(entry),
  }));
  await bundle({
    ...COMMON,
    entryPoints,
    outdir: folder,
    sourcemap: 'linked',
    sourcesContent: false,
    plugins: [shared(packages)],
  });
  const contents = [...packages]
    .sort()
    .map((name) => `exports[${JSON.stringify(name)}] = () => require(${JSON.stringify(name)});`)
    .join('\n');
  await bundle({
    ...COMMON,
    stdin: { contents, resolveDir: root },
    outfile: path.join(folder, 'packages.js'),
    external: [...WHOLE, ...[...DRIVERS].flatMap((name) => [name, `${name}/*`])],
  });
}

/** Excludes what plugins import too, and resolves packages to their own file; records which. */
function shared(packages) {
  return {
    name: 'shared',
    setup(build) {
      build.onResolve({ filter: /^\./ }, ({ path: wanted, resolveDir }) => {
        const file = path.resolve(resolveDir, wanted);
        return file.startsWith(api)
          ? {
              path: path.relative(folder, file.replace(path.join(root, 'core'), path.join(root, 'dist', 'core'))),
              external: true,
            }
          : undefined;
      });
      build.onResolve({ filter: /^[^./]/ }, ({ path: name }) => {
        if (isBuiltin(name) || WHOLE.includes(name)) return { path: name, external: true };
        packages.add(name);
        return { path: name, namespace: 'package' };
      });
      build.onResolve({ filter: /^\.\/packages\.js$/, namespace: 'package' }, ({ path: file }) => ({
        path: file,
        external: true,
      }));
      build.onLoad({ filter: /.*/, namespace: 'package' }, ({ path: name }) => ({
        contents: `module.exports = require('./packages.js')[${JSON.stringify(name)}]();`,
      }));
    },
  };
}
