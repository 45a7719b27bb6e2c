import { parseArgs } from 'node:util';
import { allEngines } from '../kit/databases.js';
import { type KillResult, killAgainAndAgain } from './kills.js';

const COLUMNS: readonly (readonly [title: string, of: (result: KillResult & { engine: string }) => string | number])[] =
  [
    ['engine', ({ engine }) => engine],
    ['kills', ({ kills }) => kills],
    ['amid work', ({ inTheMiddle }) => inTheMiddle],
    ['sent', ({ sent }) => sent],
    ['sent again', ({ again: resent }) => resent],
    ['orders', ({ orders }) => orders],
    ['unanswered', ({ unanswered }) => unanswered],
    ['declarations', ({ declarations }) => declarations],
    ['letters twice', ({ twice: duplicates }) => duplicates],
    ['broken promises', ({ problems }) => problems.length],
    ['seconds', ({ seconds }) => seconds],
  ];

/** `npm run -s kills -- [--kills 200] [--seed 1] [--engine sqlite|mysql]`: total number of kills, distributed over the engines. */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      kills: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
      engine: { type: 'string' },
    },
  });
  const selectedEngines = allEngines.filter((engine) => values.engine === undefined || values.engine === engine);
  if (selectedEngines.length === 0) throw new Error(`There is no ${values.engine ?? ''} here.`);
  const rows: (KillResult & { engine: string })[] = [];
  for (const engine of selectedEngines) {
    const result = await killAgainAndAgain({
      engine,
      kills: Math.round(Number(values.kills) / selectedEngines.length),
      seed: values.seed,
      print: (line) => void process.stderr.write(`${line}\n`),
    });
    for (const problem of result.problems) process.stdout.write(`${engine}: ${problem}\n`);
    rows.push({ ...result, engine });
  }
  process.stdout.write(`| ${COLUMNS.map(([title]) => title).join(' | ')} |\n|${COLUMNS.map(() => '---').join('|')}|\n`);
  for (const row of rows) process.stdout.write(`| ${COLUMNS.map(([, of]) => of(row)).join(' | ')} |\n`);
  const problemCount = rows.reduce((sum, { problems }) => sum + problems.length, 0);
  process.stdout.write(
    `${problemCount === 0 ? 'Every promise was kept' : `${problemCount} promises were broken`} (seed ${values.seed}).\n`,
  );
  return problemCount === 0 ? 0 : 1;
}
