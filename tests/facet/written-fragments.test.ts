import { encodePhpJson } from '../../core/formatting/php/php-json.js';
import { createFragmentEncoder } from '../../plugins/facet/rest/written-fragments.js';
import { fillFrame, parseFrame, gap, joinParts, type TextPart } from '../../plugins/facet/widget/text-parts.js';
import { createFormatting } from '../../core/formatting/index.js';
import { createHooks } from '../../core/hooks/index.js';
import { bootFacet, type FacetSite } from './facet-site.js';

const ODD_TEXTS = [
  '<a href="/shop/?a=1&amp;b=\'2\'">Łóżko / “Nord”</a>',
  '\u2028\u2029\u0000\t\\ \ud83d\ude00 😀',
  'é'.repeat(5000),
  '',
];

describe('text fragments', () => {
  it('fills the gaps of a view with fragments of any content', () => {
    const parts = ODD_TEXTS.map((text): TextPart => ({ text }));
    const view = (texts: readonly string[]): string => `<p>${texts[0]}</p>${texts[1]}<hr>${texts[3]}${texts[2]}`;
    expect(joinParts(fillFrame(parseFrame(view(parts.map((_, i) => gap(i)))), parts))).toBe(view(ODD_TEXTS));
  });

  it('encodes fragments to the same JSON bytes as the server', () => {
    const { wpJsonEncode } = createFormatting({ hooks: createHooks(), homeUrl: 'https://shop.test' });
    const written = createFragmentEncoder({ wpJsonEncode });
    const partsOf = (texts: readonly string[]): TextPart[] => texts.map((text) => ({ text }));
    const facets_html = partsOf(ODD_TEXTS);
    const results_html = partsOf([...ODD_TEXTS].reverse());
    const parts = { facets_html, results_html, toolbar_html: [], pagination_html: [{ text: 'ą' }] };
    const data = {
      facets_html: joinParts(facets_html),
      toolbar_html: '',
      results_html: joinParts(results_html),
      pagination_html: 'ą',
      found: 3,
      count_text: '3 produkty – już',
      page: { title: 'Ł/"' },
      address: undefined,
    };
    for (let time = 0; time < 2; time++)
      expect({ text: written(data, parts).toString('latin1') }).toEqual(encodePhpJson(data));
  });
});

describe('response made of fragments', () => {
  let site: FacetSite;
  beforeAll(async () => {
    site = await bootFacet('sqlite', {
      plugins: {
        changer: `export default { boot(scope) {
      scope.addFilter('rest_pre_echo_response', (data, _server, request) => { if (request.getParam('change')) data.facets_html = 'changed / ą'; return data; }, 10, 3);
    } };`,
      },
    });
  });
  afterAll(() => site.close());

  const text = async (body: object): Promise<string> =>
    (
      await fetch(`${site.url}/wp-json/facet/v1/filter`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).text();

  it('reencodes the response when a plugin filters it, and otherwise sends identical bytes', async () => {
    expect(JSON.parse(await text({ query: {}, change: '1' }))).toMatchObject({ facets_html: 'changed / ą' });
    const responseText = await text({ query: { sf_orderby: 'price' } });
    await site.deactivate('changer');
    expect(await text({ query: { sf_orderby: 'price' } })).toBe(responseText);
    expect(await text({ query: { sf_orderby: 'price' }, change: '1' })).toBe(responseText);
    expect({ text: responseText }).toEqual(encodePhpJson(JSON.parse(responseText)));
  });
});
