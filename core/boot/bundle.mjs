import { isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const folder = path.join(root, 'dist', 'site');
const api = path.join(root, 'core', 'api') + path.sep;

/** Packages that stay as they are: one with code for each kind of machine, those of which plugins get the same copy, and tables of which little is looked up. */
const WHOLE = ['@photostructure/sqlite', 'csv-stringify/sync', 'iconv-lite', 'luxon', 'mime-db'];
/** Drivers of databases that Knex knows and looks for when it is to use them. */
const DRIVERS = ['better-sqlite3', 'mariadb', 'mysql', 'mysql2', 'oracledb', 'pg', 'pg-native', 'pg-query-stream', 'sqlite3', 'tedious'];
const COMMON = { bundle: true, format: 'cjs', platform: 'node', target: 'node20', logLevel: 'warning' };

/**
 * Puts the site, its watchdog, the commands and their packages into a file each, in `dist/site`: finding and reading more than a thousand files takes
 * longer than everything else of a start. What plugins import stays where it is, so that they and the site have one copy of it. Stacks show
 * the sources by the maps beside; packages have none, since reading it would take part of what is won.
 * @param {typeof import('esbuild').build} bundle
 * @param {import('esbuild').Plugin} spreads how the site's own code is written
 */
export async function bundleSite(bundle, spreads) {
  const packages = new Set();
  const entryPoints = ['boot/main', 'boot/watchdog-thread', 'cli/cli', 'authoring/dev'].map((entry) => ({ in: path.join(root, 'core', `${entry}.ts`), out: path.basename(entry) }));
  await bundle({ ...COMMON, entryPoints, outdir: folder, sourcemap: 'linked', sourcesContent: false, plugins: [shared(packages), spreads] });
  const contents = [...packages].sort().map((name) => `exports[${JSON.stringify(name)}] = () => require(${JSON.stringify(name)});`).join('\n');
  await bundle({ ...COMMON, stdin: { contents, resolveDir: root }, outfile: path.join(folder, 'packages.js'), external: [...WHOLE, ...[...DRIVERS].flatMap((name) => [name, `${name}/*`])] });
}

/** Leaves out what plugins import too, and has packages taken from their own file; notes which. */
function shared(packages) {
  return {
    name: 'shared',
    setup(build) {
      build.onResolve({ filter: /^\./ }, ({ path: wanted, resolveDir }) => {
        const file = path.resolve(resolveDir, wanted);
        return file.startsWith(api) ? { path: path.relative(folder, file.replace(path.join(root, 'core'), path.join(root, 'dist', 'core'))), external: true } : undefined;
      });
      build.onResolve({ filter: /^[^./]/ }, ({ path: name }) => {
        if (isBuiltin(name) || WHOLE.includes(name)) return { path: name, external: true };
        packages.add(name);
        return { path: name, namespace: 'package' };
      });
      build.onResolve({ filter: /^\.\/packages\.js$/, namespace: 'package' }, ({ path: file }) => ({ path: file, external: true }));
      build.onLoad({ filter: /.*/, namespace: 'package' }, ({ path: name }) => ({ contents: `module.exports = require('./packages.js')[${JSON.stringify(name)}]();` }));
    },
  };
}
