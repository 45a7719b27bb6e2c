import { readdir, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp from 'sharp';
import { isWpError } from '../../core/api/index.js';
import { bootSite, type TestSite } from '../kit/site.js';
import { createPhotoLikeImage, img } from './sample-images.js';

describe('WebP copies of images', () => {
  let test: TestSite;
  beforeAll(async () => void (test = await bootSite()));
  afterAll(() => test?.close());

  async function uploaded(name: string, data: Buffer): Promise<{ id: number; file: string; url: string }> {
    return test.inContext(async () => {
      const id = await test.site.attachments.mediaHandleUpload({ name, data });
      if (isWpError(id)) throw new Error(id.getErrorMessage());
      const [file, url] = [
        await test.site.attachments.getAttachedFile(id),
        await test.site.attachments.wpGetAttachmentUrl(id),
      ];
      if (file === false || url === false) throw new Error('The file is not there.');
      return { id, file, url };
    });
  }
  const IMAGE_HEADERS = { accept: 'image/avif,image/webp,image/apng,image/*,*/*;q=0.8' };
  const fetchImage = async (url: string, headers: Record<string, string> = IMAGE_HEADERS) => {
    const response = await fetch(url, { headers });
    return {
      type: response.headers.get('content-type'),
      vary: response.headers.get('vary') ?? '',
      bytes: Buffer.from(await response.arrayBuffer()),
      policy: response.headers.get('content-security-policy'),
    };
  };

  it('keep photographs under 150 KB on phones and are sent only when accepted', async () => {
    const bytes = await createPhotoLikeImage(4000, 3000, 7);
    expect(bytes.length).toBeGreaterThan(7_000_000);
    const { id, url } = await uploaded('harbor.jpg', bytes);
    const html = await test.inContext(() => test.site.attachments.wpGetAttachmentImage(id, 'large'));
    const candidates = [...(/srcset="([^"]+)"/.exec(html)?.[1] ?? '').matchAll(/(\S+) (\d+)w/g)].map(
      ([, copyUrl = '', width]) => ({ address: copyUrl, width: Number(width) }),
    );
    const forPhones = candidates.filter(({ width }) => width <= 1536);
    expect(forPhones.map(({ width }) => width).sort((a, b) => a - b)).toEqual([300, 768, 1024, 1536]);
    for (const { address: copyUrl, width } of forPhones) {
      const { type, vary, bytes: sent } = await fetchImage(copyUrl);
      expect([type, vary.includes('Accept'), (await sharp(sent).metadata()).width]).toEqual([
        'image/webp',
        true,
        width,
      ]);
      expect(sent.length).toBeLessThanOrEqual(150 * 1024);
    }
    // 412 CSS pixels at a density of 2.625 need the 1,536-pixel copy, as do all narrower phones.
    expect(Math.ceil(412 * 2.625)).toBeLessThanOrEqual(1536);
    const first = candidates[0]?.address ?? '';
    expect((await fetchImage(first, { accept: 'image/*' })).type).toBe('image/jpeg');
    expect((await fetchImage(url, { accept: 'text/html,image/webp,*/*;q=0.8' })).type).toBe('image/jpeg');
  }, 120_000);

  it('preserve the colors of drawings and are deleted with their file', async () => {
    const { id, file } = await uploaded('screen.png', await img(1200, 800, 'png'));
    const copies = (await readdir(dirname(file))).filter((name) => name.startsWith('screen') && name.endsWith('.webp'));
    for (const name of copies) {
      const pixel = await sharp(`${dirname(file)}/${name}`)
        .raw()
        .toBuffer();
      expect([...pixel.subarray(0, 3)]).toEqual([0x33, 0x66, 0xaa]);
    }
    expect(copies.length).toBeGreaterThan(3);
    await test.inContext(() => test.site.attachments.wpDeleteAttachment(id, true));
    expect((await readdir(dirname(file))).filter((name) => name.startsWith('screen'))).toEqual([]);
  });

  it('appear for earlier uploads when sizes are updated', async () => {
    const { id, file } = await uploaded('old.jpg', await createPhotoLikeImage(1000, 700, 3));
    const copy = `${file}.webp`;
    for (const name of await readdir(dirname(file)))
      if (name.startsWith('old') && name.endsWith('.webp')) await rm(`${dirname(file)}/${name}`);
    await test.inContext(() => test.site.attachments.wpUpdateImageSubsizes(id));
    expect((await stat(copy)).size).toBeGreaterThan(0);
    expect(
      (await readdir(dirname(file))).filter((name) => /^old-\d+x\d+\.jpg\.webp$/.test(name)).length,
    ).toBeGreaterThan(1);
  });

  it('sanitize an uploaded SVG and serve it with a strict policy', async () => {
    const entitySvg = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x "y">]>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 120 40" onload="alert(1)"><style>.a{fill:url(#g)}</style><script>alert(1)</script>
<defs><linearGradient id="g"><stop offset="0" stop-color="#c00"/></linearGradient><g id="bomb"><use href="#g"/></g></defs><path class="a" d="M0 0h9v9z" style="background:url(https://evil.example/x)"/>
<a href="javascript:alert(1)"><text>linked</text></a><use xlink:href="https://evil.example/#x"/><use href="#bomb"/><use href="#g"/><image href="file:///etc/passwd"/><foreignObject><iframe src="javascript:alert(1)"></iframe></foreignObject><set attributeName="href" to="javascript:alert(1)"/><text x="1">A &amp; B]]&gt;</text></svg>`;
    const { id, url } = await uploaded('logo.svg', Buffer.from(entitySvg));
    const { type, bytes, policy } = await fetchImage(url);
    const text = bytes.toString();
    expect([type, policy]).toEqual(['image/svg+xml', "default-src 'none'; style-src 'unsafe-inline'; sandbox"]);
    expect(text).toContain('<path class="a" d="M0 0h9v9z"></path>');
    expect(text).toContain('<style>.a{fill:url(#g)}</style>');
    expect(text).toContain('<use href="#g"></use>');
    expect(text).toContain('A &amp; B]]&gt;');
    expect(text).not.toMatch(/script|onload|evil|foreignObject|iframe|image|passwd|ENTITY|<a |<set|#bomb/);
    expect(await test.inContext(() => test.site.attachments.wpGetAttachmentMetadata(id))).toMatchObject({
      width: 120,
      height: 40,
    });
  });

  it.each([
    ['an HTML page named .svg', 'x.svg', '<!doctype html><svg></svg>'],
    ['an SVG named .png', 'x.png', '<svg xmlns="http://www.w3.org/2000/svg"></svg>'],
    ['a compressed SVG (.svgz)', 'x.svgz', '\x1f\x8b'],
    ['a truncated SVG', 'x.svg', '<svg'],
  ])('reject %s', async (_what, name, text) => {
    await expect(uploaded(name, Buffer.from(text, 'latin1'))).rejects.toThrow();
  });
});
