import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, posix } from 'node:path';
import type { BuildFailure } from 'esbuild';
import { PlinthError } from '../api/index.js';
import { bundleFile } from '../plugins/loader/module-loader.js';
import { uninstallFile } from '../plugins/lifecycle/uninstallable.js';

/** A file of the zip that is generated, because the plugin's folder does not contain it in this form. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
  /** Path of the file in the folder that it replaces. */
  readonly replaces?: string;
}

/** Matches `node_modules/@scope/name/…`. If packages are nested, the group is the innermost one. */
const PACKAGE_PATH = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//;
/** Packages that load native code. */
const NATIVE_LOADERS: ReadonlySet<string> = new Set([
  'bindings',
  'node-gyp-build',
  '@mapbox/node-pre-gyp',
  'node-pre-gyp',
]);
const LICENSE_FILE = /^(?:licen[cs]e|copying)(?:[.-].*)?$/i;

/**
 * Bundles each module of a plugin that imports npm packages with these packages into one file, because `node_modules`
 * is not packed. Returns the generated files; none for a plugin without such imports, whose files are packed unchanged.
 * @throws PlinthError `plugin_package_native` for packages with native code
 */
export async function bundlePackages(folder: string, main: string): Promise<readonly GeneratedFile[]> {
  if (!existsSync(join(folder, 'node_modules'))) return [];
  const module = await bundleWithPackages(folder, main);
  const uninstallPath = uninstallFile(folder);
  const uninstall = uninstallPath === undefined ? undefined : await bundleWithPackages(folder, uninstallPath);
  const packages = new Map([...module.packages, ...(uninstall?.packages ?? [])]);
  if (packages.size === 0) return [];
  assertNoNativeCode(packages);
  const bundlePath = posix.join(posix.dirname(main), `${basename(main, extname(main))}.bundle.cjs`);
  const manifest = JSON.parse(readFileSync(join(folder, 'plugin.json'), 'utf8')) as object;
  return [
    { path: bundlePath, text: module.text },
    {
      path: 'plugin.json',
      replaces: 'plugin.json',
      text: `${JSON.stringify({ ...manifest, main: bundlePath }, null, 2)}\n`,
    },
    ...(uninstallPath === undefined || uninstall === undefined
      ? []
      : [{ path: 'uninstall.js', replaces: uninstallPath, text: uninstall.text }]),
    { path: 'THIRD-PARTY-LICENSES.txt', text: collectLicenses(packages) },
  ];
}

interface Bundle {
  readonly text: string;
  /** The folders of the packages by package name. */
  readonly packages: ReadonlyMap<string, string>;
}

async function bundleWithPackages(folder: string, entry: string): Promise<Bundle> {
  try {
    const { text, inputs } = await bundleFile(folder, entry);
    const packages = inputs.flatMap((file): [string, string][] => {
      const [start, name] = PACKAGE_PATH.exec(file) ?? [];
      return start === undefined || name === undefined ? [] : [[name, join(folder, start)]];
    });
    return { text, packages: new Map(packages) };
  } catch (error) {
    const [first] = (error as BuildFailure).errors ?? [];
    if (first === undefined) throw error;
    const [, name] = PACKAGE_PATH.exec(first.location?.file ?? '') ?? [];
    if (/"\.node" files/.test(first.text)) throw nativeCodeError(name ?? first.text);
    throw new PlinthError('plugin_check_failed', `${first.location?.file ?? entry}: ${first.text}`, {
      hint: 'Install the imported package in its folder, or remove the import.',
    });
  }
}

function assertNoNativeCode(packages: ReadonlyMap<string, string>): void {
  for (const [name, folder] of packages)
    if (NATIVE_LOADERS.has(name) || ['binding.gyp', 'prebuilds'].some((file) => existsSync(join(folder, file))))
      throw nativeCodeError(name);
}

function nativeCodeError(name: string): PlinthError {
  return new PlinthError('plugin_package_native', `The package "${name}" has native code, which cannot be bundled.`, {
    hint: 'Use a package in JavaScript or WebAssembly, or put the .node file into the plugin’s folder and load it with createRequire(join(scope.plugin.folder, "x.js"))("./file.node").',
  });
}

/** Returns the licenses of the packages, because most of them require that their text is included. */
function collectLicenses(packages: ReadonlyMap<string, string>): string {
  return [...packages]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, folder]) => {
      const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        version?: string;
        license?: string;
      };
      const texts = readdirSync(folder).filter((file) => LICENSE_FILE.test(file));
      return [
        `${name} ${version ?? ''} (${license ?? 'no license specified'})`,
        ...texts.map((file) => readFileSync(join(folder, file), 'utf8').trim()),
      ].join('\n\n');
    })
    .join('\n\n----\n\n')
    .concat('\n');
}
