import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { prepare } from '../../core/process/start.mjs';
import { MODULES } from './modules.mjs';

/** `npm run -s mutation -- [MODULE…] [--full] [--seed 1] [--survivors] [--concurrency 2]`: exits with 1 if a module scores below the threshold. */
const BAR = 85;
const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
await prepare({ development: true });
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    full: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    survivors: { type: 'boolean', default: false },
    concurrency: { type: 'string', default: '2' },
  },
});
const unknown = positionals.filter((name) => !Object.hasOwn(MODULES, name));
if (unknown.length > 0) {
  process.stderr.write(`There is no module ${unknown.join(', ')}. There are: ${Object.keys(MODULES).join(', ')}\n`);
  process.exit(1);
}
process.chdir(root);
const { Stryker } = await import('@stryker-mutator/core');
const rows = [];
for (const name of positionals.length > 0 ? positionals : Object.keys(MODULES)) {
  const row = await mutate(name, MODULES[name]);
  rows.push(row);
  process.stderr.write(
    `${name}: ${row.score.toFixed(1)} % of ${row.tried} mutants, ${row.minutes.toFixed(1)} minutes\n`,
  );
}
process.stdout.write(
  '| module | mutants | killed | survived | not covered | score | minutes |\n|---|---|---|---|---|---|---|\n',
);
for (const row of rows)
  process.stdout.write(
    `| ${row.name} | ${row.tried} of ${row.all}${row.drawn ? ` (drawn by seed ${values.seed})` : ''} | ${row.killed} | ${row.survived} | ${row.uncovered} | ${row.score.toFixed(1)} % | ${row.minutes.toFixed(1)} |\n`,
  );
const low = rows.filter(({ score }) => score < BAR);
process.stdout.write(
  low.length === 0
    ? `Every module is at ${BAR} % or above.\n`
    : `Under ${BAR} %: ${low.map(({ name }) => name).join(', ')}.\n`,
);
process.exit(low.length === 0 ? 0 : 1);

async function mutate(name, { mutate: files, tests, share }) {
  const started = Date.now();
  process.env.MUTATION_TESTS = JSON.stringify(tests);
  process.env.MUTATION_SEED = values.seed;
  process.env.MUTATION_SHARE = String(values.full ? 100 : share);
  mkdirSync(path.join(root, 'dist', 'mutation'), { recursive: true });
  const results = await new Stryker({
    mutate: [...files],
    testRunner: 'jest',
    jest: { projectType: 'custom', configFile: '.config/jest.mutation.config.cjs', enableFindRelatedTests: false },
    plugins: ['@stryker-mutator/jest-runner', path.join(root, 'tests/mutation/sample.mjs')],
    ignorers: ['sample'],
    coverageAnalysis: 'perTest',
    concurrency: Number(values.concurrency),
    ignoreStatic: true,
    reporters: [],
    tempDirName: 'dist/mutation',
    ignorePatterns: ['dist', 'data', 'docs', 'coverage', '.git'],
    allowConsoleColors: false,
    logLevel: /** @type {never} */ ('error'),
    // Added to 1.5 times the normal duration of the tests; infinite loops end after that.
    timeoutMS: 8000,
    disableTypeChecks: false,
    thresholds: { high: 100, low: BAR, break: null },
  }).runMutationTest();
  const count = (...states) => results.filter(({ status }) => states.includes(status)).length;
  const [killed, survived, uncovered] = [count('Killed', 'Timeout'), count('Survived'), count('NoCoverage')];
  if (values.survivors)
    for (const one of results.filter(({ status }) => status === 'Survived' || status === 'NoCoverage'))
      process.stdout.write(
        `${one.status} ${path.relative(root, one.fileName)}:${one.location.start.line}:${one.location.start.column} ${one.mutatorName} → ${String(
          one.replacement ?? '',
        )
          .replace(/\s+/g, ' ')
          .slice(0, 160)}\n`,
      );
  const tried = killed + survived + uncovered;
  return {
    name,
    drawn: !values.full && share < 100,
    all: results.length,
    tried,
    killed,
    survived,
    uncovered,
    score: tried === 0 ? 100 : (killed * 100) / tried,
    minutes: (Date.now() - started) / 60_000,
  };
}
