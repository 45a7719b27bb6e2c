import { existsSync, readdirSync } from 'node:fs';
import fsp from 'node:fs/promises';
import { join } from 'node:path';
import { isWpError, PlinthError } from '../../core/api/index.js';
import { statusOf } from '../../core/http/error-pages.js';
import { thrownToResponse } from '../../core/rest/error-response.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';
import { img } from '../media/sample-images.js';

const diskError = (code: string): Error => Object.assign(new Error(`${code}: write`), { code });

describe('a disk that cannot store anything', () => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite();
  });
  afterAll(() => test?.close());
  afterEach(() => jest.restoreAllMocks());

  const filesLeft = (): string[] => {
    const folder = join(test.site.config.dataDir, 'uploads');
    return existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : [];
  };

  /** Makes writes fail after the first bytes, as when the disk becomes full. */
  const fillDisk = (code: string): void => {
    const writeFile = fsp.writeFile.bind(fsp);
    jest.spyOn(fsp, 'writeFile').mockImplementation(async (target, _data, options) => {
      if (String(target).includes('uploads')) await writeFile(target, 'x', options);
      throw diskError(code);
    });
  };

  it.each([
    ['ENOSPC', 'disk_full'],
    ['EDQUOT', 'disk_full'],
    ['EROFS', 'disk_read_only'],
  ])('answers an upload with 507 and the reason (%s)', async (errno, code) => {
    const password = await test.inContext(() => test.site.passwords.createApplicationPassword(1, { name: errno }));
    if (isWpError(password)) throw new Error(password.getErrorMessage());
    const authorization = `Basic ${Buffer.from(`${ADMIN.login}:${password.password}`).toString('base64')}`;
    const body = new Uint8Array(await img(30, 20));
    fillDisk(errno);
    const response = await fetch(`${test.url}/wp-json/wp/v2/media`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'image/png', 'content-disposition': 'attachment; filename="a.png"' },
      body,
    });
    expect([response.status, await response.json()]).toEqual([
      507,
      { code, message: expect.stringContaining('nothing was stored'), data: { status: 507 } },
    ]);
    expect(filesLeft().filter((name) => name.endsWith('.png'))).toEqual([]);
  });

  it('shows the reason on the upload screen, which remains usable', async () => {
    const admin = visitor(test.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
    await admin.get('/wp-admin/media-new.php');
    const bytes = await img(30, 20);
    fillDisk('ENOSPC');
    const response = await admin.upload('/wp-admin/media-new.php', {}, { field: 'async-upload', name: 'a.png', bytes });
    expect(response.status).toBe(507);
    expect(response.html).toContain('a.png: The disk is full, so nothing was stored.');
    expect(response.html).toContain('name="async-upload"');
  });

  it('gives visitors the error page with the status', async () => {
    const fail = (): never => {
      throw new Error('could not save', { cause: diskError('ENOSPC') });
    };
    test.site.hooks.addAction('template_redirect', fail);
    const response = await fetch(`${test.url}/`);
    test.site.hooks.removeAction('template_redirect', fail);
    expect(response.status).toBe(507);
    expect(await response.text()).toContain('The disk is full or read-only');
  });

  it('is recognized in causes, and is not a plugin error', () => {
    const error = new Error('could not save', { cause: diskError('ENOSPC') });
    expect([statusOf(error), thrownToResponse(error).getStatus()]).toEqual([507, 507]);
    expect(
      statusOf(Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })),
    ).toBe(507);
    const refusal = new PlinthError('taken', 'Taken.', { status: 409, cause: diskError('ENOSPC') });
    expect([statusOf(refusal), statusOf(new Error('x'))]).toEqual([409, 500]);
  });
});
