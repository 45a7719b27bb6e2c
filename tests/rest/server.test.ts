import supertest from 'supertest';
import { PlinthError, RestResponse, WpError } from '../../core/api/index.js';
import { createWebSite, type WebSite } from '../kit/web-site.js';
import { assertDefined } from '../kit/assert-defined.js';

describe('REST server', () => {
  let site: WebSite;
  beforeEach(async () => {
    site = await createWebSite();
  });
  afterEach(() => site.drop());
  const get = (path: string) => supertest(site.app).get(`/wp-json${path}`);
  const open = { permissionCallback: () => true };

  test('refuses a route without a permission callback', () => {
    expect(() => site.rest.registerRestRoute('shop/v1', '/x', { callback: () => 1 })).toThrow(
      expect.objectContaining({ code: 'rest_route_without_permission' }),
    );
  });

  test('removes an undone route together with its namespace', async () => {
    const before = await get('/');
    const undo = site.rest.registerRestRoute('shop/v1', '/x', { ...open, callback: () => 1 });
    expect((await get('/shop/v1/x')).body).toBe(1);
    undo();
    expect((await get('/shop/v1/x')).status).toBe(404);
    expect((await get('/')).body).toEqual(before.body);
  });

  test('returns 500 without details when a callback throws', async () => {
    site.rest.registerRestRoute('shop/v1', '/x', {
      ...open,
      callback: () => {
        throw new Error('select * from secrets');
      },
    });
    const { status, body, text } = await get('/shop/v1/x');
    expect([status, body]).toMatchObject([500, { code: 'internal_server_error', data: { status: 500 } }]);
    expect(text).not.toMatch(/secrets|at .*\.ts/);
    expect(site.errors).toHaveLength(1);
  });

  test('returns JSONP only when a filter enables it', async () => {
    site.rest.registerRestRoute('shop/v1', '/x', { ...open, callback: () => 'words' });
    const response = await get('/shop/v1/x?_jsonp=steal');
    expect([response.status, response.text]).toEqual([
      400,
      '{"code":"rest_callback_disabled","message":"JSONP support is disabled on this site."}',
    ]);
    site.hooks.addFilter('rest_jsonp_enabled', () => true);
    expect((await get('/shop/v1/x?_jsonp=take')).text).toBe('/**/take("words")');
  });

  test('can be replaced through wp_rest_server_class', async () => {
    site.rest.registerRestRoute('shop/v1', '/x', { ...open, callback: () => 'words' });
    site.hooks.addFilter(
      'wp_rest_server_class',
      (_name, own) => ({
        ...own,
        dispatch: async (request) => {
          const response = await own.dispatch(request);
          response.header('X-Counted', '1');
          return response;
        },
      }),
      10,
      2,
    );
    let finished = 0;
    site.hooks.addFilter('rest_post_dispatch', (response) => (finished++, response));
    const finalResponse = await get('/shop/v1/x');
    expect([finalResponse.text, finalResponse.headers['x-counted'], finished]).toEqual(['"words"', '1', 1]);
  });

  test('responds to a PlinthError below 500 with its code and message', async () => {
    site.rest.registerRestRoute('shop/v1', '/x', {
      ...open,
      callback: () => Promise.reject(new PlinthError('shop_closed', 'The shop is closed.', { status: 409 })),
    });
    expect((await get('/shop/v1/x')).body).toEqual({
      code: 'shop_closed',
      message: 'The shop is closed.',
      data: { status: 409 },
    });
  });

  test('denies access when the permission callback throws', async () => {
    const callback = jest.fn();
    site.rest.registerRestRoute('shop/v1', '/x', {
      callback,
      permissionCallback: () => Promise.reject(new Error('no')),
    });
    expect((await get('/shop/v1/x')).status).toBe(500);
    expect(callback).not.toHaveBeenCalled();
  });

  test('validates arguments before permission and names every invalid one', async () => {
    site.rest.registerRestRoute('shop/v1', '/x', {
      methods: 'POST',
      callback: () => 1,
      permissionCallback: () => false,
      args: { a: { type: 'integer' }, b: { type: 'boolean' }, c: { type: 'string' } },
    });
    const { status, body } = await supertest(site.app).post('/wp-json/shop/v1/x').send({ a: 'x', b: 'yes', c: 'fine' });
    expect(status).toBe(400);
    expect((body as { data: { params: object } }).data.params).toEqual({
      a: 'a is not of type integer.',
      b: 'b is not of type boolean.',
    });
  });

  test('fires its filters before, around and after the callback in order', async () => {
    const calls: string[] = [];
    const note = (name: string) => (value: unknown) => {
      calls.push(name);
      return value;
    };
    for (const hook of [
      'rest_post_dispatch',
      'rest_request_after_callbacks',
      'rest_dispatch_request',
      'rest_request_before_callbacks',
      'rest_pre_dispatch',
    ]) {
      site.hooks.addFilter(hook, note(hook));
    }
    site.rest.registerRestRoute('shop/v1', '/x', {
      permissionCallback: () => calls.push('permission') > 0,
      callback: () => calls.push('callback'),
    });
    await site.rest.dispatch(site.rest.createRequest('GET', '/shop/v1/x'));
    expect(calls.slice(0, 6)).toEqual([
      'rest_pre_dispatch',
      'rest_request_before_callbacks',
      'permission',
      'rest_dispatch_request',
      'callback',
      'rest_request_after_callbacks',
    ]);
    expect(calls).toContain('rest_post_dispatch');
  });

  test('returns the response of a rest_pre_dispatch filter', async () => {
    site.hooks.addFilter('rest_pre_dispatch', () => new WpError('maintenance', 'Later.', { status: 503 }));
    expect((await get('/')).status).toBe(503);
  });

  test('removes line breaks from header values', async () => {
    site.rest.registerRestRoute('shop/v1', '/x', {
      ...open,
      callback: () => new RestResponse(1, 200, { 'X-A': 'b\r\nSet-Cookie: c=d' }),
    });
    const { headers } = await get('/shop/v1/x');
    expect(headers['x-a']).toBe('b Set-Cookie: c=d');
    expect(headers['set-cookie']).toBeUndefined();
  });

  test('describes every public route and method in OpenAPI', async () => {
    site.rest.registerRestRoute('shop/v1', '/items/(?P<id>[\\d]+)', {
      ...open,
      methods: 'GET, POST',
      callback: () => 1,
      args: { id: { type: 'integer' }, size: { type: 'number', minimum: 1, exclusiveMinimum: true, required: true } },
    });
    const { body } = await get('/plinth/v1/openapi');
    const { openapi, paths } = body as {
      openapi: string;
      paths: Record<string, Record<string, { parameters: object[]; requestBody: unknown }>>;
    };
    expect(openapi).toBe('3.1.0');
    const item = paths['/shop/v1/items/{id}'];
    expect(Object.keys(assertDefined(item))).toEqual(['get', 'post']);
    expect(item?.get?.parameters).toEqual([
      { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
      { name: 'size', in: 'query', required: true, schema: { type: 'number', exclusiveMinimum: 1 } },
    ]);
    expect(item?.post?.requestBody).toMatchObject({
      content: { 'application/json': { schema: { required: ['size'] } } },
    });
  });
});
