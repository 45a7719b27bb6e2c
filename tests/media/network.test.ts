import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isWpError } from '../../core/api/index.js';
import { fetchSafely } from '../../core/network/index.js';
import { isPublicAddress } from '../../core/network/private-address.js';

describe('requests to other hosts', () => {
  let server: Server;
  let requestCount = 0;
  beforeAll(async () => {
    server = createServer((_request, response) => {
      requestCount += 1;
      response.end('secret');
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => void server.close());

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '2002:7f00:1::',
    '64:ff9b::7f00:1',
    'no address',
  ])('treat %s as not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['93.184.216.34', '2606:2800:220:1::1'])('treat %s as public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it('never reach the local machine or private networks, however addressed', async () => {
    const { port } = server.address() as AddressInfo;
    for (const url of [
      `http://127.0.0.1:${port}/a.png`,
      'http://127.0.0.1/a.png',
      'http://localhost/a.png',
      'http://[::1]/a.png',
      'http://0x7f000001/a.png',
      'http://2130706433/a.png',
      'http://u:p@example.com/a.png',
      'ftp://example.com/a.png',
      'file:///etc/passwd',
      'nonsense',
    ]) {
      expect([url, isWpError(await fetchSafely(url))]).toEqual([url, true]);
    }
    expect(requestCount).toBe(0);
  });
});
