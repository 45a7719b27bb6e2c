import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MANIFEST_SCHEMA } from '../../core/plugins/manifest/manifest-schema.js';
import { bootSite, type TestSite } from '../kit/site.js';
import { apiReference, publicApi } from './api-reference.js';
import { reliabilityReport } from '../reliability/report.js';
import { hookCatalog, routeCatalog } from './catalogs.js';
import { errorCatalog } from './errors.js';
import { firedNames } from './fired-names.js';

describe('generated catalogs', () => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ shop: true });
  });
  afterAll(() => test.close());

  it.each([
    ['hooks.md', (site: TestSite) => Promise.resolve(hookCatalog(site))],
    ['routes.md', routeCatalog],
    ['api.md', () => Promise.resolve(apiReference())],
    ['errors.md', () => Promise.resolve(errorCatalog())],
    ['reliability.md', () => Promise.resolve(reliabilityReport())],
  ])('docs/%s matches a site with the three plugins', async (name, make) => {
    const file = join(__dirname, '../../docs', name);
    const text = await make(test);
    if (process.env.UPDATE_DOCS === '1') writeFileSync(file, text);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});

describe('plugin.json schema', () => {
  it('matches the file shipped for editors', () => {
    const file = join(__dirname, '../../schemas/plugin.json');
    const text = `${JSON.stringify(MANIFEST_SCHEMA, null, 2)}\n`;
    if (process.env.UPDATE_DOCS === '1') {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});

describe('list of fired hooks', () => {
  it('matches the sources', () => {
    const file = join(__dirname, '../../core/hooks/tracing/fired-names.ts');
    const text = firedNames();
    if (process.env.UPDATE_DOCS === '1') writeFileSync(file, text);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});

describe('public API', () => {
  it('documents every exported type', () => {
    expect(
      publicApi()
        .filter(({ doc }) => doc === '')
        .map(({ file, name }) => `${file}: ${name}`),
    ).toEqual([]);
  });

  it('documents every function', () => {
    const silent = publicApi()
      .flatMap(({ members }) => members)
      .filter(({ doc }) => doc === '');
    expect(silent.map(({ of, signature }) => `${of}: ${signature}`)).toEqual([]);
  });
});
