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
    print: (line) => void process.stderr.write(`${line}\n`),
  });
  const writeLine = (line: string): void => void process.stdout.write(`${line}\n`);
  for (const { promise, input, message: reply, whole: original, shortest } of found.findings) {
    writeLine(`Seed ${values.seed}, input ${input}: what is sent ${promise}`);
    writeLine(`  said:     ${reply.replace(/\s+/g, ' ')}`);
    writeLine(`  whole:    ${describeInput(original)}`);
    writeLine(`  shortest: ${describeInput(shortest)}`);
  }
  for (const problem of found.problems) writeLine(`Seed ${values.seed}: ${problem}`);
  writeLine('| inputs | number | mean ms |\n|---|---|---|');
  for (const [kind, number] of Object.entries(found.inputs))
    writeLine(`| ${kind} | ${number} | ${((found.ms[kind] ?? 0) / number).toFixed(1)} |`);
  writeLine(
    `${found.perSecond} a second for ${found.seconds} s, ${found.perOwnSecond} for each second of the site's own work; the slowest answer took ${found.slowestMs} ms; memory went from ${Math.round(found.memoryAtStart / MEGABYTE)} to ${Math.round(found.memoryAtMost / MEGABYTE)} MB at most.`,
  );
  writeLine(
    `Answers: ${Object.entries(found.statuses)
      .map(([status, times]) => `${status} × ${times}`)
      .join(', ')}`,
  );
  const failureCount = found.findings.length + found.problems.length;
  writeLine(
    failureCount === 0 ? `Nothing broke (seed ${values.seed}).` : `${failureCount} findings (seed ${values.seed}).`,
  );
  return failureCount === 0 ? 0 : 1;
}
