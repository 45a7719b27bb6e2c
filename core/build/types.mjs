import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const inRoot = (...parts) => path.join(root, ...parts);
const COMPILER = inRoot('node_modules/typescript/bin/tsc');

/** The entry points plugin authors import, if present: the API and the test kit. */
const DOORS = ['core/api/index.ts', 'core/testing/index.ts'];

/** Whether the type compiler is installed; `npm start` alone omits it. */
export function hasCompiler() {
  return existsSync(COMPILER);
}

/** Whether the types are missing, or older than a source. */
function areTypesStale() {
  const written = statSync(inRoot('dist/types/index.d.ts'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return ['core', 'plugins']
    .flatMap((folder) =>
      readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => inRoot(folder, file)),
    )
    .some((file) => statSync(file).mtimeMs > written);
}

/**
 * Writes declarations of the API and of the hooks and services that the bundled plugins add to it, without anything
 * else.
 */
export async function writeTypes() {
  // Written to a temporary folder and moved into place, so that readers never see incomplete types.
  const out = inRoot(`dist/types.${process.pid}`);
  const config = `${out}.json`;
  try {
    const added = pluginIds().flatMap(augmenting);
    await compile(out, config, added);
    const lines = added.map((file) => `import './${file.replace(/\.ts$/, '.js')}';`);
    await writeFile(
      path.join(out, 'index.d.ts'),
      ['/// <reference types="node" />', "export * from './core/api/index.js';", ...lines, ''].join('\n'),
    );
    await dropUnreachable(out);
    await rm(inRoot('dist/types'), { recursive: true, force: true });
    await rename(out, inRoot('dist/types'));
  } finally {
    await rm(out, { recursive: true, force: true });
    await rm(config, { force: true });
  }
}

async function compile(out, config, added) {
  const doors = DOORS.filter((file) => existsSync(inRoot(file)));
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
  await mkdir(path.dirname(config), { recursive: true });
  await writeFile(
    config,
    JSON.stringify({
      extends: '../tsconfig.json',
      compilerOptions,
      files: [...doors, ...added].map((file) => inRoot(file)),
      include: [],
    }),
  );
  const { status } = spawnSync(process.execPath, [COMPILER, '-p', config], { stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('The type declarations could not be written.');
}

/** Deletes declarations that are not reachable from the entry points. */
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

/** Returns the IDs of the bundled plugins. */
export function pluginIds() {
  return readdirSync(inRoot('plugins')).filter((id) => existsSync(inRoot('plugins', id, 'plugin.json')));
}

/** Returns the files of a plugin that augment the API's types. */
function augmenting(id) {
  return readdirSync(inRoot('plugins', id), { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        file.endsWith('.ts') && readFileSync(inRoot('plugins', id, file), 'utf8').includes("declare module 'plinth'"),
    )
    .map((file) => `plugins/${id}/${file.split(path.sep).join('/')}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url) && hasCompiler() && areTypesStale()) await writeTypes();
