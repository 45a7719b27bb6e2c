import { createWriteStream } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type * as Yazl from 'yazl';
import { isWpError, PlinthError } from '../api/index.js';
import { readConfig } from '../app/config.js';
import { createSite, type Site } from '../app/site.js';
import { createContext, runInContext } from '../context/index.js';
import { plainMessage } from '../formatting/text/plain-message.js';
import { readManifest } from '../plugins/manifest/manifest.js';
import { freePort } from '../http/server.js';
import { bundlePackages } from './bundle-packages.js';
import { isThemeFolder } from './check-theme.js';
import { createPackableTheme, type Packable } from './packable-theme.js';
import { packedFiles } from './packed-files.js';

const requireModule = createRequire(__filename);
/** The same for every file, so that packing the same files always creates the same zip. */
const ZIP_ENTRY_OPTIONS = { mtime: new Date(2020, 0, 1), mode: 0o100644, forceDosTimestamp: true };

/** A packed zip. */
export interface PackResult {
  readonly file: string;
  readonly files: number;
  /** Paths of the files, relative to the folder. */
  readonly names: readonly string[];
  readonly bytes: number;
}

/**
 * Packs the folder of a plugin or theme into a zip for distribution. Before that, it is installed and activated on a
 * temporary site.
 * @param target path of the zip; without it, the zip is created in the folder
 * @param root Plinth's root folder
 * @throws PlinthError the reason why it cannot be installed, started or rendered
 */
export async function packFolder(path: string, target: string | undefined, root: string): Promise<PackResult> {
  const folder = resolve(path);
  const packable = isThemeFolder(folder) ? createPackableTheme(folder, root) : await packablePlugin(folder);
  const file = resolve(target ?? join(folder, `${packable.id}-${packable.version}.zip`));
  const draftPath = `${file}.unfinished`;
  try {
    const packed = await writeZip(folder, packable, draftPath);
    await withTemporarySite(root, (site) => packable.test(site, draftPath));
    await rename(draftPath, file);
    return { ...packed, file };
  } finally {
    await rm(draftPath, { force: true });
  }
}

async function writeZip(
  folder: string,
  { id, generatedFiles }: Pick<Packable, 'id' | 'generatedFiles'>,
  target: string,
): Promise<Omit<PackResult, 'file'>> {
  const { ZipFile } = requireModule('yazl') as typeof Yazl;
  const zip = new ZipFile();
  const replaced = new Set(generatedFiles.flatMap(({ path, replaces }) => [path, replaces]));
  const files = packedFiles(folder).filter(({ path }) => !replaced.has(path));
  for (const { path, file } of files) zip.addFile(file, `${id}/${path}`, ZIP_ENTRY_OPTIONS);
  const buffers = generatedFiles.map(({ path, text }) => ({ path, bytes: Buffer.from(text) }));
  for (const { path, bytes } of buffers) zip.addBuffer(bytes, `${id}/${path}`, ZIP_ENTRY_OPTIONS);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(target));
  const names = [...files, ...generatedFiles].map(({ path }) => path).sort((a, b) => (a < b ? -1 : 1));
  const bytes = [...files, ...buffers.map((buffer) => ({ bytes: buffer.bytes.length }))];
  return { files: names.length, names, bytes: bytes.reduce((sum, file) => sum + file.bytes, 0) };
}

async function packablePlugin(folder: string): Promise<Packable> {
  const { id, version, requiresPlugins, main } = await readManifest(folder);
  return {
    id,
    version,
    generatedFiles: await bundlePackages(folder, main),
    test: (site, zip) =>
      runInContext(createContext('pack'), async () => {
        const installed = await site.plugins.installPlugin(zip);
        if (isWpError(installed))
          throw new PlinthError('plugin_check_failed', `The zip cannot be installed: ${plainMessage(installed)}`);
        const others = Object.keys(requiresPlugins);
        // The test needs the required plugins. If one does not come with Plinth, activation is not tested.
        for (const other of others) if (!(await site.plugins.record(other))) return;
        const error = await site.plugins.activatePlugins([...others, id]);
        const failed = isWpError(error) ? (error.getErrorData() as Readonly<Record<string, unknown>>)[id] : undefined;
        if (isWpError(failed) && failed.getErrorCode() !== 'unexpected_output')
          throw new PlinthError('plugin_check_failed', `The packed plugin does not start: ${plainMessage(failed)}`, {
            hint: 'Install the packages that it imports in its folder (`npm install`), from where they are bundled; node_modules is not packed.',
          });
      }),
  };
}

async function withTemporarySite(root: string, work: (site: Site) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'plinth-pack-'));
  try {
    const site = await createSite(
      readConfig(root, { DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: 'silent' }, dataDir),
    );
    try {
      await runInContext(createContext('pack'), () => site.plugins.reconcile());
      await work(site);
    } finally {
      await site.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
