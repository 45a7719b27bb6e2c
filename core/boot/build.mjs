import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Turns core's TypeScript into `dist/core`; types are checked apart (`npm run typecheck`), so this takes a second. */
export async function build() {
  const { build: bundle } = await import('esbuild');
  const sources = await typescriptFiles(path.join(root, 'core'));
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
}

/** Whether a source is newer than the last build. */
export async function isStale() {
  const built = await stat(path.join(root, 'dist/core/api/index.js')).catch(() => undefined);
  if (!built) return true;
  for (const file of await typescriptFiles(path.join(root, 'core'))) {
    if ((await stat(file)).mtimeMs > built.mtimeMs) return true;
  }
  return false;
}

/** Throws away what was built. */
export async function clean() {
  await rm(path.join(root, 'dist'), { recursive: true, force: true });
}

async function typescriptFiles(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.d.ts'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.includes(`${path.sep}assets${path.sep}`));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
