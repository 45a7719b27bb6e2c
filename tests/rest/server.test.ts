import supertest from 'supertest';
import { PlinthError, RestResponse, WpError } from '../../core/api/index.js';
import { createWebSite, type WebSite } from '../kit/web-site.js';
import { present } from '../kit/present.js';

describe('The REST server', () => {
  let site: WebSite;
  beforeEach(async () => {
    site = await createWebSite();
  });
  afterEach(() => site.drop());
  const get = (path: string) => supertest(site.app).get(`/wp-json${path}`);
  const open = { permissionCallback: () => true };

  test('refuses a plugin route that does not say who may use it', () => {
    expect(() => site.rest.registerRestRoute('shop/v1', '/x', { callback: () => 1 })).toThrow(
      expect.objectContaining({ code: 'rest_route_without_permission' }),
    );
  });

  test('forgets a route that is undone, and its namespace with it', async () => {
    const before = await get('/');
    const undo = site.rest.registerRestRoute('shop/v1', '/x', { ...open, callback: () => 1 });
    expect((await get('/shop/v1/x')).body).toBe(1);
    undo();
    expect((await get('/shop/v1/x')).status).toBe(404);
    expect((await get('/')).body).toEqual(before.body);
  });

  test('answers an exception with a 500 that tells nothing about it', async () => {
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

  test('answers as a script only where a filter allows it, since a page’s policy trusts the scripts of its own site', async () => {
    site.rest.registerRestRoute('shop/v1', '/x', { ...open, callback: () => 'words' });
    const refused = await get('/shop/v1/x?_jsonp=steal');
    expect([refused.status, refused.text]).toEqual([
      400,
      '{"code":"rest_callback_disabled","message":"JSONP support is disabled on this site."}',
    ]);
    site.hooks.addFilter('rest_jsonp_enabled', () => true);
    expect((await get('/shop/v1/x?_jsonp=take')).text).toBe('/**/take("words")');
  });

  test('is what a plugin puts in its place', async () => {
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
    const answer = await get('/shop/v1/x');
    expect([answer.text, answer.headers['x-counted'], finished]).toEqual(['"words"', '1', 1]);
  });

  test('answers a host error below 500 in its own words', async () => {
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

  test('lets nobody in when the permission check throws', async () => {
    const callback = jest.fn();
    site.rest.registerRestRoute('shop/v1', '/x', {
      callback,
      permissionCallback: () => Promise.reject(new Error('no')),
    });
    expect((await get('/shop/v1/x')).status).toBe(500);
    expect(callback).not.toHaveBeenCalled();
  });

  test('checks arguments before permission, and names every bad one', async () => {
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

  test('lets filters stand before, around and after the callback', async () => {
    const seen: string[] = [];
    const note = (name: string) => (value: unknown) => {
      seen.push(name);
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
      permissionCallback: () => seen.push('permission') > 0,
      callback: () => seen.push('callback'),
    });
    await site.rest.dispatch(site.rest.createRequest('GET', '/shop/v1/x'));
    expect(seen.slice(0, 6)).toEqual([
      'rest_pre_dispatch',
      'rest_request_before_callbacks',
      'permission',
      'rest_dispatch_request',
      'callback',
      'rest_request_after_callbacks',
    ]);
    expect(seen).toContain('rest_post_dispatch');
  });

  test('a filter may answer instead of the route', async () => {
    site.hooks.addFilter('rest_pre_dispatch', () => new WpError('maintenance', 'Later.', { status: 503 }));
    expect((await get('/')).status).toBe(503);
  });

  test('a header cannot be made to hold another one', async () => {
    site.rest.registerRestRoute('shop/v1', '/x', {
      ...open,
      callback: () => new RestResponse(1, 200, { 'X-A': 'b\r\nSet-Cookie: c=d' }),
    });
    const { headers } = await get('/shop/v1/x');
    expect(headers['x-a']).toBe('b Set-Cookie: c=d');
    expect(headers['set-cookie']).toBeUndefined();
  });

  test('describes itself in OpenAPI: every shown route and method is there', async () => {
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
    expect(Object.keys(present(item))).toEqual(['get', 'post']);
    expect(item?.get?.parameters).toEqual([
      { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
      { name: 'size', in: 'query', required: true, schema: { type: 'number', exclusiveMinimum: 1 } },
    ]);
    expect(item?.post?.requestBody).toMatchObject({
      content: { 'application/json': { schema: { required: ['size'] } } },
    });
  });
});
