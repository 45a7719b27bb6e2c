import { existsSync } from 'node:fs';
import { bootSite, activatePlugin, type TestSite } from '../kit/site.js';

const MIB = 1024 * 1024;
const PLUGIN = `const { existsSync } = require('node:fs');
module.exports = { boot(scope) {
  const callback = (request) => {
    const { one } = request.getFileParams();
    return { typed: request.getBodyParams(), size: one?.size, path: one?.path, isThere: one?.path !== undefined && existsSync(one.path), last: one?.data.at(-1) };
  };
  const route = (path, more) => scope.registerRestRoute('large/v1', path, { methods: 'POST', permissionCallback: () => true, callback, ...more });
  route('/take/(?<id>\\\\d+)', { maxBytes: ${3 * MIB} });
  route('/huge', { maxBytes: 1e9 });
  route('/usual', {});
} };`;

interface ReceivedForm {
  readonly typed: Record<string, unknown>;
  readonly size: number;
  readonly path?: string;
  readonly isThere: boolean;
  readonly last: number;
}

describe('REST route that accepts large forms', () => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite();
    await activatePlugin(test, 'large', { 'index.js': PLUGIN });
  });
  afterAll(() => test?.close());

  const send = (route: string, bytes: number, fieldValue = 'a word'): Promise<Response> => {
    const form = new FormData();
    form.append('words', fieldValue);
    form.append('one', new Blob([Buffer.alloc(bytes, 7)], { type: 'image/png' }), 'one.png');
    return fetch(`${test.url}/wp-json/large/v1${route}`, { method: 'POST', body: form });
  };

  it('receives the uploaded file on disk, which is deleted after the response', async () => {
    const response = await send('/take/7', 2 * MIB);
    expect(response.status).toBe(200);
    const received = (await response.json()) as ReceivedForm;
    expect(received).toMatchObject({ typed: { words: 'a word' }, size: 2 * MIB, isThere: true, last: 7 });
    for (let i = 0; i < 1500 && existsSync(received.path ?? ''); i++)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(existsSync(received.path ?? '')).toBe(false);
  });

  it('rejects larger forms with 413 by the route’s and the library’s limits', async () => {
    const response = await send('/take/7', 3.5 * MIB);
    expect([response.status, await response.json()]).toEqual([
      413,
      expect.objectContaining({ code: 'rest_request_too_large' }),
    ]);
    expect((await send('/huge', 34 * MIB)).status).toBe(413);
    expect((await send('/take/7', 10, 'a'.repeat(1.5 * MIB))).status).toBe(413);
  });

  it('leaves other routes and other content types limited to one mebibyte', async () => {
    expect((await send('/usual', 1.5 * MIB)).status).toBe(413);
    expect((await send('/usual', 10)).status).toBe(200);
    const json = await fetch(`${test.url}/wp-json/large/v1/huge`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ a: 'a'.repeat(1.5 * MIB) }),
    });
    expect(json.status).toBe(413);
  });
});
