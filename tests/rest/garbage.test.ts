import fc from 'fast-check';
import supertest from 'supertest';
import { createWebSite, type WebSite } from '../kit/web-site.js';

const SCHEMA = {
  n: { type: 'integer', minimum: 1, maximum: 9 },
  s: { type: 'string', pattern: '^[a-z]*$', maxLength: 5 },
  list: {
    type: 'array',
    items: { type: 'object', properties: { a: { type: 'number', required: true } }, additionalProperties: false },
    uniqueItems: true,
  },
  map: {
    type: 'object',
    patternProperties: { '^x_': { type: ['string', 'null'] } },
    additionalProperties: { type: 'boolean' },
  },
  when: { type: 'string', format: 'date-time' },
  pick: { type: ['integer', 'string'], enum: [1, 'two'] },
  one: {
    type: ['integer', 'object'],
    oneOf: [{ type: 'integer' }, { type: 'object', properties: { k: { type: 'string', required: true } } }],
  },
} as const;

describe('arbitrary REST input', () => {
  let site: WebSite;
  beforeAll(async () => {
    site = await createWebSite();
    site.rest.registerRestRoute('shop/v1', '/things', {
      methods: 'GET, POST, PUT',
      callback: (request) => request.getParams(),
      permissionCallback: () => true,
      args: SCHEMA,
    });
  });
  afterAll(() => site.drop());

  const post = (body: string, type = 'application/json') =>
    supertest(site.app).post('/wp-json/shop/v1/things').set('Content-Type', type).send(body);

  test('rejects JSON that is not valid UTF-8 with 400', async () => {
    const request = supertest(site.app).post('/wp-json/shop/v1/things').set('Content-Type', 'application/json');
    request.write(Buffer.from('{"s":"\xff\xfe"}', 'latin1'));
    const { status, body } = await request;
    expect([status, body.code, body.data]).toEqual([400, 'rest_invalid_json', { status: 400 }]);
    expect((await post('{"s":"\uFFFD"}')).body.code).toBe('rest_invalid_param');
    expect((await post('{"s":"abc"}', 'application/hal+json; charset=utf-8')).status).toBe(200);
  });

  test('responds to any parameters with 200 or 400', async () => {
    const names = fc.constantFrom(...Object.keys(SCHEMA));
    await fc.assert(
      fc.asyncProperty(fc.dictionary(names, fc.jsonValue({ maxDepth: 4 })), async (params) => {
        const { status, body } = await post(JSON.stringify(params));
        expect([200, 400]).toContain(status);
        if (status === 400)
          expect(body).toMatchObject({ code: expect.any(String), message: expect.any(String), data: { status: 400 } });
      }),
      { numRuns: 150 },
    );
    expect(site.errors).toEqual([]);
  });

  test('responds to any body text with 200 or 400', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.string({ unit: 'binary' }),
          fc.json().map((text) => text.slice(1)),
        ),
        async (text) => {
          expect([200, 400]).toContain((await post(text)).status);
        },
      ),
      { numRuns: 100 },
    );
    expect(site.errors).toEqual([]);
  });

  test('responds to any query string with 200, 400 or 404', async () => {
    const fragment = fc.constantFrom(
      'n',
      'list',
      'map',
      '[',
      ']',
      '[]',
      '=',
      '&',
      '%',
      '%zz',
      '+',
      '.',
      '[__proto__]',
      '%00',
      'ż',
      '_fields',
      '_embed',
      '_method',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fragment, { maxLength: 40 }), async (fragments) => {
        const { status } = await supertest(site.app).get(
          `/wp-json/shop/v1/things?${encodeURI(fragments.join('')).replaceAll('%25', '%')}`,
        );
        expect([200, 400, 404]).toContain(status);
      }),
      { numRuns: 150 },
    );
    expect(site.errors).toEqual([]);
  });

  test('rejects a body nested 100,000 levels deep quickly', async () => {
    const began = process.cpuUsage();
    const { status, body } = await post(`{"list":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
    expect([status, (body as { code: string }).code]).toEqual([400, 'rest_invalid_json']);
    // Processor time of this process in microseconds, unaffected by other processes.
    expect(process.cpuUsage(began).user).toBeLessThan(2e6);
  });

  test('rejects a body over one mebibyte with 413', async () => {
    const { status, body } = await post(JSON.stringify({ s: 'x'.repeat(1024 * 1024) }));
    expect([status, body]).toMatchObject([413, { code: 'rest_request_too_large', data: { status: 413 } }]);
  });

  test.each([
    '{"__proto__":{"polluted":1}}',
    '{"map":{"__proto__":{"polluted":1}}}',
    '{"map":{"constructor":{"prototype":{"polluted":1}}}}',
  ])('%s pollutes no prototype', async (text) => {
    const { status } = await post(text);
    expect(status).toBe(400);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});
