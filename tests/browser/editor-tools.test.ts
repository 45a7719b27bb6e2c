import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, takeScreenshot, withBrowser, views } from '../kit/browser.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { readDom } from '../kit/dom.js';

const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
/** The smallest possible image, a PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

withBrowser('editor tools in a browser', () => {
  let site: TestSite;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    site = await bootSite();
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(`${site.url}/wp-login.php`);
    await page.fill('input[name=log]', ADMIN.login);
    await page.fill('input[name=pwd]', ADMIN.password);
    await page.click('[name=wp-submit]');
    await site.inContext(() =>
      site.site.content.wpInsertPost({
        post_type: 'page',
        post_title: 'How we ship tea',
        post_name: 'shipping-tea',
        post_status: 'publish',
        post_author: 1,
      }),
    );
    await page.goto(`${site.url}/wp-admin/post-new.php?post_type=page`);
    await page.waitForSelector('.block-list');
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const text = (): Promise<string> => page.inputValue('#content');
  async function setContent(content: string): Promise<void> {
    await page.evaluate(`window.plinth.editor.patch({ content: ${JSON.stringify(content)} })`);
    await page.locator('.block-list > *').last().click();
    await page.keyboard.press('End');
  }
  async function paste(html: string): Promise<void> {
    await page.evaluate(`(() => {
      const data = new DataTransfer();
      data.setData('text/html', ${JSON.stringify(html)});
      data.setData('text/plain', 'unused');
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    })()`);
  }
  const flat = async (): Promise<string> => (await text()).replace(/\n+/g, '');
  const tool = (name: string): Promise<void> => page.click(`[data-tool="${name}"]`);

  it('pastes headings, emphasis, lists and tables from Word without its styles', async () => {
    await setContent('');
    await paste(`<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body lang=PL><!--StartFragment-->
      <h1 style='mso-x:1'><b>Regulamin</b></h1>
      <p class=MsoNormal>Zwykły <b style='mso-bidi-font-weight:normal'>gruby</b> i <i>kursywa</i><o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p>
      <p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Pierwszy</p>
      <p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>a.<span>&nbsp;</span></span>Głębiej</p>
      <table class=MsoTableGrid border=1><tr><td width=100 style='x'><p class=MsoNormal>A</p></td><td><p class=MsoNormal>B</p></td></tr></table>
      <!--EndFragment--></body></html>`);
    expect(await flat()).toBe(
      [
        '<!-- wp:heading --><h2 class="wp-block-heading">Regulamin</h2><!-- /wp:heading -->',
        '<!-- wp:paragraph --><p>Zwykły <strong>gruby</strong> i <em>kursywa</em></p><!-- /wp:paragraph -->',
        '<!-- wp:list {"ordered":true} --><ol class="wp-block-list"><!-- wp:list-item --><li>Pierwszy<!-- wp:list {"ordered":true} --><ol class="wp-block-list"><!-- wp:list-item --><li>Głębiej</li><!-- /wp:list-item --></ol><!-- /wp:list --></li><!-- /wp:list-item --></ol><!-- /wp:list -->',
        '<!-- wp:table --><figure class="wp-block-table"><table class="has-fixed-layout"><tbody><tr><td>A</td><td>B</td></tr></tbody></table></figure><!-- /wp:table -->',
      ].join(''),
    );
  });

  it('converts styles pasted from Google Docs to bold, italic and lists', async () => {
    await setContent('');
    await paste(
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-weight:700">Bold</span><span style="font-weight:400"> plain </span><span style="font-style:italic">slanted</span></p><ul><li dir="ltr" style="list-style-type:disc"><p dir="ltr" role="presentation"><span style="font-weight:400">Item</span></p></li></ul></b>',
    );
    expect(await flat()).toBe(
      '<!-- wp:paragraph --><p><strong>Bold</strong> plain <em>slanted</em></p><!-- /wp:paragraph --><!-- wp:list --><ul class="wp-block-list"><!-- wp:list-item --><li>Item</li><!-- /wp:list-item --></ul><!-- /wp:list -->',
    );
  });

  it('pastes text, links and images of a web page without scripts or frames', async () => {
    await setContent('');
    await paste(
      '<div><nav hidden>menu</nav><article><h3 onclick="x()">News</h3><p style="color:red">See <a href="https://example.com/a" class="btn">this</a><script>alert(1)</script><img src="file:///c/x.png"></p><iframe src="https://evil.test"></iframe><p><img src="https://example.com/cup.jpg" alt="A cup" onerror="x()"></p></article></div>',
    );
    expect(await flat()).toContain('<h3 class="wp-block-heading">News</h3>');
    expect(await flat()).toContain('<p>See <a href="https://example.com/a">this</a></p>');
    expect(await flat()).toContain('<img src="https://example.com/cup.jpg" alt="A cup"/>');
    expect(await text()).not.toMatch(/script|iframe|onerror|onclick|file:|style=/);
  });

  it('links the selection to a page found by title, and removes the link', async () => {
    await setContent(paragraph('Read about shipping'));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+k');
    await page.fill('#editor-link', 'ship tea');
    await page.waitForSelector('.editor-dialog [role=option]');
    expect(await seriousFindings(page)).toEqual([]);
    await takeScreenshot(page, 'editor-link');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await text()).toBe(paragraph(`<a href="${site.url}/shipping-tea/">Read about shipping</a>`));
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ControlOrMeta+k');
    await page.click('button:has-text("Remove link")');
    expect(await text()).toBe(paragraph('Read about shipping'));
  });

  it('converts a line to heading, list, quote, code and back to paragraph', async () => {
    await setContent(paragraph('Words'));
    const kind = (name: string): Promise<unknown> => page.selectOption('.toolbar select', name);
    for (const [name, expected] of [
      ['heading-3', '<!-- wp:heading {"level":3} --><h3 class="wp-block-heading">Words</h3><!-- /wp:heading -->'],
      ['heading-2', '<!-- wp:heading --><h2 class="wp-block-heading">Words</h2><!-- /wp:heading -->'],
      [
        'bullet-list',
        '<!-- wp:list --><ul class="wp-block-list"><!-- wp:list-item --><li>Words</li><!-- /wp:list-item --></ul><!-- /wp:list -->',
      ],
      [
        'ordered-list',
        '<!-- wp:list {"ordered":true} --><ol class="wp-block-list"><!-- wp:list-item --><li>Words</li><!-- /wp:list-item --></ol><!-- /wp:list -->',
      ],
      [
        'quote',
        `<!-- wp:quote --><blockquote class="wp-block-quote">${paragraph('Words').replace(/\n/g, '')}</blockquote><!-- /wp:quote -->`,
      ],
      ['code', '<!-- wp:code --><pre class="wp-block-code"><code>Words</code></pre><!-- /wp:code -->'],
      ['paragraph', paragraph('Words').replace(/\n/g, '')],
    ] as const) {
      await kind(name);
      expect([name, await flat()]).toEqual([name, expected]);
    }
  });

  it('toggles bold and italic, with undo and redo', async () => {
    await setContent(paragraph('Tea'));
    await page.keyboard.press('ControlOrMeta+a');
    await tool('bold');
    await page.keyboard.press('ControlOrMeta+i');
    expect(await text()).toBe(paragraph('<strong><em>Tea</em></strong>'));
    await tool('undo');
    await tool('undo');
    expect(await text()).toBe(paragraph('Tea'));
    await tool('redo');
    expect(readDom(await text()).texts('strong')).toContain('Tea');
  });

  it('inserts a block by slash command, and adds and removes table rows and columns', async () => {
    await setContent('');
    await page.keyboard.type('/tabl');
    await page.waitForSelector('.slash-menu [role=option]');
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.keyboard.type('Tea');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Price');
    for (const name of ['columnRemove', 'rowAfter', 'columnAfter', 'rowRemove']) await tool(name);
    const [head, ...rows] = (await text()).match(/<tr>.*?<\/tr>/g) ?? [];
    expect(head).not.toContain('Price');
    expect([...rows, head ?? ''].every((row) => row.match(/<t[hd]>/g)?.length === 3)).toBe(true);
    for (let step = 0; step < 20 && (await text()) !== ''; step += 1) await tool('undo');
    expect(await text()).toBe('');
  });

  it('moves a block by keys and buttons, removes it and undoes', async () => {
    const [a, b, c] = [paragraph('A'), '<!-- wp:acme/star {"n":5} /-->', paragraph('C')];
    await setContent([a, b, c].join('\n\n'));
    await page.keyboard.press('Alt+Shift+ArrowUp');
    expect(await text()).toBe([a, c, b].join('\n\n'));
    await tool('up');
    expect(await text()).toBe([c, a, b].join('\n\n'));
    await tool('down');
    await tool('remove');
    expect(await text()).toBe([a, b].join('\n\n'));
    await tool('undo');
    expect(await text()).toBe([a, c, b].join('\n\n'));
  });

  it('moves a block by dragging its handle', async () => {
    await setContent([paragraph('First'), paragraph('Second'), paragraph('Third')].join('\n\n'));
    await page.locator('.block-list > p').first().hover();
    const [handle, last] = await Promise.all([
      page.locator('.drag-handle').boundingBox(),
      page.locator('.block-list > p').last().boundingBox(),
    ]);
    if (!handle || !last) throw new Error('The handle or the paragraph is not shown.');
    await page.mouse.move(handle.x + 5, handle.y + 10);
    await page.mouse.down();
    await page.mouse.move(handle.x + 30, handle.y + 40, { steps: 4 });
    await page.mouse.move(last.x + 60, last.y + last.height - 2, { steps: 6 });
    await page.mouse.up();
    expect(await page.locator('.block-list > p').allInnerTexts()).toEqual(['Second', 'Third', 'First']);
  });

  it('uploads a chosen image and inserts it with its alternative text', async () => {
    await setContent('');
    await page.keyboard.type('/image');
    await page.keyboard.press('Enter');
    await page.click('button:has-text("Choose image")');
    await page.setInputFiles('.editor-dialog input[type=file]', {
      name: 'cup.png',
      mimeType: 'image/png',
      buffer: PIXEL,
    });
    await page.waitForSelector('.editor-image__frame img[src*="cup"]');
    await page.hover('.editor-image');
    await page.fill('.editor-image__tools input', 'A cup of tea');
    expect(await flat()).toMatch(
      /^<!-- wp:image \{"id":(\d+),"sizeSlug":"large","linkDestination":"none"\} --><figure class="wp-block-image size-large"><img src="[^"]*cup[^"]*" alt="A cup of tea" class="wp-image-\1"\/><\/figure><!-- \/wp:image -->$/,
    );
  });

  it('inserts linked buttons, and adds and removes columns', async () => {
    await setContent('');
    await page.keyboard.type('/buttons');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Go to shop');
    await tool('buttonLink');
    await page.fill('#editor-link', '/shop/');
    await page.click('.editor-dialog[open] button:has-text("Apply")');
    expect(await flat()).toContain(
      '<div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="/shop/">Go to shop</a></div>',
    );
    await page.keyboard.press('Enter');
    await page.keyboard.type('/two');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Left');
    await tool('addColumn');
    expect((await text()).match(/<!-- wp:column -->/g)).toHaveLength(3);
    await tool('removeColumn');
    expect((await text()).match(/<!-- wp:column -->/g)).toHaveLength(2);
  });

  it('updates the side-by-side preview while typing', async () => {
    await setContent(paragraph('Seen'));
    expect(await page.locator('iframe[name=preview]').isVisible()).toBe(false);
    await page.click('button:has-text("Side-by-side preview")');
    const previewFrame = page.frameLocator('iframe[name=preview]');
    await previewFrame.getByText('Seen', { exact: true }).waitFor();
    await page.locator('.block-list > p').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' at once');
    await previewFrame.getByText('Seen at once', { exact: true }).waitFor();
    const [written, preview] = await Promise.all([
      page.locator('.block-list').boundingBox(),
      page.locator('iframe[name=preview]').boundingBox(),
    ]);
    expect((preview?.x ?? 0) > (written?.x ?? 0) + (written?.width ?? 0) - 1).toBe(true);
    expect(await seriousFindings(page)).toEqual([]);
    await takeScreenshot(page, 'editor-preview-beside');
    await page.click('button:has-text("Side-by-side preview")');
  });

  it('fits phone and desktop without overflow or serious accessibility findings', async () => {
    await setContent(
      [
        paragraph('We sell <strong>tea</strong>.'),
        '<!-- wp:heading -->\n<h2 class="wp-block-heading">How</h2>\n<!-- /wp:heading -->',
        '<!-- wp:list -->\n<ul class="wp-block-list"><!-- wp:list-item -->\n<li>Green</li>\n<!-- /wp:list-item --></ul>\n<!-- /wp:list -->',
        '<!-- wp:table -->\n<figure class="wp-block-table"><table><tbody><tr><td>Tea</td><td>5</td></tr></tbody></table></figure>\n<!-- /wp:table -->',
        '<!-- wp:buttons -->\n<div class="wp-block-buttons"><!-- wp:button -->\n<div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="/x">Go</a></div>\n<!-- /wp:button --></div>\n<!-- /wp:buttons -->',
        paragraph('End.'),
      ].join('\n\n'),
    );
    for (const [width, scheme] of views([
      [360, 'light'],
      [360, 'dark'],
      [1440, 'light'],
      [1440, 'dark'],
    ] as const)) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      expect([width, await overflows(page)]).toEqual([width, false]);
      expect(await seriousFindings(page)).toEqual([]);
      await takeScreenshot(page, `editor-writing-${width}-${scheme}`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
  });
});
