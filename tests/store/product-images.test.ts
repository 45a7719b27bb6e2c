import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { defaultEngines } from '../kit/databases.js';
import { createPhotoLikeImage, img } from '../media/sample-images.js';
import { bootShop, type ShopSite } from './shop-site.js';
import type { Browser } from './shopper.js';

describe.each(defaultEngines)('product image on %s', (engine) => {
  let shop: ShopSite;
  let admin: Browser;
  beforeAll(async () => {
    shop = await bootShop(engine);
    admin = await shop.admin();
  });
  afterAll(() => shop.close());

  const product = async (id: number) => (await shop.inContext(() => shop.parts.products.get(id)))!;
  const rows = (id: number) =>
    shop.site.db()('store_images').where({ product_id: id }).select('*') as Promise<
      { attachment_id: number; srcset: string; source: string }[]
    >;
  async function sent(name: string, bytes: Buffer): Promise<number> {
    await admin.get('/wp-admin/admin.php?page=store-product');
    const body = new FormData();
    for (const [key, value] of Object.entries({
      ...admin.form('modified').fields,
      name,
      status: 'publish',
      regular: '10',
    }))
      body.append(key, value);
    body.append('uploads[]', new Blob([new Uint8Array(bytes)]), `${name}.jpg`);
    return Number(/id=(\d+)/.exec((await admin.upload('/wp-admin/admin.php?page=store-product', body)).path)?.[1]);
  }
  const candidates = (html: string): { url: string; width: number }[] =>
    [...(/fetchpriority|srcset="([^"]+)"/.exec(html)?.[1] ?? '').matchAll(/(\S+) (\d+)w/g)].map(
      ([, url = '', width]) => ({ url, width: Number(width) }),
    );

  it('becomes a media library file with responsive sizes below 150 KB for phones', async () => {
    const id = await sent('harbor', await createPhotoLikeImage(2400, 1800, 11));
    const [row] = await rows(id);
    expect(row?.attachment_id).toBeGreaterThan(0);
    const { text } = await shop.shopper().get('/product/harbor/');
    const offered = candidates(text);
    expect(offered.map(({ width }) => width).sort((a, b) => a - b)).toEqual([300, 768, 1024, 1536, 2048, 2400]);
    const forPhone = offered.find(({ width }) => width === 1536)?.url ?? '';
    const response = await fetch(forPhone, { headers: { accept: 'image/webp,*/*' } });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([response.headers.get('content-type'), (await sharp(bytes).metadata()).width]).toEqual(['image/webp', 1536]);
    expect(bytes.length).toBeLessThanOrEqual(150 * 1024);
    const edit = await admin.get(`/wp-admin/post.php?post=${row?.attachment_id}&action=edit`);
    expect(edit.text).toContain('harbor');
    expect(edit.text).toContain(`page=store-product&amp;id=${id}`.replaceAll('=', '&#x3D;'));
  });

  it('moves existing files into the media library once and keeps their URLs', async () => {
    const { basedir } = await shop.inContext(() => shop.site.uploads.wpUploadDir());
    await mkdir(join(basedir, '2020', '01'), { recursive: true });
    await writeFile(join(basedir, '2020', '01', 'old.jpg'), await img(900, 600, 'jpeg'));
    const source = '/wp-content/uploads/2020/01/old.jpg';
    const [first, second] = [
      await shop.save({ name: 'First old', images: [{ source, alt: 'Old', width: 900, height: 600 }] }),
      await shop.save({ name: 'Second old', images: [{ source, alt: 'Old too', width: 900, height: 600 }] }),
    ];
    const missingId = await shop.save({
      name: 'Gone',
      images: [{ source: '/wp-content/uploads/2020/01/none.exe', alt: '', width: 1, height: 1 }],
    });
    await shop.inContext(() => shop.parts.imageAdoption.addToMediaLibrary({ max: 10 }));
    const [firstRow, secondRow] = [(await rows(first))[0], (await rows(second))[0]];
    expect(firstRow?.attachment_id).toBeGreaterThan(0);
    expect([secondRow?.attachment_id, firstRow?.source]).toEqual([firstRow?.attachment_id, source]);
    expect(firstRow?.srcset).toContain('/wp-content/uploads/2020/01/old-300x200.jpg 300w');
    expect(firstRow?.srcset).not.toContain('http');
    expect((await rows(missingId))[0]?.attachment_id).toBe(-1);
    expect(await shop.inContext(() => shop.parts.imageAdoption.addToMediaLibrary({ max: 10 }))).toBe(0);
    expect(
      await shop.inContext(() =>
        shop.site.meta.getPostMeta(firstRow?.attachment_id ?? 0, '_wp_attachment_image_alt', true),
      ),
    ).toBe('Old');
  });

  it('follows a file replaced in the media library', async () => {
    const id = await sent('cup', await img(800, 800, 'jpeg'));
    const [row] = await rows(id);
    await shop.inContext(async () =>
      shop.site.attachments.maintenance.replaceFile(row?.attachment_id ?? 0, {
        name: 'better.jpg',
        type: 'image/jpeg',
        data: await img(1200, 900, 'jpeg'),
      }),
    );
    expect((await product(id)).images[0]).toMatchObject({ width: 1200, height: 900 });
    expect((await rows(id))[0]?.source).toMatch(/\/better\.jpg$/);
  });
});
