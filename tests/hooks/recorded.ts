import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RecordedCase } from '../conformance/area.js';
import { runHooksCase } from '../conformance/areas/hooks.js';
import { differences } from '../conformance/canonical.js';

// One test per case, so that a mutation run executes only tests that cover the mutant; `npm test` runs the cases in tests/conformance.
describe.each(['vectors', 'own'])('a script of hook calls does what it did in WordPress (%s)', (folder) => {
  const cases = JSON.parse(
    readFileSync(path.join(__dirname, '..', 'conformance', folder, 'hooks.json'), 'utf8'),
  ) as RecordedCase[];

  it.each(cases.map((testCase) => [testCase.id, testCase] as const))('%s', async (_id, { input, expected }) => {
    expect(differences(expected, await runHooksCase(input as Parameters<typeof runHooksCase>[0]))).toEqual([]);
  });
});
