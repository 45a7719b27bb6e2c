import { readFile, writeFile } from 'node:fs/promises';
import Module, { isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const folder = path.join(root, 'dist', 'site');
const api = path.join(root, 'core', 'api') + path.sep;

/** Packages that stay as they are: one with code for each kind of machine, those of which plugins get the same copy, and tables of which little is looked up. */
const WHOLE = ['@photostructure/sqlite', 'csv-stringify/sync', 'iconv-lite', 'luxon', 'mime-db'];
/** Drivers of databases that Knex knows and looks for when it is to use them. */
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
 * Puts the site, its watchdog, the commands and their packages into a file each, in `dist/site`: finding and reading more than a thousand files takes
 * longer than everything else of a start. What plugins import stays where it is, so that they and the site have one copy of it. Stacks show
 * the sources by the maps beside; packages have none, since reading it would take part of what is won.
 * @param {typeof import('esbuild').build} bundle
 * @param {import('esbuild').Plugin} spreads how the site's own code is written
 */
export async function bundleSite(bundle, spreads) {
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
    plugins: [shared(packages), spreads],
  });
  const contents = [...packages]
    .sort()
    .map((name) => `exports[${JSON.stringify(name)}] = () => require(${JSON.stringify(name)});`)
    .join('\n');
  await bundle({
    ...COMMON,
    stdin: { contents, resolveDir: root },
    outfile: path.join(folder, PACKAGES),
    external: [...WHOLE, ...[...DRIVERS].flatMap((name) => [name, `${name}/*`])],
  });
  const script = new Script(Module.wrap(await readFile(path.join(folder, PACKAGES), 'utf8')));
  await writeFile(path.join(folder, `${PACKAGES}.cache`), script.createCachedData());
  // The last to be written: by its age it is told whether the build is.
  await writeFile(path.join(folder, 'packages.js'), TAKES_CACHE);
}

const PACKAGES = 'packages-code.js';

/**
 * Runs the packages as Node.js does, with what V8 made of their text when they were built; another version of it reads the text itself. Node.js 20 has no cache
 * of its own, and takes no maps of sources from a script that is made so, which packages have none of.
 */
const TAKES_CACHE = `'use strict';
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { constants, Script } = require('node:vm');
const filename = require('node:path').join(__dirname, '${PACKAGES}');
const script = new Script(Module.wrap(readFileSync(filename, 'utf8')), { filename, cachedData: readFileSync(filename + '.cache'), importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER });
script.runInThisContext().call(exports, exports, require, module, filename, __dirname);
`;

/** Leaves out what plugins import too, and has packages taken from their own file; notes which. */
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
