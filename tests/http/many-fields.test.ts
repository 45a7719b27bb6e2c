import supertest from 'supertest';
import { createWebSite, type WebSite } from '../kit/web-site.js';
import { assertDefined } from '../kit/assert-defined.js';

jest.mock('@fastify/busboy', () => {
  const real = jest.requireActual<Record<string, unknown> & { default: (...args: unknown[]) => unknown }>(
    '@fastify/busboy',
  );
  return { ...real, __esModule: true, default: jest.fn(real.default) };
});
const busboy = jest.requireMock<{ default: jest.Mock }>('@fastify/busboy').default;

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=limit';
const fields = (count: number): string => Array.from({ length: count }, (_, index) => `%61${index}=1`).join('&');
const parts = (count: number): string =>
  `${Array.from({ length: count }, (_, index) => `--limit\r\nContent-Disposition: form-data; name="a${index}"\r\n\r\n1\r\n`).join('')}--limit--\r\n`;
const keys = (count: number): string => `{${Array.from({ length: count }, (_, index) => `"a${index}":1`).join(',')}}`;

describe('request with many fields', () => {
  let site: WebSite;
  let fieldCount: number;
  beforeEach(async () => {
    site = await createWebSite({
      handlers: ({ pageRequests }) => ({
        front: async (request, response) => {
          const page = await pageRequests(request);
          fieldCount = Object.keys(page.form).length + Object.keys(page.query).length;
          response.send('read');
          return true;
        },
      }),
    });
    fieldCount = 0;
    site.rest.registerRestRoute('shop/v1', '/things', {
      methods: 'GET, POST, PUT',
      callback: (request) => Object.keys(request.getParams()).length,
      permissionCallback: () => true,
    });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    busboy.mockClear();
    expect(site.errors.map(String)).toEqual([]);
    await site.drop();
  });

  const send = (path: string, type: string, body: string, method: 'post' | 'put' = 'post') =>
    supertest(site.app)[method](path).set('Content-Type', type).send(body);
  /** Spies that count URL decoding and JSON parsing of the input. */
  const work = (): { decoded: jest.SpyInstance; parsed: jest.SpyInstance } => ({
    decoded: jest.spyOn(globalThis, 'decodeURIComponent'),
    parsed: jest.spyOn(JSON, 'parse'),
  });

  test.each([
    ['a form', 'post', FORM, fields(85_000)],
    ['a PUT form', 'put', FORM, fields(85_000)],
    ['a multipart form', 'post', MULTIPART, parts(15_000)],
    ['JSON', 'post', 'application/json', keys(85_000)],
    ['deep JSON', 'post', 'application/json', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['a JSON list of lists', 'post', 'application/json', `[${'[],'.repeat(100_000)}[]]`],
  ] as const)('gets a refusal from the API before parsing when sent as %s', async (title, method, type, body) => {
    const { decoded, parsed } = work();
    const { status, text } = await send('/wp-json/shop/v1/things', type, body, method);
    expect(decoded.mock.calls.filter(([name]) => String(name).startsWith('%61'))).toEqual([]);
    expect(parsed.mock.calls.filter(([json]) => json === body)).toEqual([]);
    expect(busboy).not.toHaveBeenCalled();
    const refusal =
      title === 'deep JSON'
        ? [
            400,
            {
              code: 'rest_invalid_json',
              message: 'Invalid JSON body passed.',
              data: { status: 400, json_error_code: 1, json_error_message: 'Maximum stack depth exceeded' },
            },
          ]
        : [
            413,
            {
              code: 'rest_too_many_fields',
              message: expect.stringMatching(/^The request has more than \d+ fields\.$/),
              data: { status: 413 },
            },
          ];
    expect([status, JSON.parse(text)]).toEqual(refusal);
  });

  test.each([
    ['a form', FORM, fields(85_000)],
    ['a multipart form', MULTIPART, parts(15_000)],
  ])('gets 413 from a page before parsing when sent as %s', async (_what, type, body) => {
    const { decoded } = work();
    const { status, text } = await send('/', type, body);
    expect(decoded.mock.calls.filter(([name]) => String(name).startsWith('%61'))).toEqual([]);
    expect(busboy).not.toHaveBeenCalled();
    expect([status, text]).toEqual([413, expect.stringContaining('Request too large')]);
  });

  test('gets 400 from pages and the API when sent in the query string', async () => {
    const query = 'a&'.repeat(2500);
    expect((await supertest(site.app).get(`/?${query}`)).status).toBe(400);
    for (const path of ['/wp-json/shop/v1/things?', '/?rest_route=/shop/v1/things&']) {
      const { status, body } = await supertest(site.app).get(path + query);
      expect([path, status, body.code]).toEqual([path, 400, 'rest_too_many_fields']);
    }
  });

  test('passes up to the limit, counting a long text as one field', async () => {
    for (const [type, body] of [
      [FORM, fields(2000)],
      [MULTIPART, parts(2000)],
    ]) {
      expect((await send('/', assertDefined(type), assertDefined(body))).status).toBe(200);
      expect([type, fieldCount]).toEqual([type, 2000]);
    }
    expect((await send('/wp-json/shop/v1/things', 'application/json', keys(9000))).body).toBe(9000);
    expect(
      (await send('/wp-json/shop/v1/things', 'application/json', JSON.stringify({ text: 'a,"[{\\'.repeat(50_000) })))
        .body,
    ).toBe(1);
  });
});
