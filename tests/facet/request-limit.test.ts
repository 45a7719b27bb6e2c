import { CLIENT_IP, currentContext } from '../../core/context/index';
import { createRequestLimit } from '../../plugins/facet/rest/request-limit';
import { bootFacet, type FacetSite } from './facet-site';

describe('limit of public requests', () => {
  it('allows a number of requests, returns the wait and resets after the period', () => {
    let now = 0;
    const limit = createRequestLimit({ max: 3, windowMs: 60_000, now: () => now });
    expect([1, 2, 3].map(() => limit.retryAfter('203.0.113.7'))).toEqual([0, 0, 0]);
    now = 10_500;
    expect(limit.retryAfter('203.0.113.7')).toBe(50);
    expect(limit.retryAfter('203.0.113.8')).toBe(0);
    now = 60_000;
    expect(limit.retryAfter('203.0.113.7')).toBe(0);
  });

  it('counts an IPv6 network as one visitor and never limits local addresses', () => {
    const limit = createRequestLimit({ max: 1, windowMs: 60_000 });
    expect([
      limit.retryAfter('2001:db8:1:2::1'),
      limit.retryAfter('2001:db8:1:2:ffff::9'),
      limit.retryAfter('2001:db8:1:3::1'),
    ]).toEqual([0, 60, 0]);
    for (const own of ['127.0.0.1', '::1', '::ffff:127.0.0.1', ''])
      expect([limit.retryAfter(own), limit.retryAfter(own)]).toEqual([0, 0]);
  });

  it('limits the number of remembered networks', () => {
    const limit = createRequestLimit({ max: 1, windowMs: 60_000 });
    for (let i = 0; i < 10_001; i++) limit.retryAfter(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);
    expect(limit.retryAfter('10.0.0.0')).toBe(0);
    expect(limit.retryAfter('10.0.39.16')).toBeGreaterThan(0);
  });
});

describe('facet/v1', () => {
  let site: FacetSite;
  beforeAll(async () => {
    site = await bootFacet('sqlite');
  });
  afterAll(() => site?.close());

  it('R2 returns 429 with Retry-After to excessive requests of one visitor only', async () => {
    const send = (ip: string, method: string, route: string) =>
      site.inContext(async () => {
        currentContext()?.memo.set(CLIENT_IP, ip);
        const request = site.site.rest.createRequest(method, route);
        if (route.endsWith('/suggest')) request.setQueryParams({ q: 'lozko' });
        const response = await site.site.rest.dispatch(request);
        return { status: response.getStatus(), headers: response.getHeaders(), data: response.getData() };
      });
    const statuses = new Map<number, number>();
    for (let i = 0; i < 1205; i++) {
      const { status } = await send('203.0.113.7', 'GET', '/facet/v1/suggest');
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 200: 1200, 429: 5 });
    const rejected = await send('203.0.113.7', 'POST', '/facet/v1/filter');
    expect(rejected).toMatchObject({ status: 429, data: { code: 'facet_too_many_requests', data: { status: 429 } } });
    expect(Number(rejected.headers['Retry-After'])).toBeGreaterThan(0);
    expect((await send('203.0.113.8', 'POST', '/facet/v1/filter')).status).toBe(200);
    expect((await send('203.0.113.7', 'GET', '/facet/v1/settings')).status).toBe(401);
  });
});
