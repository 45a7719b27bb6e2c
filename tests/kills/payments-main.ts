import { parseArgs } from 'node:util';
import { allEngines } from '../kit/databases.js';
import { killPayments, MOMENTS } from './payment-kills.js';

/**
 * `npm run -s kills:payments -- [--every 1] [--from 1] [--engine sqlite|mysql]`: kills the process at each step of
 * payments and refunds, or at every nth, starting at step `from`.
 */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      every: { type: 'string', default: '1' },
      from: { type: 'string', default: '1' },
      engine: { type: 'string' },
    },
  });
  const selectedEngines = allEngines.filter((engine) => values.engine === undefined || values.engine === engine);
  const [every, from] = [Number(values.every), Number(values.from)];
  if (selectedEngines.length === 0) throw new Error(`There is no ${values.engine ?? ''} here.`);
  if (![every, from].every((value) => Number.isInteger(value) && value >= 1))
    throw new Error('--every and --from are whole numbers from 1 on.');
  const rows: string[] = [];
  let problemCount = 0;
  for (const engine of selectedEngines) {
    // Steps are numbered across all moments, so that an interrupted run can continue.
    let passed = 1 - from;
    const pick = (all: readonly string[]): number[] => {
      const first = passed;
      passed += all.length;
      return all.flatMap((_step, index) => (first + index >= 0 && (first + index) % every === 0 ? [index] : []));
    };
    const { kills, steps, problems, seconds } = await killPayments({
      engine,
      pick,
      print: (line) => void process.stderr.write(`${line}\n`),
    });
    for (const problem of problems) process.stdout.write(`${engine}: ${problem}\n`);
    problemCount += problems.length;
    rows.push([engine, ...MOMENTS.map((moment) => steps[moment]), kills, problems.length, seconds].join(' | '));
  }
  process.stdout.write(
    `| engine | ${MOMENTS.map((moment) => `steps: ${moment}`).join(' | ')} | kills | broken promises | seconds |\n|${'---|'.repeat(MOMENTS.length + 4)}\n`,
  );
  for (const row of rows) process.stdout.write(`| ${row} |\n`);
  process.stdout.write(`${problemCount === 0 ? 'Every promise was kept' : `${problemCount} promises were broken`}.\n`);
  return problemCount === 0 ? 0 : 1;
}
