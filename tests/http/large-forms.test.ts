import { existsSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { MAX_FIELDS } from '../../core/rest/index.js';
import { bootSite, activatePlugin, type TestSite } from '../kit/site.js';

const MIB = 1024 * 1024;
/** Responds with the received fields and the paths of the files. */
const PLUGIN = `const { existsSync } = require('node:fs');
module.exports = { boot(scope) {
  const handler = (request) => ({ kind: 'body', type: 'application/json', body: JSON.stringify({
    form: request.form, files: request.files.map(({ field, name, type, bytes, path }) => ({ field, name, type, path, size: bytes.length, last: bytes.at(-1), isThere: path !== undefined && existsSync(path) })),
  }) });
  scope.registerFrontRoute({ path: '/large/', maxBytes: ${3 * MIB}, handler });
  scope.registerFrontRoute({ path: '/huge/', maxBytes: 1e9, handler });
  scope.registerFrontRoute({ path: '/usual/', handler });
} };`;

interface ReceivedForm {
  readonly form: Record<string, unknown>;
  readonly files: readonly {
    field: string;
    name: string;
    type: string;
    path?: string;
    size: number;
    last: number;
    isThere: boolean;
  }[];
}

describe('plugin page that accepts large forms', () => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite();
    await activatePlugin(test, 'large', { 'index.js': PLUGIN });
  });
  afterAll(() => test?.close());

  const formOf = (parts: Record<string, string | Uint8Array>): FormData => {
    const form = new FormData();
    for (const [name, value] of Object.entries(parts)) {
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, new Blob([Buffer.from(value)], { type: 'image/png' }), `${name}.png`);
    }
    return form;
  };
  const send = (path: string, parts: Record<string, string | Uint8Array>): Promise<Response> =>
    fetch(test.url + path, { method: 'POST', body: formOf(parts) });
  const image = (bytes: number): Uint8Array => new Uint8Array(bytes).fill(7);

  /** Sends the start of a chunked body over a raw connection. */
  function sendRaw(
    path: string,
    headers: Record<string, string | number>,
    chunks: readonly Buffer[],
    end = true,
  ): Promise<{ status: number; text: string }> {
    const { hostname, port } = new URL(test.url);
    return new Promise((resolve, reject) => {
      const sent = httpRequest({ hostname, port, path, method: 'POST', headers }, (response) => {
        let text = '';
        response
          .setEncoding('utf8')
          .on('data', (part: string) => (text += part))
          .on('end', () => {
            sent.destroy();
            resolve({ status: response.statusCode ?? 0, text });
          });
      });
      sent.on('error', reject);
      for (const chunk of chunks) sent.write(chunk);
      if (end) sent.end();
      else sent.flushHeaders();
    });
  }

  it('receives uploaded files on disk, which are deleted after the response', async () => {
    const response = await send('/large/', { 'words[a]': 'typed', one: image(2 * MIB), two: image(10) });
    expect(response.status).toBe(200);
    const received = (await response.json()) as ReceivedForm;
    expect(received.form).toEqual({ words: { a: 'typed' } });
    expect(
      received.files.map(({ field, name, type, size, last, isThere }) => [field, name, type, size, last, isThere]),
    ).toEqual([
      ['one', 'one.png', 'image/png', 2 * MIB, 7, true],
      ['two', 'two.png', 'image/png', 10, 7, true],
    ]);
    for (let i = 0; i < 1500 && existsSync(received.files[0]?.path ?? ''); i++)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(existsSync(received.files[0]?.path ?? '')).toBe(false);
  });

  it('rejects larger forms with 413, with or without Content-Length', async () => {
    const response = await send('/large/', { one: image(3.5 * MIB) });
    expect([response.status, await response.text()]).toEqual([413, expect.stringContaining('Choose smaller files')]);
    const head = Buffer.from('--x\r\nContent-Disposition: form-data; name="one"; filename="a.png"\r\n\r\n');
    const unsaid = await sendRaw(
      '/large/',
      { 'content-type': 'multipart/form-data; boundary=x', 'transfer-encoding': 'chunked' },
      [head, ...Array.from({ length: 8 }, () => Buffer.alloc(MIB / 2, 7))],
    );
    expect(unsaid.status).toBe(413);
  });

  it('limits total size, text size and number of fields with 413', async () => {
    expect(
      (
        await sendRaw(
          '/huge/',
          { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 34 * MIB },
          [],
          false,
        )
      ).status,
    ).toBe(413);
    expect((await send('/large/', { a: 'a'.repeat(0.9 * MIB), b: 'b'.repeat(0.9 * MIB) })).status).toBe(413);
    expect(
      (await send('/large/', Object.fromEntries(Array.from({ length: MAX_FIELDS + 5 }, (_one, i) => [`f${i}`, 'x']))))
        .status,
    ).toBe(413);
  });

  it('leaves the limits of other pages and of forms without files unchanged', async () => {
    expect((await send('/usual/', { one: image(1.5 * MIB) })).status).toBe(413);
    expect((await send('/usual/', { one: image(10) })).status).toBe(200);
    expect(
      (await fetch(`${test.url}/large/`, { method: 'POST', body: new URLSearchParams({ a: 'a'.repeat(1.5 * MIB) }) }))
        .status,
    ).toBe(413);
  });

  it('drops an incomplete file from an aborted form and keeps working', async () => {
    const completePart = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\ntyped\r\n';
    const response = await sendRaw('/large/', { 'content-type': 'multipart/form-data; boundary=x' }, [
      Buffer.from(`${completePart}--x\r\nContent-Disposition: form-data; name="one"; filename="a.png"\r\n\r\nbytes`),
    ]);
    expect([response.status, JSON.parse(response.text)]).toEqual([200, { form: { a: 'typed' }, files: [] }]);
    expect(
      (await sendRaw('/large/', { 'content-type': 'multipart/form-data' }, [Buffer.from(completePart)])).status,
    ).toBe(200);
    expect((await send('/large/', { a: 'again' })).status).toBe(200);
  });
});
