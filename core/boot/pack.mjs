import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, isStale, quickSpreading } from './build.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const inRoot = (...parts) => path.join(root, ...parts);

/** What authors import, as far as it is there: the API, and the test kit. */
const DOORS = ['core/api/index.ts', 'core/testing/index.ts'];

/** Makes what `npm pack` puts into the package: the site, the types that authors compile against, and the bundled plugins as finished code. */
async function pack() {
  if (isStale()) await build();
  await dropLeftovers();
  await bundlePlugins();
  await writeTypes();
  await writeFiredHooks();
}

/** What `hook list --fired` says, which the command reads in the sources where there are any. */
async function writeFiredHooks() {
  const { firedHooks, PACKED_HOOKS } = createRequire(import.meta.url)(inRoot('dist/core/cli/fired-hooks.js'));
  await writeFile(inRoot(PACKED_HOOKS), JSON.stringify(firedHooks(root)));
}

/** Takes away what was built of sources that are gone. */
async function dropLeftovers() {
  const built = readdirSync(inRoot('dist/core'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.js'),
  );
  for (const file of built.filter((name) => !existsSync(inRoot('core', name.replace(/\.js$/, '.ts')))))
    await rm(inRoot('dist/core', file));
}

/** A plugin in the package has no sources; the host takes its code from here (`core/plugins/module-loader.ts`). */
async function bundlePlugins() {
  const { build: bundle } = await import('esbuild');
  const { quickSpreads } = await quickSpreading();
  await rm(inRoot('dist/bundled'), { recursive: true, force: true });
  for (const id of pluginIds()) {
    const { main } = JSON.parse(readFileSync(inRoot('plugins', id, 'plugin.json'), 'utf8'));
    await bundle({
      entryPoints: [inRoot('plugins', id, main)],
      outfile: inRoot('dist/bundled', `${id}.cjs`),
      bundle: true,
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      packages: 'external',
      external: ['plinth'],
      logLevel: 'warning',
      plugins: [quickSpreads(false)],
    });
  }
}

/** Declarations of the API, of the hooks and services that the bundled plugins add to it, and of nothing that these do not need. */
async function writeTypes() {
  const out = inRoot('dist/types');
  await rm(out, { recursive: true, force: true });
  const doors = DOORS.filter((file) => existsSync(inRoot(file)));
  const added = pluginIds().flatMap(augmenting);
  const config = inRoot('dist/tsconfig.types.json');
  const compilerOptions = {
    noEmit: false,
    incremental: false,
    tsBuildInfoFile: null,
    declaration: true,
    emitDeclarationOnly: true,
    noCheck: true,
    outDir: out,
    rootDir: root,
    types: ['node'],
  };
  await writeFile(
    config,
    JSON.stringify({
      extends: '../tsconfig.json',
      compilerOptions,
      files: [...doors, ...added].map((file) => inRoot(file)),
      include: [],
    }),
  );
  const { status } = spawnSync(process.execPath, [inRoot('node_modules/typescript/bin/tsc'), '-p', config], {
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error('The types could not be written.');
  const lines = added.map((file) => `import './${file.replace(/\.ts$/, '.js')}';`);
  await writeFile(
    path.join(out, 'index.d.ts'),
    ['/// <reference types="node" />', "export * from './core/api/index.js';", ...lines, ''].join('\n'),
  );
  await dropUnreachable(out);
}

/** What the compiler declares along with the doors, and no door leads to. */
async function dropUnreachable(out) {
  const all = readdirSync(out, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.d.ts'))
    .map((file) => path.join(out, file));
  const doors = [
    path.join(out, 'index.d.ts'),
    ...DOORS.map((file) => path.join(out, file.replace(/\.ts$/, '.d.ts'))),
    ...all.filter((file) => /\/plugins\/[^/]+\/contract\/index\.d\.ts$/.test(file)),
  ];
  const reached = new Set();
  const walk = (file) => {
    if (reached.has(file) || !existsSync(file)) return;
    reached.add(file);
    for (const [, target] of readFileSync(file, 'utf8').matchAll(/(?:from|import|import\()\s*['"](\.[^'"]+)\.js['"]/g))
      walk(path.resolve(file, '..', `${target}.d.ts`));
  };
  doors.forEach(walk);
  for (const file of all.filter((one) => !reached.has(one))) await rm(file);
}

function pluginIds() {
  return readdirSync(inRoot('plugins')).filter((id) => existsSync(inRoot('plugins', id, 'plugin.json')));
}

/** The files of a plugin that add something to the API's types. */
function augmenting(id) {
  return readdirSync(inRoot('plugins', id), { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        file.endsWith('.ts') && readFileSync(inRoot('plugins', id, file), 'utf8').includes("declare module 'plinth'"),
    )
    .map((file) => `plugins/${id}/${file.split(path.sep).join('/')}`);
}

await pack();
