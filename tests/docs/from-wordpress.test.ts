import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromWordpress } from './from-wordpress.js';
import { SUBJECTS } from './wordpress/index.js';
import { apiNames, coverage, inCamelCase, equivalentOf } from './wordpress/twins.js';

/** Has a different meaning than in WordPress: an HTTP header instead of a template. */
const OTHER_THINGS = ['get_header'];
const functions = SUBJECTS.flatMap((subject) => subject.functions);

describe('list of WordPress functions', () => {
  it('matches docs/from-wordpress.md', () => {
    const file = join(__dirname, '../../docs/from-wordpress.md');
    if (process.env.UPDATE_DOCS === '1') writeFileSync(file, fromWordpress());
    expect(readFileSync(file, 'utf8')).toBe(fromWordpress());
  });

  it('names only functions that the API has', () => {
    const names = apiNames();
    const missing = functions.filter(
      (wpFunction) => equivalentOf(wpFunction) !== undefined && !names.has(equivalentOf(wpFunction) ?? ''),
    );
    expect(missing.map((wpFunction) => `${wpFunction.name} → ${equivalentOf(wpFunction) ?? ''}`)).toEqual([]);
  });

  it('lists every function in one row', () => {
    const names = functions.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names.length).toBeGreaterThanOrEqual(600);
  });

  it('marks no function as missing that exists under its name', () => {
    const names = apiNames();
    expect(
      functions
        .filter(({ name, absence }) => absence && !OTHER_THINGS.includes(name) && names.has(inCamelCase(name)))
        .map(({ name }) => name),
    ).toEqual([]);
  });

  it('maps no function to another name while its own exists', () => {
    const names = apiNames();
    expect(
      functions
        .filter(
          ({ name, equivalent }) => equivalent && equivalent.name !== inCamelCase(name) && names.has(inCamelCase(name)),
        )
        .map(({ name, equivalent }) => `${name} → ${equivalent?.name ?? ''}`),
    ).toEqual([]);
  });

  it('weighs functions from 4 to 10 and explains every missing one', () => {
    for (const { name, weight, absence } of functions) {
      expect({ name, fits: weight >= 4 && weight <= 10 }).toEqual({ name, fits: true });
      if (absence)
        expect({ name, explained: absence.reason !== '' && absence.instead !== '' }).toEqual({ name, explained: true });
    }
  });

  it('covers at least nine tenths by weight', () => {
    expect(coverage().weighted).toBeGreaterThanOrEqual(0.9);
  });
});
