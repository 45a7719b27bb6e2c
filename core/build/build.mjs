import { readdirSync, readFileSync, statSync } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Browser scripts: each file, and each folder with a `main.ts`, becomes one script. */
const CLIENT = path.join('core', 'admin', 'assets');
const CLIENT_FOLDERS = ['editor', 'autosave'];
const CLIENT_FILES = ['admin', 'customize', 'embeds', 'fields', 'media-upload', 'menus', 'passkeys'];

/**
 * Compiles core's TypeScript to `dist/core` and the site to `dist/site`. Types are checked separately (`npm run
 * typecheck`), so this takes a second.
 */
export async function build() {
  const { build: bundle } = await import('esbuild');
  const { bundleSite } = await import('./bundle.mjs');
  const sources = typescriptFiles(path.join(root, 'core')).filter((file) => !file.startsWith(path.join(root, CLIENT)));
  await mkdir(path.join(root, 'dist'), { recursive: true });
  await bundle({
    entryPoints: sources,
    outbase: path.join(root, 'core'),
    outdir: path.join(root, 'dist', 'core'),
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    logLevel: 'warning',
  });
  await bundleClients(bundle);
  await bundleSite(bundle);
  await layOutFonts();
}

/** @type {import('esbuild').BuildOptions} */
const FOR_BROWSERS = { bundle: true, minify: true, target: 'es2022', logLevel: 'warning' };

/**
 * Bundles the browser scripts: those of the admin into `dist/assets`, those of the bundled plugins into their own
 * `assets`.
 * @param {typeof import('esbuild').build} bundle
 */
async function bundleClients(bundle) {
  const outdir = path.join(root, 'dist', 'assets');
  await bundle({
    ...FOR_BROWSERS,
    entryPoints: Object.fromEntries(CLIENT_FOLDERS.map((name) => [name, path.join(root, CLIENT, name, 'main.ts')])),
    outdir,
    // Plugins' panels import its exports.
    format: 'esm',
  });
  await bundle({
    ...FOR_BROWSERS,
    entryPoints: CLIENT_FILES.map((name) => path.join(root, CLIENT, `${name}.ts`)),
    outdir,
    format: 'iife',
  });
  for (const folder of pluginClients()) {
    await bundle({
      ...FOR_BROWSERS,
      entryPoints: readdirSync(folder)
        .filter((name) => name.endsWith('.ts'))
        .map((name) => path.join(folder, name)),
      outdir: path.join(folder, '..', 'assets'),
      format: 'iife',
    });
  }
}

/** Returns the folders with browser sources of the bundled plugins. */
function pluginClients() {
  return readdirSync(path.join(root, 'plugins'))
    .map((id) => path.join(root, 'plugins', id, 'client'))
    .filter((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory());
}

/** The font files served: Latin and Latin Extended, upright and italic, in all weights. */
const FONT_FILE = /-(?:latin|latin-ext)-wght-(?:normal|italic)\.woff2$/;

/** Copies the font files and their licenses beside the other assets, with the packages' versions in their names. */
async function layOutFonts() {
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const out = path.join(root, 'dist', 'assets', 'fonts');
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  for (const name of Object.keys(dependencies).filter((one) => one.startsWith('@fontsource-variable/'))) {
    const folder = path.dirname(createRequire(import.meta.url).resolve(`${name}/LICENSE`));
    const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    for (const file of readdirSync(path.join(folder, 'files')).filter((one) => FONT_FILE.test(one)))
      await copyFile(path.join(folder, 'files', file), path.join(out, file.replace(/woff2$/, `${version}.woff2`)));
    await copyFile(path.join(folder, 'LICENSE'), path.join(out, `${path.basename(name)}-LICENSE.txt`));
  }
}

/** Whether a source or the packages are newer than the last build. */
export function isStale() {
  // A package contains no sources, so it cannot be rebuilt.
  if (timeOf('core/process/main.ts') === 0) return false;
  const built = timeOf('dist/site/packages.js');
  if (built === 0 || timeOf('node_modules/.package-lock.json') > built) return true;
  // Here, sequential calls take a tenth of the time of parallel ones.
  const sources = [path.join(root, 'core'), ...pluginClients()].flatMap(typescriptFiles);
  return sources.some((file) => statSync(file).mtimeMs > built);
}

function timeOf(file) {
  return statSync(path.join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Deletes the build output. */
export async function clean() {
  await rm(path.join(root, 'dist'), { recursive: true, force: true });
}

function typescriptFiles(folder) {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.d.ts'))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
