import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, isStale } from './build.mjs';
import { hasCompiler, pluginIds, writeTypes } from './types.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const inRoot = (...parts) => path.join(root, ...parts);

/**
 * Builds the content of the npm package (`npm pack`): the site, the types for plugin authors, and the compiled bundled
 * plugins.
 */
async function pack() {
  if (!hasCompiler()) {
    process.stderr.write(
      'plinth: TypeScript is required to write the type declarations, but it is not installed: run `npm install` first.\n',
    );
    process.exit(1);
  }
  if (isStale()) await build();
  await dropOrphans();
  await bundlePlugins();
  await writeTypes();
  await writeFiredHooks();
}

/** Writes the fired hooks for `hook list --fired` and `plugin check`, which otherwise read them from the sources. */
async function writeFiredHooks() {
  const { findFiredHooks, PACKED_HOOKS } = createRequire(import.meta.url)(inRoot('dist/core/cli/fired-hooks.js'));
  await writeFile(inRoot(PACKED_HOOKS), JSON.stringify(findFiredHooks(root)));
  const { readDeclaredHooks, PACKED_HOOKS_FILE } = createRequire(import.meta.url)(
    inRoot('dist/core/dev-tools/required-hooks.js'),
  );
  const declared = pluginIds().map((id) => [id, readDeclaredHooks(inRoot('plugins', id))]);
  await writeFile(inRoot(PACKED_HOOKS_FILE), JSON.stringify(Object.fromEntries(declared)));
}

/** Deletes output of removed sources. */
async function dropOrphans() {
  const built = readdirSync(inRoot('dist/core'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.js'),
  );
  for (const file of built.filter((name) => !existsSync(inRoot('core', name.replace(/\.js$/, '.ts')))))
    await rm(inRoot('dist/core', file));
}

/** A packaged plugin has no sources; the host loads its code from here (`core/plugins/loader/module-loader.ts`). */
async function bundlePlugins() {
  const { build: bundle } = await import('esbuild');
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
    });
  }
}

await pack();
