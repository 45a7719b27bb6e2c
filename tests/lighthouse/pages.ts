import { chromium, type Browser, type Page } from 'playwright-core';
import { createPhotoLikeImage } from '../media/sample-images.js';
import { ADMIN } from '../chaos/site-process.js';

/** A page to test, with the visitor's cookie. */
export interface LookedAt {
  readonly name: string;
  readonly path: string;
  readonly cookie: string;
}

const PHONE = { width: 360, height: 740 };
/** An aspect ratio of 4:3, as in photos of older cameras. */
export const [WIDTH, HEIGHT] = [2400, 1800];

/** Returns a JPEG image with the size of a photo, generated from a seed. */
type CreateImage = (seed: number) => Promise<Buffer>;

const likeOne: CreateImage = (seed) => createPhotoLikeImage(WIDTH, HEIGHT, seed);

/** Starts the browser with a debugging port for Lighthouse. */
export function launchBrowser(port: number): Promise<Browser> {
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', `--remote-debugging-port=${port}`],
  });
}

/** Selected fonts by name; defaults if absent. */
export interface ChosenFonts {
  readonly text: string;
  readonly headings: string;
}

/** Sets the appearance, creates a page with images, adds a product photo and fills a cart, all in the browser. */
export async function preparePages(
  browser: Browser,
  url: string,
  createImage = likeOne,
  fonts?: ChosenFonts,
): Promise<LookedAt[]> {
  const owner = await browser.newPage();
  await logIn(owner, url);
  if (fonts) await applyFonts(owner, url, fonts);
  const article = await writeArticle(owner, url, createImage);
  const product = await addProductImages(owner, url, createImage);
  await owner.context().close();
  const cookie = await fillCart(browser, url);
  const visitor = (name: string, path: string): LookedAt => ({ name, path, cookie: '' });
  return [
    visitor('home', '/'),
    visitor('shop', '/shop/'),
    visitor('product with photographs', product),
    visitor('page with photographs', article),
    { name: 'cart', path: '/cart/', cookie },
    { name: 'checkout', path: '/checkout/', cookie },
  ];
}

/** Logs the owner in. */
export async function logIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/wp-login.php`);
  await page.fill('[name=log]', ADMIN.login);
  await page.fill('[name=pwd]', ADMIN.password);
  await page.click('[name=wp-submit]');
  await page.waitForURL('**/wp-admin/**');
}

async function applyFonts(page: Page, url: string, { text, headings }: ChosenFonts): Promise<void> {
  await page.goto(`${url}/wp-admin/customize.php`);
  await page.selectOption('[name="fields[font]"]', text);
  await page.selectOption('[name="fields[headingFont]"]', headings);
  await Promise.all([page.waitForNavigation(), page.click('.style-editor__save [name=action][value=save]')]);
}

interface UploadedFile {
  readonly id: number;
  readonly large: string;
}

async function writeArticle(page: Page, url: string, createImage: CreateImage): Promise<string> {
  const nonce = (await (await page.request.get(`${url}/wp-admin/admin-ajax.php?action=rest-nonce`)).text()).trim();
  const images: UploadedFile[] = [];
  for (const seed of [1, 2, 3]) {
    const response = await page.request.post(`${url}/wp-json/wp/v2/media`, {
      headers: {
        'X-WP-Nonce': nonce,
        'Content-Type': 'image/jpeg',
        'Content-Disposition': `attachment; filename="harbor-${seed}.jpg"`,
      },
      data: await createImage(seed),
    });
    if (response.status() !== 201)
      throw new Error(`A photograph was answered with ${response.status()}: ${await response.text()}`);
    const { id, media_details: details } = (await response.json()) as {
      id: number;
      media_details: { sizes: { large: { source_url: string } } };
    };
    images.push({ id, large: details.sizes.large.source_url });
  }
  const pageResponse = await page.request.post(`${url}/wp-json/wp/v2/pages`, {
    headers: { 'X-WP-Nonce': nonce },
    data: { title: 'Where our tea comes from', status: 'publish', content: article(images) },
  });
  if (pageResponse.status() !== 201)
    throw new Error(`The page was answered with ${pageResponse.status()}: ${await pageResponse.text()}`);
  return new URL(((await pageResponse.json()) as { link: string }).link).pathname;
}

const paragraph =
  '<!-- wp:paragraph -->\n<p>We roast in small batches, twice a week, and send within two days, so that what you drink is never older than the date on the bag says.</p>\n<!-- /wp:paragraph -->';

function article(images: readonly UploadedFile[]): string {
  const image = ({ id, large }: UploadedFile): string =>
    `<!-- wp:image {"id":${id},"sizeSlug":"large"} -->\n<figure class="wp-block-image size-large"><img src="${large}" alt="The harbor" class="wp-image-${id}"/></figure>\n<!-- /wp:image -->`;
  const column = `<!-- wp:column -->\n<div class="wp-block-column">${paragraph}</div>\n<!-- /wp:column -->`;
  const film = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
  return [
    ...images.slice(0, 1).map(image),
    paragraph,
    `<!-- wp:columns -->\n<div class="wp-block-columns">${[column, column, column].join('\n\n')}</div>\n<!-- /wp:columns -->`,
    `<!-- wp:gallery {"linkTo":"none"} -->\n<figure class="wp-block-gallery has-nested-images columns-default is-cropped">${images.map(image).join('\n\n')}</figure>\n<!-- /wp:gallery -->`,
    `<!-- wp:embed {"url":"${film}","type":"video","providerNameSlug":"youtube"} -->\n<figure class="wp-block-embed is-type-video is-provider-youtube"><div class="wp-block-embed__wrapper">\n${film}\n</div></figure>\n<!-- /wp:embed -->`,
  ].join('\n\n');
}

async function addProductImages(page: Page, url: string, createImage: CreateImage): Promise<string> {
  await page.goto(`${url}/wp-admin/admin.php?page=store-product`);
  await page.fill('[name=name]', 'Harbor');
  await page.fill('[name=regular]', '49');
  await page.selectOption('[name=status]', 'publish');
  await page.setInputFiles(
    '[name="uploads[]"]',
    await Promise.all(
      [4, 5].map(async (seed) => ({
        name: `harbor-${seed}.jpg`,
        mimeType: 'image/jpeg',
        buffer: await createImage(seed),
      })),
    ),
  );
  await page.click('.actions [name=action][value=save]');
  await page.waitForURL(/[?&]id=\d+/);
  return '/product/harbor/';
}

async function fillCart(browser: Browser, url: string): Promise<string> {
  const page = await browser.newPage({ viewport: PHONE });
  await page.goto(`${url}/product/harbor/`);
  await page.click('.buy__button');
  await page.waitForLoadState();
  const cookies = await page.context().cookies(url);
  await page.context().close();
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}
