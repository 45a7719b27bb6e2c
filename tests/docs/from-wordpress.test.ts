import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromWordpress } from './from-wordpress.js';
import { SUBJECTS } from './wordpress/index.js';
import { apiNames, coverage, inCamelCase, twinOf } from './wordpress/twins.js';

/** Here the header of a request, in WordPress a template. */
const OTHER_THINGS = ['get_header'];
const functions = SUBJECTS.flatMap((subject) => subject.functions);

describe('the list of WordPress’s functions', () => {
  it('is what docs/from-wordpress.md says', () => {
    const file = join(__dirname, '../../docs/from-wordpress.md');
    if (process.env.UPDATE_DOCS === '1') writeFileSync(file, fromWordpress());
    expect(readFileSync(file, 'utf8')).toBe(fromWordpress());
  });

  it('names nothing that the API does not have', () => {
    const names = apiNames();
    const missing = functions.filter((one) => twinOf(one) !== undefined && !names.has(twinOf(one) ?? ''));
    expect(missing.map((one) => `${one.name} → ${twinOf(one) ?? ''}`)).toEqual([]);
  });

  it('has every function in one row', () => {
    const names = functions.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names.length).toBeGreaterThanOrEqual(600);
  });

  it('calls nothing missing that has its name here', () => {
    const names = apiNames();
    expect(
      functions
        .filter(({ name, absence }) => absence && !OTHER_THINGS.includes(name) && names.has(inCamelCase(name)))
        .map(({ name }) => name),
    ).toEqual([]);
  });

  it('gives no function another’s name while it has its own', () => {
    const names = apiNames();
    expect(
      functions
        .filter(({ name, twin }) => twin && twin.name !== inCamelCase(name) && names.has(inCamelCase(name)))
        .map(({ name, twin }) => `${name} → ${twin?.name ?? ''}`),
    ).toEqual([]);
  });

  it('weighs each from 4 to 10, and says of each that is missing why, and what to do', () => {
    for (const { name, weight, absence } of functions) {
      expect({ name, fits: weight >= 4 && weight <= 10 }).toEqual({ name, fits: true });
      if (absence)
        expect({ name, says: absence.reason !== '' && absence.instead !== '' }).toEqual({ name, says: true });
    }
  });

  it('has a name or a twin for at least nine in ten, by weight', () => {
    expect(coverage().weighted).toBeGreaterThanOrEqual(0.9);
  });
});
