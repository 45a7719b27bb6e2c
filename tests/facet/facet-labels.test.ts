import { labelOf, toStoredLabels } from '../../plugins/facet/settings/facet-labels';
import type { FacetSettings } from '../../plugins/facet/settings/settings';
import type { Source } from '../../plugins/facet/settings/sources';
import { ADMIN, bootSite, type TestSite } from '../kit/site';

const source = (label: string): Source[] => [
  { source: 'price', label, kind: 'number', group: 'field', suggested_type: 'range_slider' },
];
const ENGLISH = source('Price');
const POLISH = source('Cena');
const price = (label: string, labels?: Record<string, string>): FacetSettings => ({
  slug: 'price',
  label,
  type: 'range_slider',
  source: 'price',
  ...(labels ? { labels } : {}),
});

describe('label of a facet', () => {
  it('stays translated when it was saved unchanged', () => {
    const stored = toStoredLabels(price('Price'), undefined, ENGLISH, 'en_US');
    expect(labelOf(stored, POLISH, 'pl_PL')).toBe('Cena');
    expect(labelOf(stored, ENGLISH, 'en_US')).toBe('Price');
  });

  it('is the typed one in all languages', () => {
    const stored = toStoredLabels(price('How much?'), undefined, ENGLISH, 'en_US');
    expect([labelOf(stored, ENGLISH, 'en_US'), labelOf(stored, POLISH, 'pl_PL')]).toEqual(['How much?', 'How much?']);
  });

  it('can be set for one language', () => {
    const stored = toStoredLabels(price('Price', { pl_PL: 'Ile?' }), undefined, ENGLISH, 'en_US');
    expect([labelOf(stored, ENGLISH, 'en_US'), labelOf(stored, POLISH, 'pl_PL')]).toEqual(['Price', 'Ile?']);
  });

  it('of one language is kept when the facet is saved again in another', () => {
    const stored = toStoredLabels(price('How much?', { pl_PL: 'Ile?' }), undefined, ENGLISH, 'en_US');
    const saved = toStoredLabels({ ...stored, label: labelOf(stored, POLISH, 'pl_PL') }, stored, POLISH, 'pl_PL');
    expect([labelOf(saved, ENGLISH, 'en_US'), labelOf(saved, POLISH, 'pl_PL')]).toEqual(['How much?', 'Ile?']);
  });

  it('changes in the language of the screen only, where that language has its own', () => {
    const stored = toStoredLabels(price('How much?', { pl_PL: 'Ile?' }), undefined, ENGLISH, 'en_US');
    const saved = toStoredLabels({ ...stored, label: 'Za ile?' }, stored, POLISH, 'pl_PL');
    expect([labelOf(saved, ENGLISH, 'en_US'), labelOf(saved, POLISH, 'pl_PL')]).toEqual(['How much?', 'Za ile?']);
  });
});

describe('headings of the filter', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await bootSite({ demo: true });
  });
  afterAll(() => site?.close());

  it('are in the visitor’s language after another language’s owner has saved the facets', async () => {
    const page = async (language: string): Promise<string> =>
      (await fetch(`${site.url}/shop/`, { headers: { 'accept-language': language } })).text();
    const created = await site.inContext(() => site.site.passwords.createApplicationPassword(1, { name: 'tests' }));
    const password = (created as { password: string }).password;
    const headers = {
      authorization: `Basic ${Buffer.from(`${ADMIN.login}:${password}`).toString('base64')}`,
      'content-type': 'application/json',
    };
    const settings = `${site.url}/wp-json/facet/v1/settings`;
    const { facets } = (await (await fetch(settings, { headers })).json()) as { facets: readonly FacetSettings[] };
    const saved = await fetch(settings, { method: 'POST', headers, body: JSON.stringify({ facets }) });
    expect(saved.status).toBe(200);
    expect(await page('pl')).toContain('<span class="facet__name">Dostępność</span>');
    expect(await page('en')).toContain('<span class="facet__name">Availability</span>');
  });
});
