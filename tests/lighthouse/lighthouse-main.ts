import { parseArgs } from 'node:util';
import { openSiteSandbox, freePort, startSite } from '../chaos/site-process.js';
import { launchBrowser, preparePages } from './pages.js';
import { type Scores, scoresOf } from './scores.js';

const PERFORMANCE = 95;
const ACCESSIBILITY = 100;

/**
 * `npm run -s lighthouse -- [--times 3] [--fonts source-serif,playfair]`: runs Lighthouse on pages of a shop as on a
 * phone, with the given fonts for text and headings, and prints the median scores of the given number of runs; exits
 * with 1 if a page scores less than 95 in performance or less than 100 in accessibility.
 */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { times: { type: 'string', default: '3' }, fonts: { type: 'string' } },
  });
  const [text, headings = text] = values.fonts?.split(',') ?? [];
  const times = Number(values.times);
  if (!Number.isInteger(times) || times < 1) throw new Error('--times is a whole number from 1 on.');
  const sandbox = await openSiteSandbox('sqlite', { DEMO: '1', NODE_ENV: 'production' });
  const site = await startSite(sandbox.settings);
  const port = await freePort();
  const browser = await launchBrowser(port);
  let below = 0;
  try {
    const pages = await preparePages(
      browser,
      site.url,
      undefined,
      text !== undefined && headings !== undefined ? { text, headings } : undefined,
    );
    process.stdout.write(
      '| page | performance | accessibility | best practices | SEO | largest paint, ms | shift | KB |\n|---|---|---|---|---|---|---|---|\n',
    );
    for (const { name, path, cookie } of pages) {
      const runs: Scores[] = [];
      for (let run = 0; run < times; run++) runs.push(await scoresOf(site.url + path, port, cookie));
      const middle = runs.sort((a, b) => a.performance - b.performance)[Math.floor(times / 2)];
      if (!middle) continue;
      const { performance, accessibility, bestPractices, seo, largestPaint, shift, bytes, errors } = middle;
      process.stdout.write(
        `| ${[name, performance, accessibility, bestPractices, seo, largestPaint, shift.toFixed(3), Math.round(bytes / 1024)].join(' | ')} |\n`,
      );
      if (performance >= PERFORMANCE && accessibility >= ACCESSIBILITY) continue;
      below++;
      for (const error of errors) process.stderr.write(`${name}: ${error}\n`);
    }
  } finally {
    await browser.close();
    await site.stop();
    await sandbox.drop();
  }
  process.stdout.write(
    below === 0
      ? 'Every page holds.\n'
      : `${below} pages are below ${PERFORMANCE} in performance or ${ACCESSIBILITY} in accessibility.\n`,
  );
  return below === 0 ? 0 : 1;
}
