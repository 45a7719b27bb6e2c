import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf } from './guide.js';

const FIXTURE = join(__dirname, '../fixtures/plugins/distance');

it.each(Object.entries(filesOf('filter.md')))('ships the file %s of the filter guide as tested', (name, content) => {
  expect(content).toBe(readFileSync(join(FIXTURE, name), 'utf8'));
});
