import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, posix } from 'node:path';
import type { BuildFailure } from 'esbuild';
import { PlinthError } from '../api/index.js';
import { bundleFile } from '../plugins/loader/module-loader.js';
import { uninstallFile } from '../plugins/lifecycle/uninstallable.js';

/** A file of a zip that is not an unmodified file of the plugin's folder. */
export interface MadeFile {
  readonly path: string;
  readonly text: string;
  /** The file of the folder that it replaces. */
  readonly replaces?: string;
}

/** `node_modules/@scope/name/…`, for the innermost package when they are nested. */
const PACKAGE = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//;
/** Packages that load native code. */
const LOADERS: ReadonlySet<string> = new Set(['bindings', 'node-gyp-build', '@mapbox/node-pre-gyp', 'node-pre-gyp']);
const LICENCE = /^(?:licen[cs]e|copying)(?:[.-].*)?$/i;

/**
 * Bundles each module of a plugin that imports npm packages into one file with them, since `node_modules` is not
 * packed, and lists the files that replace others.
 * Empty for a plugin without such imports: its files are packed unmodified.
 * @throws PlinthError `plugin_package_native` for packages with native code
 */
export async function bundlePackages(folder: string, main: string): Promise<readonly MadeFile[]> {
  if (!existsSync(join(folder, 'node_modules'))) return [];
  const module = await bundled(folder, main);
  const removal = uninstallFile(folder);
  const uninstall = removal === undefined ? undefined : await bundled(folder, removal);
  const packages = new Map([...module.packages, ...(uninstall?.packages ?? [])]);
  if (packages.size === 0) return [];
  refuseNative(packages);
  const built = posix.join(posix.dirname(main), `${basename(main, extname(main))}.bundle.cjs`);
  const manifest = JSON.parse(readFileSync(join(folder, 'plugin.json'), 'utf8')) as object;
  return [
    { path: built, text: module.text },
    {
      path: 'plugin.json',
      replaces: 'plugin.json',
      text: `${JSON.stringify({ ...manifest, main: built }, null, 2)}\n`,
    },
    ...(removal === undefined || uninstall === undefined
      ? []
      : [{ path: 'uninstall.js', replaces: removal, text: uninstall.text }]),
    { path: 'THIRD-PARTY-LICENSES.txt', text: licencesOf(packages) },
  ];
}

interface Bundle {
  readonly text: string;
  /** The folders of the packages, by name. */
  readonly packages: ReadonlyMap<string, string>;
}

async function bundled(folder: string, entry: string): Promise<Bundle> {
  try {
    const { text, inputs } = await bundleFile(folder, entry);
    const packages = inputs.flatMap((file): [string, string][] => {
      const [start, name] = PACKAGE.exec(file) ?? [];
      return start === undefined || name === undefined ? [] : [[name, join(folder, start)]];
    });
    return { text, packages: new Map(packages) };
  } catch (error) {
    const [first] = (error as BuildFailure).errors ?? [];
    if (first === undefined) throw error;
    const [, name] = PACKAGE.exec(first.location?.file ?? '') ?? [];
    if (/"\.node" files/.test(first.text)) throw nativeCode(name ?? first.text);
    throw new PlinthError('plugin_check_failed', `${first.location?.file ?? entry}: ${first.text}`, {
      hint: 'Install the imported package in its folder, or remove the import.',
    });
  }
}

function refuseNative(packages: ReadonlyMap<string, string>): void {
  for (const [name, folder] of packages)
    if (LOADERS.has(name) || ['binding.gyp', 'prebuilds'].some((file) => existsSync(join(folder, file))))
      throw nativeCode(name);
}

function nativeCode(name: string): PlinthError {
  return new PlinthError('plugin_package_native', `The package "${name}" has native code, which cannot be bundled.`, {
    hint: 'Use a package in JavaScript or WebAssembly, or put the .node file into the plugin’s folder and load it with createRequire(join(scope.plugin.folder, "x.js"))("./file.node").',
  });
}

/** Most licenses require their text to be passed on. */
function licencesOf(packages: ReadonlyMap<string, string>): string {
  return [...packages]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, folder]) => {
      const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        version?: string;
        license?: string;
      };
      const texts = readdirSync(folder).filter((file) => LICENCE.test(file));
      return [
        `${name} ${version ?? ''} (${license ?? 'no license specified'})`,
        ...texts.map((file) => readFileSync(join(folder, file), 'utf8').trim()),
      ].join('\n\n');
    })
    .join('\n\n----\n\n')
    .concat('\n');
}
