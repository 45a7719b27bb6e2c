import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, extname, join, relative, resolve } from 'node:path';
import type { BuildFailure, BuildOptions } from 'esbuild';
import { closestMatch } from '../../api/closest-match.js';
import { PlinthError, type PluginManifest, type PluginModule } from '../../api/index.js';

const nodeRequire = createRequire(__filename);
const CODE_EXTENSIONS = new Set(['.ts', '.js', '.mjs', '.cjs', '.json']);
/** Folders without modules to import. */
const SKIPPED_FOLDERS = new Set(['assets', '.git']);

/**
 * Loads a plugin's module, TypeScript or plain JavaScript, without a separate build step. Its files are bundled into
 * one, named after their content hash, so that a changed plugin is a new module and an unchanged one is not rebuilt.
 * @throws PlinthError `plugin_import_failed`
 */
export async function loadPluginModule(manifest: PluginManifest, folder: string, cache: string): Promise<PluginModule> {
  return withImportError(manifest, async () => {
    const exported = nodeRequire(await bundlePlugin(manifest, folder, manifest.main, cache)) as {
      default?: PluginModule;
    } & PluginModule;
    return 'default' in exported ? checkModule(exported.default) : checkModuleExports(exported);
  });
}

const KNOWN_EXPORTS = ['activate', 'boot', 'deactivate', 'uninstall', 'migrations'] as const;

/** Checks a module without a default export, which exports the parts themselves. */
function checkModuleExports(exported: object): PluginModule {
  const module = checkModule(exported);
  if (!KNOWN_EXPORTS.some((name) => name in exported))
    throw new Error('it has no default export; write `export default definePlugin({ … })`');
  return module;
}

/** Checks that a module exports only known parts; an export with a misspelled name would never be called. */
function checkModule(module: unknown): PluginModule {
  if (typeof module === 'function')
    throw new Error(
      'its default export is a function; export an object made by definePlugin instead: `export default definePlugin({ boot(scope) { … } })`',
    );
  if (typeof module !== 'object' || module === null)
    throw new Error('it has no default export; write `export default definePlugin({ … })`');
  for (const [name, part] of Object.entries(module)) {
    if (!(KNOWN_EXPORTS as readonly string[]).includes(name)) {
      const nearest = closestMatch(name, KNOWN_EXPORTS);
      // Unrelated exports are allowed; misspelled ones are not.
      if (nearest !== undefined) throw new Error(`unknown export "${name}"; did you mean "${nearest}"?`);
    } else if (name === 'migrations' ? !Array.isArray(part) : typeof part !== 'function' && part !== undefined)
      throw new Error(`"${name}" must be a ${name === 'migrations' ? 'list' : 'function'}`);
  }
  return module;
}

/**
 * Loads only a plugin's uninstall file.
 * @throws PlinthError `plugin_import_failed`
 */
export async function loadUninstallFile(
  manifest: PluginManifest,
  folder: string,
  file: string,
  cache: string,
): Promise<NonNullable<PluginModule['uninstall']>> {
  return withImportError(manifest, async () => {
    const { default: run } = nodeRequire(await bundlePlugin(manifest, folder, file, cache)) as { default?: unknown };
    if (typeof run !== 'function') throw new Error(`the default export of ${file} must be a function`);
    return run as NonNullable<PluginModule['uninstall']>;
  });
}

async function withImportError<T>(manifest: PluginManifest, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new PlinthError(
      'plugin_import_failed',
      `"${manifest.name}" could not be loaded: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        hint: 'Fix the plugin, or deactivate it.',
        cause,
      },
    );
  }
}

async function bundlePlugin(manifest: PluginManifest, folder: string, entry: string, cache: string): Promise<string> {
  // The package contains its own plugins as compiled code.
  const compiledFile = join(cache, '..', 'bundled', `${manifest.id}.cjs`);
  if (!existsSync(join(folder, entry)) && existsSync(compiledFile)) return compiledFile;
  const suffix = entry === manifest.main ? '' : `-${basename(entry, extname(entry))}`;
  const target = join(cache, manifest.id, `${contentHash(folder)}${suffix}.cjs`);
  if (existsSync(target)) return target;
  // Only needed for a plugin that changed, so it is loaded lazily.
  const { build } = nodeRequire('esbuild') as typeof import('esbuild');
  const temporaryFile = `${target}.${process.pid}`;
  await build({ ...bundleOptions(folder, entry), outfile: temporaryFile });
  await rename(temporaryFile, target);
  return target;
}

/** Returns why a plugin's module cannot be loaded, by location; runs none of its code. */
export async function moduleProblems(
  manifest: PluginManifest,
  folder: string,
): Promise<{ readonly file: string; readonly line: number; readonly message: string }[]> {
  const { build } = nodeRequire('esbuild') as typeof import('esbuild');
  try {
    await build({ ...bundleOptions(folder, manifest.main), write: false, outfile: 'checked.cjs' });
    return [];
  } catch (error) {
    const { errors } = error as BuildFailure;
    return errors.map(({ text, location }) => ({
      file: location ? relative(folder, resolve(location.file)) : manifest.main,
      line: location?.line ?? 0,
      message: text,
    }));
  }
}

/**
 * Bundles a plugin's file with its imports, and lists the files included.
 * @throws BuildFailure the reason why it cannot be bundled
 */
export async function bundleFile(
  folder: string,
  entry: string,
): Promise<{ readonly text: string; readonly inputs: readonly string[] }> {
  const { build } = nodeRequire('esbuild') as typeof import('esbuild');
  const { metafile, outputFiles } = await build({
    ...bundleOptions(folder, entry),
    sourcemap: false,
    absWorkingDir: folder,
    metafile: true,
    write: false,
    outfile: 'packed.cjs',
  });
  return { text: outputFiles[0]?.text ?? '', inputs: Object.keys(metafile.inputs) };
}

function bundleOptions(folder: string, entry: string) {
  return {
    entryPoints: [join(folder, entry)],
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    sourcemap: 'inline',
    // Stack traces need only line numbers, and the sources would take memory.
    sourcesContent: false,
    // The host's packages are shared; those a plugin ships itself are bundled.
    packages: existsSync(join(folder, 'node_modules')) ? 'bundle' : 'external',
    external: ['plinth'],
    logLevel: 'silent',
  } as const satisfies BuildOptions;
}

/** Hashes the code files synchronously: awaiting each of so many small files takes six times as long. */
function contentHash(folder: string): string {
  // The path is part of the hash: a copy elsewhere has the same code, but stack traces must name the files in this
  // folder.
  const hash = createHash('sha256').update(folder).update('\0');
  for (const file of codeFiles(folder).sort())
    hash.update(relative(folder, file)).update('\0').update(readFileSync(file));
  return hash.digest('hex').slice(0, 20);
}

/** Lists the code files; for installed packages, only the list of their versions. */
function codeFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name === 'node_modules') return [join(path, '.package-lock.json')].filter(existsSync);
    if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : codeFiles(path);
    return entry.isFile() && CODE_EXTENSIONS.has(extname(entry.name)) ? [path] : [];
  });
}
