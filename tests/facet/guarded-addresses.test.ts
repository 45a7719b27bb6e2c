import { registerUrlGuard } from '../../plugins/facet/embed/guarded-addresses';
import { createCrawlLimit } from '../../plugins/facet/pages/crawl-limit';

type Parts = Parameters<typeof registerUrlGuard>;

describe('filter crawl guard', () => {
  it('R2 returns 429 with Retry-After to crawlers, but exempts lists and landing pages', async () => {
    const calls: unknown[] = [];
    let address = '';
    let runGuard: () => Promise<void> = async () => undefined;
    const scope = {
      addAction: (_name: string, callback: () => Promise<void>) => (runGuard = callback),
      currentRequest: () => ({
        method: 'GET',
        url: new URL(address, 'https://shop.test'),
        query: Object.fromEntries(new URL(address, 'https://shop.test').searchParams),
        header: () => undefined,
      }),
      clientIp: (use: string) => (use === 'counting' ? '203.0.113.7' : ''),
      wpDie: (_text: string, _title: string, options: unknown) => calls.push(options),
      wpRedirect: (location: string, status: number) => calls.push([location, status]),
      __: (text: string) => text,
      log: { warn: (text: string, data: unknown) => calls.push([text, data]) },
    };
    const services: Record<string, unknown> = {
      urls: { any: () => false, read: (params: object) => params, write: (params: object) => params },
      landings: { all: async () => [{ termId: 0, query: 'sf_color=red&sf_brand=nord' }] },
      pages: { address: async () => '/shop/?sf_color=red&sf_brand=nord' },
      filter: {
        read: async () => ({
          state: { values: new Map(), ranges: new Map(), search: '', orderby: '', page: 1 },
          facets: [],
          valueSearches: new Map(),
          unavailable: ['kept as it is'],
        }),
      },
    };
    registerUrlGuard(
      scope as unknown as Parts[0],
      { container: () => ({ get: (name: string) => services[name] }) } as unknown as Parts[1],
      createCrawlLimit({ now: () => 0 }),
    );
    for (let i = 0; i < 70; i++) {
      address = `/shop/?sf_color=c${i}&sf_brand=b${i}`;
      await runGuard();
    }
    expect(calls).toEqual(Array.from({ length: 10 }, () => ({ response: 429, retryAfter: 1 })));
    calls.length = 0;
    for (const free of ['/shop/?sf_color=red&sf_brand=nord', '/shop/?sf_paged=3', '/shop/', '/shop/?utm_source=x']) {
      address = free;
      await runGuard();
    }
    expect(calls).toEqual([]);
  });
});
