import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type AreaResult, type RecordedCase, runArea } from './area.js';

/** `npm run -s conformance -- --vectors DIR [--area NAME] [--json]`; the exit code is 0 even if cases differ. */
export async function main(here: string, argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: { vectors: { type: 'string' }, area: { type: 'string' }, json: { type: 'boolean' } },
  });
  const folder = values.vectors ?? join(here, 'vectors');
  const files = readdirSync(folder).filter(
    (file) => file.endsWith('.json') && (values.area === undefined || file === `${values.area}.json`),
  );
  const onPurpose = JSON.parse(readFileSync(join(here, 'differences.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >;
  const areas: Record<string, Omit<AreaResult, 'details'>> = {};
  const write = (text: string): void => void process.stdout.write(`${text}\n`);
  let purposeful = 0;
  for (const file of files.sort()) {
    const area = basename(file, '.json');
    const { details, ...result } = await runArea(
      area,
      JSON.parse(readFileSync(join(folder, file), 'utf8')) as RecordedCase[],
    );
    areas[area] = result;
    for (const [id, lines] of details) {
      const reason = onPurpose[area]?.[id];
      if (reason !== undefined) purposeful++;
      write(
        reason === undefined
          ? `${area} ${id}\n    ${lines.join('\n    ')}`
          : `${area} ${id}: different on purpose: ${reason}`,
      );
    }
    const { shares: percentages = {}, missing = {} } = result.measured ?? {};
    for (const [name, cases] of Object.entries(missing)) write(`${area} misses ${name} (${cases})`);
    write(
      [
        `${area}: ${result.passed} of ${result.total}`,
        ...Object.entries(percentages).map(([measure, share]) => `${measure} ${share.toFixed(1)} %`),
      ].join('; '),
    );
  }
  const sum = (key: 'passed' | 'total'): number => Object.values(areas).reduce((all, area) => all + area[key], 0);
  write(`${sum('passed')} of ${sum('total')} identical, ${purposeful} differences on purpose`);
  if (values.json) write(JSON.stringify({ areas }));
}
