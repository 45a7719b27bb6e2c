import { readdirSync, readFileSync, statSync } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/**
 * Hands out a module's values themselves. What esbuild hands out asks the module at each access, by name, and once more for each module that passes it on;
 * that took a fifth of a page's processor time. It keeps values that change and circles between modules right, of which core has neither.
 * Written so that Node still reads a module's names for those who `import` them.
 */
const AS_VALUES =
  "module['exports'] = Object.assign(Object.defineProperty({}, '__esModule', { value: true }), module.exports);";

/** What runs in browsers: each file and each folder with a `main.ts` becomes one script. */
const CLIENT = path.join('core', 'admin', 'assets');
const CLIENT_FOLDERS = ['editor', 'autosave'];
const CLIENT_FILES = ['admin', 'customize', 'embeds', 'fields', 'media-upload', 'menus', 'passkeys'];

/** Turns core's TypeScript into `dist/core`, and the site into `dist/site`; types are checked apart (`npm run typecheck`), so this takes a second. */
export async function build() {
  const { build: bundle } = await import('esbuild');
  const { bundleSite } = await import('./bundle.mjs');
  const { quickSpreads } = await quickSpreading();
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
    footer: { js: AS_VALUES },
    plugins: [quickSpreads(true)],
  });
  await bundleClients(bundle);
  await bundleSite(bundle, quickSpreads(true));
  await layOutFonts();
}

/** @type {import('esbuild').BuildOptions} */
const FOR_BROWSERS = { bundle: true, minify: true, target: 'es2022', logLevel: 'warning' };

/**
 * Bundles what runs in browsers: the admin's scripts into `dist/assets`, those of the bundled plugins into their own `assets`.
 * @param {typeof import('esbuild').build} bundle
 */
async function bundleClients(bundle) {
  const outdir = path.join(root, 'dist', 'assets');
  await bundle({
    ...FOR_BROWSERS,
    entryPoints: Object.fromEntries(CLIENT_FOLDERS.map((name) => [name, path.join(root, CLIENT, name, 'main.ts')])),
    outdir,
    // Its exports are what panels of plugins import.
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

/** The folders of the bundled plugins' sources for browsers. */
function pluginClients() {
  return readdirSync(path.join(root, 'plugins'))
    .map((id) => path.join(root, 'plugins', id, 'client'))
    .filter((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory());
}

/** Which files of a font are served: western and central European letters, upright and slanted, in every weight. */
const FONT_FILE = /-(?:latin|latin-ext)-wght-(?:normal|italic)\.woff2$/;

/** Lays the fonts' files beside the other assets, with the packages' versions in their names and their licences beside them. */
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

/** What plugins are bundled with as well, for which it is a source as others are. @returns {Promise<typeof import('../plugins/spread-transform.js')>} */
export async function quickSpreading() {
  const { transform } = await import('esbuild');
  const { code } = await transform(readFileSync(path.join(root, 'core', 'plugins', 'spread-transform.ts'), 'utf8'), {
    loader: 'ts',
    format: 'esm',
  });
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}

/** Whether a source, or the packages, are newer than the last build. */
export function isStale() {
  // A package comes without the sources: there is nothing that it could be built of.
  if (timeOf('core/process/main.ts') === 0) return false;
  const built = timeOf('dist/site/packages.js');
  if (built === 0 || timeOf('node_modules/.package-lock.json') > built) return true;
  // Asked one after another they take a tenth of what asking for all at once does.
  const sources = [path.join(root, 'core'), ...pluginClients()].flatMap(typescriptFiles);
  return sources.some((file) => statSync(file).mtimeMs > built);
}

function timeOf(file) {
  return statSync(path.join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Throws away what was built. */
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
