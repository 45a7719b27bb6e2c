import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { isWpError } from '../../core/api/index.js';
import { fileNameOf } from '../../core/rest/wp-v2/media/uploaded-file.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { createPhoto, img } from './sample-images.js';

interface Media {
  id: number;
  source_url: string;
  title: { rendered: string };
  media_details: { width: number; height: number; sizes: Record<string, { file: string }> };
  code?: string;
}

describe('wp/v2/media', () => {
  let test: TestSite;
  let admin: string;
  const request = async (
    method: string,
    path: string,
    { body, headers = {}, as = admin }: { body?: Buffer | object; headers?: Record<string, string>; as?: string } = {},
  ) => {
    const isBytes = Buffer.isBuffer(body);
    const response = await fetch(`${test.url}/wp-json/wp/v2/media${path}`, {
      method,
      headers: {
        ...(as === '' ? {} : { authorization: as }),
        ...(body && !isBytes ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, json: (await response.json()) as Media & Media[] };
  };
  const send = (name: string, body: Buffer, headers: Record<string, string> = {}, path = '') =>
    request('POST', path, {
      body,
      headers: { 'content-type': 'image/png', 'content-disposition': `attachment; filename="${name}"`, ...headers },
    });

  beforeAll(async () => {
    test = await bootSite();
    const { site } = test;
    const passwordOf = async (login: string): Promise<string> => {
      const user = await site.users.getUserBy('login', login);
      const applicationPassword = await test.inContext(() =>
        site.passwords.createApplicationPassword(user ? user.id : 0, { name: 'test' }),
      );
      if (isWpError(applicationPassword)) throw new Error(applicationPassword.getErrorMessage());
      return `Basic ${Buffer.from(`${login}:${applicationPassword.password}`).toString('base64')}`;
    };
    admin = await passwordOf(ADMIN.login);
  });
  afterAll(() => test?.close());

  it('accepts an image over the usual body limit from a user with permission', async () => {
    const noise = await sharp({
      create: {
        width: 800,
        height: 800,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer();
    expect(noise.length).toBeGreaterThan(1024 * 1024);
    const { status, json, headers } = await send('noise.png', noise);
    expect([status, headers.get('location'), headers.get('x-wp-upload-attachment-id')]).toEqual([
      201,
      `${test.url}/wp-json/wp/v2/media/${json.id}`,
      String(json.id),
    ]);
    const stored = Buffer.from(await (await fetch(json.source_url)).arrayBuffer());
    expect(createHash('sha1').update(stored).digest('hex')).toBe(createHash('sha1').update(noise).digest('hex'));
  });

  it('refuses large bodies from visitors and with a wrong password', async () => {
    const large = Buffer.alloc(2 * 1024 * 1024);
    for (const as of ['', `Basic ${Buffer.from('admin:abcd efgh ijkl mnop qrst uvwx').toString('base64')}`]) {
      const response = await request('POST', '', {
        body: large,
        as,
        headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="x.png"' },
      });
      expect([413, 401]).toContain(response.status);
      expect(response.json.code).not.toBe('rest_upload_sideload_error');
    }
    const other = await fetch(`${test.url}/wp-json/wp/v2/posts`, {
      method: 'POST',
      headers: { authorization: admin, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'x'.repeat(2 * 1024 * 1024) }),
    });
    expect(other.status).toBe(413);
  });

  it.each([
    [
      'no type',
      { 'content-type': '', 'content-disposition': 'attachment; filename="a.png"' },
      'rest_upload_no_content_type',
    ],
    [
      'no disposition',
      { 'content-type': 'image/png', 'content-disposition': '' },
      'rest_upload_no_content_disposition',
    ],
    [
      'a Content-Disposition without a file name',
      { 'content-type': 'image/png', 'content-disposition': 'attachment' },
      'rest_upload_invalid_disposition',
    ],
    [
      'a wrong Content-MD5',
      { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="a.png"', 'content-md5': 'ff' },
      'rest_upload_hash_mismatch',
    ],
  ])('rejects an upload with %s', async (_what, headers, code) => {
    expect((await request('POST', '', { body: await img(4, 4), headers })).json.code).toBe(code);
  });

  it('accepts a body with a matching Content-MD5', async () => {
    const bytes = await img(5, 5);
    expect(
      (await send('sum.png', bytes, { 'content-md5': createHash('md5').update(bytes).digest('hex') })).status,
    ).toBe(201);
  });

  it.each([
    ['attachment; filename="a.png"', 'a.png'],
    ['inline; name=x; filename=b.png', 'b.png'],
    ['attachment; filename=""', undefined],
    ['attachment', undefined],
    ['attachment; filename=a=b.png', 'a=b.png'],
  ])('parses the file name from %s', (disposition, name) => {
    expect(fileNameOf(disposition)).toBe(name);
  });

  it('filters the list by media type, MIME type and file name', async () => {
    await send('table.csv', Buffer.from('a,b\n1,2\n'), { 'content-type': 'text/csv' });
    const titles = async (query: string): Promise<string[]> =>
      (await request('GET', `?${query}`, { as: '' })).json.map(({ title }) => title.rendered);
    expect(await titles('media_type=text')).toEqual(['table']);
    expect(await titles('mime_type=text/csv')).toEqual(['table']);
    expect(await titles('media_type=image&search=table')).toEqual([]);
    expect(await titles('search=noise.png')).toEqual(['noise']);
    expect((await request('GET', '?media_type=pictures', { as: '' })).status).toBe(400);
  });

  it('creates an edited copy of an image and keeps the original', async () => {
    const { json: original } = await send('turn.jpg', await createPhoto(600, 400), { 'content-type': 'image/jpeg' });
    const { status, json } = await request('POST', `/${original.id}/edit`, {
      body: {
        src: original.source_url,
        modifiers: [
          { type: 'rotate', args: { angle: 90 } },
          { type: 'crop', args: { left: 0, top: 0, width: 50, height: 100 } },
        ],
      },
    });
    expect([status, json.media_details.width, json.media_details.height]).toEqual([201, 300, 400]);
    expect(json.source_url).toMatch(/turn-edited\.jpg$/);
    expect((await fetch(original.source_url)).status).toBe(200);
    const code = async (body: object): Promise<string | undefined> =>
      (await request('POST', `/${original.id}/edit`, { body })).json.code;
    expect(await code({ src: `${test.url}/other.jpg`, rotation: 90 })).toBe('rest_unknown_attachment');
    expect(await code({ src: original.source_url })).toBe('rest_image_not_edited');
    expect(
      await code({
        src: original.source_url,
        modifiers: [{ type: 'crop', args: { left: 0, top: 0, width: 500, height: 10 } }],
      }),
    ).toBe('rest_invalid_param');
  });

  it('creates missing image sizes through post-process', async () => {
    const { json } = await send('again.png', await img(700, 500));
    test.site.attachments.addImageSize('strip', 600, 100, true);
    const processed = await request('POST', `/${json.id}/post-process`, { body: { action: 'create-image-subsizes' } });
    expect([processed.status, processed.json.media_details.sizes.strip?.file]).toEqual([200, 'again-600x100.png']);
    test.site.attachments.removeImageSize('strip');
    expect((await request('POST', `/${json.id}/post-process`, { body: { action: 'anything' } })).status).toBe(400);
  });
});
