import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, takeScreenshot, withBrowser } from '../kit/browser.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { untilTrue } from '../kit/until-true.js';
import { imageWithHeader, img } from './sample-images.js';

const SCREEN = '/wp-admin/media-new.php';
const MB = 1024 * 1024;

withBrowser('files dropped into the media library', () => {
  let site: TestSite;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    site = await bootSite();
    browser = await openBrowser();
    page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })).newPage();
    // Progress bars disappear quickly, so the page records them and their texts.
    await page.addInitScript(
      `window.shown = []; window.states = ''; new MutationObserver(() => { for (const bar of document.querySelectorAll('.upload-list progress')) if (!window.shown.includes(bar.getAttribute('aria-label'))) window.shown.push(bar.getAttribute('aria-label')); window.states += document.querySelector('.upload-list')?.textContent ?? ''; }).observe(document, { childList: true, subtree: true, characterData: true });`,
    );
    await page.goto(`${site.url}/wp-login.php?redirect_to=${encodeURIComponent(site.url + SCREEN)}`);
    await page.fill('input[name=log]', ADMIN.login);
    await page.fill('input[name=pwd]', ADMIN.password);
    await Promise.all([page.waitForURL(`**${SCREEN}`), page.press('input[name=pwd]', 'Enter')]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  /** Simulates a drop of files on the form. A file given by its size is created in the page, since it is never uploaded. */
  async function drop(
    files: readonly { readonly name: string; readonly type: string; readonly bytes: Buffer | number }[],
  ): Promise<void> {
    const payload = files.map(({ name, type, bytes }) => ({
      name,
      type,
      text: typeof bytes === 'number' ? '' : bytes.toString('base64'),
      size: typeof bytes === 'number' ? bytes : 0,
    }));
    const carried = await page.evaluateHandle<unknown>(
      `((files) => { const carried = new DataTransfer(); for (const { name, type, text, size } of files) carried.items.add(new File([size > 0 ? new Uint8Array(size) : Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))], name, { type })); return carried; })(${JSON.stringify(payload)})`,
    );
    for (const kind of ['dragenter', 'dragover', 'drop'])
      await page.dispatchEvent('#upload', kind, { dataTransfer: carried });
  }
  const lines = async (): Promise<string[]> =>
    (await page.locator('.upload-list li').allInnerTexts()).map((line) => line.replace(/\s+/g, ' ').trim());
  const stored = async (): Promise<string[]> =>
    (
      await site.site
        .db()<{ post_title: string; post_type: string; id: number }>('posts')
        .where({ post_type: 'attachment' })
        .orderBy('id')
        .select('post_title')
    ).map((row) => row.post_title);

  it('upload except for files over the size or pixel limit, with a reason', async () => {
    const uploads: string[] = [];
    page.on(
      'request',
      (request) =>
        void (request.method() === 'POST' && request.url().endsWith('/wp/v2/media') && uploads.push(request.url())),
    );
    await drop([
      { name: 'harbor.png', type: 'image/png', bytes: await img(300, 200) },
      { name: 'film.mp4', type: 'video/mp4', bytes: 40 * MB },
      { name: 'poster.png', type: 'image/png', bytes: imageWithHeader(20_000, 20_000) },
      { name: 'market.jpg', type: 'image/jpeg', bytes: await img(200, 200, 'jpeg') },
    ]);
    await untilTrue(() =>
      page.evaluate<boolean>(
        `document.querySelectorAll('.upload-list li').length === 4 && document.querySelectorAll('.upload-list progress').length === 0`,
      ),
    );
    expect(await lines()).toEqual([
      'harbor.png Uploaded Edit',
      'film.mp4 This file is 40 MB; the limit is 32 MB. Make it smaller and upload it again.',
      'poster.png This image has 400 million pixels; the limit is 100 million. Make it smaller and upload it again.',
      'market.jpg Uploaded Edit',
    ]);
    expect(await page.evaluate<string[]>('window.shown')).toEqual(
      expect.arrayContaining(['harbor.png', 'poster.png', 'market.jpg']),
    );
    expect(await page.evaluate<string>('window.states')).toMatch(/Pending.*\d+ %.*Uploaded/s);
    // Files that are too large are not uploaded.
    expect(uploads).toHaveLength(3);
    expect(await stored()).toEqual(['harbor', 'market']);
    expect([await seriousFindings(page), await overflows(page)]).toEqual([[], false]);
    await takeScreenshot(page, 'drop-1440');
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await overflows(page)).toBe(false);
    await takeScreenshot(page, 'drop-360');
  });

  it('upload when dropped anywhere on the media library screen', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${site.url}/wp-admin/upload.php`);
    expect(await page.isVisible('.upload-list')).toBe(false);
    await takeScreenshot(page, 'drop-library-1440');
    const data = (await img(120, 90)).toString('base64');
    const carried = await page.evaluateHandle<unknown>(
      `(() => { const carried = new DataTransfer(); carried.items.add(new File([Uint8Array.from(atob(${JSON.stringify(data)}), (sign) => sign.charCodeAt(0))], 'roof.png', { type: 'image/png' })); return carried; })()`,
    );
    for (const kind of ['dragover', 'drop']) await page.dispatchEvent('.media-grid', kind, { dataTransfer: carried });
    await page.click('.upload-list .notice--success a');
    await page.waitForSelector('.media-card:has-text("roof")');
    expect([await seriousFindings(page), await overflows(page)]).toEqual([[], false]);
  });

  it('show size limits in Polish in the form, the editor and the API', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${site.url}${SCREEN}?wp_lang=pl_PL`);
    await drop([
      { name: 'film.mp4', type: 'video/mp4', bytes: 33 * MB },
      { name: 'poster.png', type: 'image/png', bytes: imageWithHeader(20_000, 20_000) },
    ]);
    await untilTrue(() =>
      page.evaluate<boolean>(
        `document.querySelectorAll('.upload-list li').length === 2 && document.querySelectorAll('.upload-list progress').length === 0`,
      ),
    );
    expect(await lines()).toEqual([
      'film.mp4 Ten plik ma 33 MB, a limit to 32 MB. Zmniejsz go i prześlij ponownie.',
      expect.stringMatching(/^poster\.png Ten obraz ma 400 mln pikseli|^poster\.png .*400.*100/) as string,
    ]);
    const response = await page.evaluate<{ status: number; message: string }>(
      `(async () => { const form = document.querySelector('#upload'); const data = new FormData(); data.append('file', new File([new Uint8Array(${34 * MB})], 'film.mp4')); const answer = await fetch(form.dataset.endpoint, { method: 'POST', headers: { 'X-WP-Nonce': form.dataset.nonce }, body: data }); return { status: answer.status, message: (await answer.json()).message }; })()`,
    );
    expect(response).toEqual({
      status: 413,
      message: 'Przesłano więcej niż dozwolone 33 MB. Zmniejsz rozmiar i wyślij ponownie.',
    });
    await page.goto(`${site.url}/wp-admin/post-new.php?post_type=page`);
    const dialogMessage = new Promise<string>((resolve) => {
      page.once('dialog', (dialog) => {
        resolve(dialog.message());
        void dialog.accept();
      });
    });
    const carried = await page.evaluateHandle<unknown>(
      `(() => { const carried = new DataTransfer(); carried.items.add(new File([new Uint8Array(${40 * MB})], 'roof.jpg', { type: 'image/jpeg' })); return carried; })()`,
    );
    const box = await page.locator('[data-block-editor] .ProseMirror').boundingBox();
    await page.dispatchEvent('[data-block-editor] .ProseMirror', 'drop', {
      dataTransfer: carried,
      clientX: (box?.x ?? 0) + 40,
      clientY: (box?.y ?? 0) + 10,
    });
    expect(await dialogMessage).toBe('roof.jpg: Ten plik ma 40 MB, a limit to 32 MB. Zmniejsz go i prześlij ponownie.');
  });

  it('get 413 with an error page without JavaScript', async () => {
    await page.goto(site.url + SCREEN);
    const nonce = await page.inputValue('#upload input[name=_wpnonce]');
    const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
    const body = new FormData();
    body.append('_wpnonce', nonce);
    body.append('async-upload', new File([Buffer.alloc(34 * MB)], 'film.mp4'));
    const response = await fetch(site.url + SCREEN, { method: 'POST', headers: { cookie }, body });
    const html = await response.text();
    expect([response.status, /Request too large|Przesłano za dużo danych/.test(html)]).toEqual([413, true]);
  });
});
