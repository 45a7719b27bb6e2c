import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bootShop, type ShopSite } from './shop-site.js';

const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30" fill="#336699"/></svg>';

describe('PNG copy of an SVG image', () => {
  let shop: ShopSite;

  beforeAll(async () => {
    shop = await bootShop('sqlite');
    mkdirSync(join(shop.site.config.dataDir, 'uploads/2030'), { recursive: true });
  });
  afterAll(() => shop.close());

  const copies = (): string[] => {
    const folder = join(shop.site.config.dataDir, 'drawings');
    return existsSync(folder) ? readdirSync(folder) : [];
  };
  const upload = (name: string, text: string): void =>
    writeFileSync(join(shop.site.config.dataDir, 'uploads/2030', name), text);
  const get = (path: string): Promise<Response> => fetch(shop.url + path);
  /** Width and height from the header of a PNG. */
  async function sizeOf(response: Response): Promise<{ width: number; height: number; bytes: Buffer }> {
    const bytes = Buffer.from(await response.arrayBuffer());
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), bytes };
  }

  it('serves as og:image of a product with an SVG image', async () => {
    upload('mug.svg', DRAWING);
    await shop.save({
      name: 'Mug',
      images: [{ source: '/wp-content/uploads/2030/mug.svg', alt: '', width: 40, height: 30 }],
    });
    const page = (await shop.shopper().get('/product/mug/')).text;
    const image = /property="og:image" content="([^"]+)"/.exec(page)?.[1] ?? '';
    expect(image).toBe(`${shop.url}/wp-content/uploads/2030/mug.svg.png`);
    expect(page).toContain('<meta property="og:image:type" content="image/png">');
    expect(page).toContain('<meta name="twitter:card" content="summary_large_image">');
    const response = await fetch(image);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(await sizeOf(response)).toMatchObject({ width: 1200, height: 900 });
  });

  it('renders once and again after the SVG changed', async () => {
    upload('lamp.svg', DRAWING.replace('#336699', '#000001'));
    const before = copies().length;
    const responses = await Promise.all([1, 2, 3].map(() => get('/wp-content/uploads/2030/lamp.svg.png')));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(copies()).toHaveLength(before + 1);
    const first = await sizeOf(await get('/wp-content/uploads/2030/lamp.svg.png'));
    upload('lamp.svg', DRAWING.replace('#336699', '#ffffff'));
    expect((await sizeOf(await get('/wp-content/uploads/2030/lamp.svg.png'))).bytes.equals(first.bytes)).toBe(false);
  });

  it('exists for plugin assets but for no path outside public folders', async () => {
    const asset =
      readdirSync(join(__dirname, '../../plugins/store/assets'), { recursive: true })
        .map(String)
        .find((file) => file.endsWith('.svg')) ?? '';
    expect((await sizeOf(await get(`/wp-content/plugins/store/assets/${asset}.png`))).width).toBe(1200);
    for (const path of [
      '/wp-content/uploads/2030/none.svg.png',
      '/wp-content/uploads/../secret.svg.png',
      '/wp-content/uploads/%2e%2e/secret.svg.png',
      '/wp-content/plugins/store/assets/..%2fplugin.json.svg.png',
      '/wp-content/plugins/nobody/assets/a.svg.png',
      '/wp-content/uploads/%00.svg.png',
      '/wp-content/uploads/%E0%A4%A.svg.png',
    ]) {
      const { status } = await get(path);
      expect([path, status >= 400 && status < 500]).toEqual([path, true]);
    }
  });

  it('fails for invalid or too large files and loads no external images', async () => {
    writeFileSync(
      join(shop.site.config.dataDir, 'uploads/2030/secret.png'),
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    );
    upload('words.svg', 'not a drawing');
    upload('large.svg', `${DRAWING.slice(0, -6)}<!--${'x'.repeat(2 * 1024 * 1024)}--></svg>`);
    upload('tower.svg', DRAWING.replace('height="30"', 'height="4000"'));
    for (const name of ['words', 'large', 'tower'])
      expect([name, (await get(`/wp-content/uploads/2030/${name}.svg.png`)).status]).toEqual([name, 404]);
    upload(
      'reaching.svg',
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="30"><image width="40" height="30" xlink:href="secret.png"/></svg>`,
    );
    upload('blank.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"></svg>');
    const [reaching, blank] = await Promise.all(
      ['reaching', 'blank'].map(async (name) => sizeOf(await get(`/wp-content/uploads/2030/${name}.svg.png`))),
    );
    expect(reaching?.bytes.equals(blank?.bytes ?? Buffer.alloc(0))).toBe(true);
  });
});
