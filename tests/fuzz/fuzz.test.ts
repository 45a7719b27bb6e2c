import { describeInput, fuzz } from './fuzz.js';

/** `npm run fuzz` sends 100,000 inputs. */
const INPUTS = 800;

it('responds to random inputs in time and stores nothing without permission', async () => {
  const { findings, problems, inputs } = await fuzz({ count: INPUTS, seed: 1 });
  expect(
    findings.map(({ promise, input, shortest }) => `input ${input} ${promise}: ${describeInput(shortest)}`),
  ).toEqual([]);
  expect(problems).toEqual([]);
  expect(Object.keys(inputs).sort()).toEqual(['REST', 'addresses', 'forms', 'headers', 'imports', 'zips']);
}, 300_000);
