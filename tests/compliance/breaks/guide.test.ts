import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BREAKS } from './breaks.js';
import { UNSEEN, unseenTable } from './unseen.js';

const GUIDE = join(__dirname, '../../../docs/guide/compliance-checks.md');

it('lists the breaks that scans do not see in the guide', () => {
  const names = new Set(BREAKS.map(([, what]) => what));
  expect(UNSEEN.filter(({ what }) => !names.has(what))).toEqual([]);
  const before = readFileSync(GUIDE, 'utf8');
  const [start = '', , end = ''] = before.split(/<!-- \/?unseen -->/);
  if (process.env.UPDATE_DOCS === '1')
    writeFileSync(GUIDE, `${start}<!-- unseen -->\n\n${unseenTable(BREAKS.length)}\n\n<!-- /unseen -->${end}`);
  const plain = (text: string): string => text.replace(/[\s|-]+/g, ' ');
  expect(plain(readFileSync(GUIDE, 'utf8'))).toContain(plain(unseenTable(BREAKS.length)));
});
