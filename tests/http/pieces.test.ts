import { setTimeout as pause } from 'node:timers/promises';
import { bootSite, type TestSite } from '../kit/site.js';

declare global {
  // The array that the test plugin writes to.
  var pieceTrace: string[];
}

const PLUGIN = `
import { randomBytes } from 'node:crypto';
const said = (what) => globalThis.pieceTrace.push(what);
async function* pieces(upTo, { fails = false } = {}) {
  try {
    for (let piece = 1; piece <= upTo; piece++) {
      said('made ' + piece);
      // Incompressible data fills the socket's buffers.
      yield 'piece ' + piece + ' ' + randomBytes(48 * 1024).toString('base64') + '\\n';
      if (fails && piece === 3) throw new Error('the disk is gone');
    }
  } finally { said('ended'); }
}
const text = (body) => ({ kind: 'body', type: 'text/plain', body });
export default { boot(scope) {
  scope.registerFrontRoute({ path: '/pieces/', handler: () => text(pieces(40)) });
  scope.registerFrontRoute({ path: '/endless/', handler: () => text(pieces(1e6)) });
  scope.registerFrontRoute({ path: '/broken-pieces/', handler: () => text(pieces(40, { fails: true })) });
  scope.registerFrontRoute({ path: '/broken-at-once/', handler: () => text((async function* () { throw new Error('nothing to send'); })()) });
} };`;

describe('streamed response', () => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite();
    test.addPlugin('pieces', { 'index.js': PLUGIN });
    await test.inContext(() => test.site.plugins.activatePlugin('pieces'));
  });
  afterAll(() => test.close());
  beforeEach(() => void (globalThis.pieceTrace = []));

  it('arrives complete and in order', async () => {
    const text = await (await fetch(`${test.url}/pieces/`)).text();
    expect(
      text
        .split('\n')
        .slice(0, 40)
        .map((line) => line.split(' ', 2).join(' ')),
    ).toEqual(Array.from({ length: 40 }, (_, index) => `piece ${index + 1}`));
    expect(globalThis.pieceTrace.at(-1)).toBe('ended');
  });

  it('pauses for a slow reader and stops when the visitor disconnects', async () => {
    const visitor = new AbortController();
    const response = await fetch(`${test.url}/endless/`, { signal: visitor.signal });
    const reader = response.body?.getReader();
    await reader?.read();
    await pause(300);
    const producedCount = globalThis.pieceTrace.length;
    expect(producedCount).toBeLessThan(1000);
    visitor.abort();
    for (let attempt = 0; attempt < 50 && globalThis.pieceTrace.at(-1) !== 'ended'; attempt++) await pause(20);
    expect(globalThis.pieceTrace.at(-1)).toBe('ended');
  });

  it('generates no chunks for a HEAD request', async () => {
    const response = await fetch(`${test.url}/pieces/`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain');
    expect(globalThis.pieceTrace).toEqual([]);
  });

  it('aborts on an error so that it cannot pass as complete', async () => {
    const response = await fetch(`${test.url}/broken-pieces/`);
    await expect(response.text()).rejects.toThrow();
    expect((await fetch(`${test.url}/pieces/`)).status).toBe(200);
  });

  it('becomes an error page when it fails before the first chunk', async () => {
    const response = await fetch(`${test.url}/broken-at-once/`);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('nothing to send');
  });
});
