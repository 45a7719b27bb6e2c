import { parseArgs } from 'node:util';
import { describeInput, fuzz } from './fuzz.js';

const MEGABYTE = 1024 ** 2;

/** `npm run -s fuzz -- [--count 100000] [--seed 1]`. */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { count: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
  });
  const found = await fuzz({
    count: Number(values.count),
    seed: values.seed,
    say: (line) => void process.stderr.write(`${line}\n`),
  });
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  for (const { promise, input, said, whole, shortest } of found.findings) {
    say(`Seed ${values.seed}, input ${input}: what is sent ${promise}`);
    say(`  said:     ${said.replace(/\s+/g, ' ')}`);
    say(`  whole:    ${describeInput(whole)}`);
    say(`  shortest: ${describeInput(shortest)}`);
  }
  for (const problem of found.problems) say(`Seed ${values.seed}: ${problem}`);
  say('| inputs | number | mean ms |\n|---|---|---|');
  for (const [room, number] of Object.entries(found.inputs))
    say(`| ${room} | ${number} | ${((found.ms[room] ?? 0) / number).toFixed(1)} |`);
  say(
    `${found.perSecond} a second for ${found.seconds} s, ${found.perOwnSecond} for each second of the site's own work; the slowest answer took ${found.slowestMs} ms; memory went from ${Math.round(found.memoryAtStart / MEGABYTE)} to ${Math.round(found.memoryAtMost / MEGABYTE)} MB at most.`,
  );
  say(
    `Answers: ${Object.entries(found.statuses)
      .map(([status, times]) => `${status} × ${times}`)
      .join(', ')}`,
  );
  const broken = found.findings.length + found.problems.length;
  say(broken === 0 ? `Nothing broke (seed ${values.seed}).` : `${broken} findings (seed ${values.seed}).`);
  return broken === 0 ? 0 : 1;
}
