import { PlinthError } from '../../core/api/index.js';
import { thrownToResponse } from '../../core/rest/error-response.js';
import { bootSite, type TestSite } from '../kit/site.js';

describe('REST response headers and errors', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await bootSite();
  });
  afterAll(() => site.close());

  const link = async (ids: number): Promise<string | null> => {
    const include = Array.from({ length: ids }, (_, i) => i + 1).join(',');
    const response = await fetch(`${site.url}/wp-json/wp/v2/posts?per_page=1&page=2&include=${include}`);
    await response.arrayBuffer();
    return response.headers.get('link');
  };

  it('link to adjacent pages unless the URL is too long for a header', async () => {
    expect(await link(20)).toContain('rel="prev"');
    expect(await link(2_000)).not.toContain('rel="prev"');
  });

  it('report an outage as service_unavailable with 503', () => {
    const response = thrownToResponse(new PlinthError('db_busy', 'The database is busy.', { status: 503 }));
    expect(response.status).toBe(503);
    expect(response.data).toMatchObject({ code: 'service_unavailable', data: { status: 503 } });
    expect(thrownToResponse(new Error('x')).data).toMatchObject({ code: 'internal_server_error' });
  });
});
