import { costOf, createCrawlLimit } from '../../plugins/facet/pages/crawl-limit';

const names = (facets: number): string[] => Array.from({ length: facets }, (_, i) => `sf_f${i}`);

describe('crawl limit', () => {
  it('doubles the cost per facet up to sixteen, free without a choice', () => {
    expect([0, 1, 2, 3, 4, 5, 9].map((facets) => costOf(names(facets)))).toEqual([0, 1, 2, 4, 8, 16, 16]);
    expect(costOf(['sf_price[min]', 'sf_price[max]', 'sf_color[]', 'sf_color[]'])).toBe(2);
  });

  it('never stops a person who loads three-facet pages for an hour', () => {
    for (const isNavigation of [true, false]) {
      let now = 0;
      const limit = createCrawlLimit({ now: () => now });
      for (; now < 3_600_000; now += 3000)
        expect(limit.retryAfter({ ip: '203.0.113.7', paramNames: names(3), isNavigation })).toBe(0);
    }
  });

  it('never stops an office of sixty people behind one IP address', () => {
    let now = 0;
    const limit = createCrawlLimit({ now: () => now });
    for (let i = 0; i < 3000; i++, now += 250)
      expect(limit.retryAfter({ ip: '203.0.113.7', paramNames: names(3), isNavigation: true })).toBe(0);
  });

  it('stops a crawler within seconds and lets it continue after the wait', () => {
    let now = 0;
    const limit = createCrawlLimit({ now: () => now });
    const requestWait = (): number =>
      limit.retryAfter({ ip: '203.0.113.7', paramNames: names(4), isNavigation: false });
    const passed = Array.from({ length: 100 }, () => {
      now += 100;
      return requestWait();
    }).filter((wait) => wait === 0).length;
    expect(passed).toBeGreaterThan(10);
    expect(passed).toBeLessThan(25);
    const wait = requestWait();
    expect(wait).toBeGreaterThan(0);
    now += wait * 1000;
    expect(requestWait()).toBe(0);
    expect(limit.retryAfter({ ip: '203.0.113.7', paramNames: [], isNavigation: false })).toBe(0);
  });

  it('stops a flood from seventy thousand addresses, but no browser', () => {
    let now = 0;
    const limit = createCrawlLimit({ now: () => now });
    let passed = 0;
    for (let i = 0; i < 70_000; i++) {
      now += 1;
      if (
        limit.retryAfter({
          ip: `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`,
          paramNames: names(3),
          isNavigation: false,
        }) === 0
      )
        passed++;
    }
    expect(passed).toBeLessThan(1000);
    expect(limit.retryAfter({ ip: '203.0.113.7', paramNames: names(3), isNavigation: true })).toBe(0);
    expect(limit.retryAfter({ ip: '127.0.0.1', paramNames: names(3), isNavigation: false })).toBe(0);
  });
});
