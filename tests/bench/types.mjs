import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rounded } from './compare.mjs';

const CHECK_S = 5;
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SETTINGS = {
  target: 'es2023',
  lib: ['es2023'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
};

function run(command, args, cwd, env = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`);
}

/** Writes the processor time of a process at exit; unaffected by other processes. */
const COUNT =
  "process.on('exit', () => { const { user, system } = process.cpuUsage(); require('node:fs').writeFileSync(process.env.PROCESSOR_TIME, String((user + system) / 1e6)); });";

/** Processor time of type-checking the guide's plugin in a separate folder where the package is installed. */
export function benches({ root }) {
  return [
    {
      name: 'types-scaffold',
      async run() {
        const folder = mkdtempSync(path.join(tmpdir(), 'plinth-types-'));
        try {
          run('npm', ['pack', '--offline', '--silent', '--pack-destination', folder], root);
          const modules = path.join(folder, 'node_modules');
          mkdirSync(modules);
          run(
            'tar',
            [
              'xzf',
              path.join(
                folder,
                readdirSync(folder).find((name) => name.endsWith('.tgz')),
              ),
              '-C',
              modules,
            ],
            folder,
          );
          renameSync(path.join(modules, 'package'), path.join(modules, 'plinth'));
          for (const name of ['knex', 'tarn', 'pg-connection-string', '@types'])
            symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name));
          const guide = readFileSync(path.join(root, 'docs/guide/first-plugin.md'), 'utf8');
          for (const [, name, text] of guide.matchAll(/^```ts file=(\S+)\n([^]*?)\n```$/gm))
            writeFileSync(path.join(folder, name), text);
          writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
          writeFileSync(
            path.join(folder, 'tsconfig.json'),
            JSON.stringify({ compilerOptions: { ...SETTINGS, types: [] }, files: ['plugin.ts'] }),
          );
          const [counter, took] = ['counter.cjs', 'took.txt'].map((name) => path.join(folder, name));
          writeFileSync(counter, COUNT);
          const list = [];
          for (let round = 0; round < ROUNDS; round++) {
            run(
              process.execPath,
              ['--require', counter, path.join(root, 'node_modules/typescript/bin/tsc'), '-p', folder],
              folder,
              { PROCESSOR_TIME: took },
            );
            list.push(Number(readFileSync(took, 'utf8')));
          }
          const seconds = list.sort((a, b) => a - b)[Math.floor(list.length / 2)];
          return {
            ratio: rounded(CHECK_S / seconds),
            bar: 1,
            holds: seconds <= CHECK_S,
            note: `${CHECK_S} s ÷ the median processor time of ${ROUNDS} checks: ${seconds.toFixed(2)} s`,
          };
        } finally {
          rmSync(folder, { recursive: true, force: true });
        }
      },
    },
  ];
}
