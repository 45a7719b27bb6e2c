import type { Browser, Page } from 'playwright-core';
import { openBrowser, withBrowser } from '../kit/browser.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';

const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

withBrowser('writing in the editor in a browser', () => {
  let site: TestSite;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    site = await bootSite();
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(`${site.url}/wp-login.php`);
    await page.fill('input[name=log]', ADMIN.login);
    await page.fill('input[name=pwd]', ADMIN.password);
    await page.click('[name=wp-submit]');
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const text = (): Promise<string> => page.inputValue('#content');
  const blockTexts = async (): Promise<string[]> =>
    (await page.locator('.block-list > *').allInnerTexts()).map((blockText) =>
      blockText.replaceAll('\u00a0', ' ').replace(/\n+/g, '\n').trim(),
    );

  /** Opens the editor with a stored text. */
  async function open(content: string): Promise<number> {
    const id = await site.inContext(() =>
      site.site.content.wpInsertPost({
        post_type: 'page',
        post_title: 'Written',
        post_status: 'publish',
        post_author: 1,
      }),
    );
    // As stored by a user with `unfiltered_html`.
    await site.site
      .db()('posts')
      .where({ id: Number(id) })
      .update({ post_content: content });
    await page.goto(`${site.url}/wp-admin/post.php?post=${String(id)}&action=edit`);
    await page.waitForSelector('.block-list');
    return Number(id);
  }

  /** Moves the caret to the end of a block's text. */
  async function moveToEndOf(selector: string): Promise<void> {
    await page.locator(selector).last().click();
    await page.keyboard.press('End');
  }

  async function paste(data: Record<string, string>): Promise<void> {
    await page.evaluate(`(() => {
      const data = new DataTransfer();
      for (const [type, value] of Object.entries(${JSON.stringify(data)})) data.setData(type, value);
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
      if (document.activeElement.dispatchEvent(event)) document.execCommand('insertText', false, data.getData('text/plain'));
    })()`);
  }

  async function save(): Promise<void> {
    await Promise.all([page.waitForNavigation(), page.click('button:has-text("Update"), button:text-is("Publish")')]);
    await page.waitForSelector('.notice--success');
  }

  it('stores paragraphs typed with Enter exactly, also when edited again later', async () => {
    await page.goto(`${site.url}/wp-admin/post-new.php?post_type=page`);
    await page.fill('#post_title', 'About us');
    await page.click('.block-list');
    await page.keyboard.type('We sell tea.');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Contact us any day.');
    expect(await blockTexts()).toEqual(['We sell tea.', 'Contact us any day.']);
    await save();
    const id = Number(new URL(page.url()).searchParams.get('post'));
    const stored = async (): Promise<string> =>
      (await site.inContext(() => site.site.content.getPost(id)))?.post_content ?? '';
    expect(await stored()).toBe([paragraph('We sell tea.'), paragraph('Contact us any day.')].join('\n\n'));
    await moveToEndOf('.block-list > *');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Or call.');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('We answer.');
    await save();
    expect(await stored()).toBe(
      [paragraph('We sell tea.'), paragraph('Contact us any day.'), paragraph('Or call.<br>We answer.')].join('\n\n'),
    );
    await page.goto(`${site.url}/about-us/`);
    expect(await page.locator('main p').allInnerTexts()).toEqual([
      'We sell tea.',
      'Contact us any day.',
      'Or call.\nWe answer.',
    ]);
  });

  it('shows a long title in full on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto(`${site.url}/wp-admin/post-new.php?post_type=page`);
    const title = page.locator('#post_title');
    const empty = (await title.boundingBox())?.height ?? 0;
    await title.click();
    await page.keyboard.type('Everything that there is to know about the care of solid wood, from the first day on');
    expect((await title.boundingBox())?.height).toBeGreaterThan(empty * 2);
    expect(await title.evaluate((field) => field.scrollHeight - field.clientHeight)).toBeLessThanOrEqual(1);
    await page.setViewportSize({ width: 1280, height: 900 });
    await save();
    expect(await title.inputValue()).toBe(
      'Everything that there is to know about the care of solid wood, from the first day on',
    );
  });

  it('joins a title of several lines into one line', async () => {
    const id = await open(paragraph('Text.'));
    await page.fill('#post_title', 'One\n two');
    await save();
    expect((await site.inContext(() => site.site.content.getPost(id)))?.post_title).toBe('One two');
  });

  it('labels the button Schedule when the date is in the future', async () => {
    const button = page.locator('button[name="action"][value="publish"]');
    await page.goto(`${site.url}/wp-admin/post-new.php`);
    expect(await button.innerText()).toBe('Publish');
    await page.fill('#post_date', '2199-05-04T10:00');
    expect(await button.innerText()).toBe('Schedule');
    await page.fill('#post_date', '2001-05-04T10:00');
    expect(await button.innerText()).toBe('Publish');
    await page.fill('#post_date', '2199-05-04T10:00');
    await page.fill('#post_title', 'To come');
    await Promise.all([page.waitForNavigation(), page.click('.actions button[value="draft"]')]);
    expect(await button.innerText()).toBe('Schedule');
  });

  it('splits a paragraph with Enter and joins it with Backspace and Delete', async () => {
    const original = paragraph('One <strong>bold and</strong> two');
    await open(original);
    await moveToEndOf('.block-list > *');
    for (let step = 0; step < 'and two'.length; step += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    expect((await text()).replaceAll('&nbsp;', ' ')).toBe(
      [paragraph('One <strong>bold </strong>'), paragraph('<strong>and</strong> two')].join('\n\n'),
    );
    await page.keyboard.press('Backspace');
    expect(await blockTexts()).toEqual(['One bold and two']);
    await page.keyboard.type('really ');
    expect(await blockTexts()).toEqual(['One bold really and two']);
    await page.keyboard.press('Enter');
    await page.locator('.block-list > *').first().click();
    await page.keyboard.press('End');
    await page.keyboard.press('Delete');
    expect((await blockTexts()).length).toBe(1);
    expect((await text()).match(/wp:paragraph/g)).toHaveLength(2);
    expect(await text()).not.toContain('<div');
  });

  it.each([
    ['plain text', { 'text/plain': 'Para one\n\nPara two\nline' }],
    [
      'a word processor',
      {
        'text/plain': 'unused',
        'text/html':
          '<html><head><style>p{color:red}</style></head><body><b style="font-weight:normal"><p class="MsoNormal" style="margin:0">Para <span style="color:red">one</span></p>\n<div>Para two<br>line<script>alert(1)</script></div></b></body></html>',
      },
    ],
  ])('turns several pasted paragraphs from %s into paragraph blocks', async (_from, data) => {
    await open(paragraph('Before.After.'));
    await moveToEndOf('.block-list > *');
    for (let step = 0; step < 'After.'.length; step += 1) await page.keyboard.press('ArrowLeft');
    await paste(data);
    await page.keyboard.type('!');
    expect(await text()).toBe([paragraph('Before.Para one'), paragraph('Para two<br>line!After.')].join('\n\n'));
  });

  it('strips pasted HTML to inline markup allowed in a paragraph', async () => {
    await open(paragraph('See '));
    await moveToEndOf('.block-list > *');
    await paste({
      'text/html':
        '<h2>A <em style="x">fine</em> <a href="https://example.com/" onclick="x()" target=_blank>page</a> <a href="javascript:alert(1)">no</a><img src=x></h2>',
      'text/plain': 'A fine page',
    });
    expect(await text()).toContain('A <em>fine</em> <a href="https://example.com/">page</a> no</p>');
  });

  it('starts a paragraph after a heading with Enter', async () => {
    await open(
      '<!-- wp:heading {"level":3} -->\n<h3 class="wp-block-heading" id="story">Our story</h3>\n<!-- /wp:heading -->',
    );
    await moveToEndOf('.block-list > *');
    await page.keyboard.press('Enter');
    await page.keyboard.type('It began in May.');
    expect(await text()).toBe(
      `<!-- wp:heading {"level":3} -->\n<h3 class="wp-block-heading" id="story">Our story</h3>\n<!-- /wp:heading -->\n\n${paragraph('It began in May.')}`,
    );
  });

  it('adds a list item with Enter, and leaves the list from an empty item', async () => {
    await open(
      '<!-- wp:list -->\n<ul class="wp-block-list"><!-- wp:list-item -->\n<li>Green</li>\n<!-- /wp:list-item --></ul>\n<!-- /wp:list -->',
    );
    await moveToEndOf('.block-list > *');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Black');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('All are fresh.');
    expect((await text()).replace(/\n+/g, '')).toBe(
      '<!-- wp:list --><ul class="wp-block-list"><!-- wp:list-item --><li>Green</li><!-- /wp:list-item --><!-- wp:list-item --><li>Black</li><!-- /wp:list-item --></ul><!-- /wp:list -->' +
        paragraph('All are fresh.').replace(/\n/g, ''),
    );
    expect(await blockTexts()).toEqual(['Green\nBlack', 'All are fresh.']);
  });

  it('splits a list at an emptied item, and keeps an emptied list a list', async () => {
    await open('<!-- wp:list -->\n<ul class="wp-block-list"><li>One</li><li>Two</li></ul>\n<!-- /wp:list -->');
    await page.locator('.block-list li').first().click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Between');
    expect(await blockTexts()).toEqual(['One', 'Between', 'Two']);
    await page.locator('.block-list > ul').last().click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.keyboard.type('Three');
    expect(await text()).toContain('<ul class="wp-block-list"><li>Three</li></ul>\n<!-- /wp:list -->');
  });

  it('adds paragraphs inside a quote, and leaves it from an empty one', async () => {
    await open(
      '<!-- wp:quote -->\n<blockquote class="wp-block-quote"><!-- wp:paragraph -->\n<p>said</p>\n<!-- /wp:paragraph --></blockquote>\n<!-- /wp:quote -->',
    );
    await moveToEndOf('.block-list > *');
    await page.keyboard.press('Enter');
    await page.keyboard.type('more');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('after');
    const inner = (phrase: string): string => `<!-- wp:paragraph --><p>${phrase}</p><!-- /wp:paragraph -->`;
    expect((await text()).replace(/\n+/g, '')).toBe(
      `<!-- wp:quote --><blockquote class="wp-block-quote">${inner('said')}${inner('more')}</blockquote><!-- /wp:quote -->${inner('after')}`,
    );
  });

  it('inserts a line break in a table cell with Enter', async () => {
    await open(
      '<!-- wp:table -->\n<figure class="wp-block-table"><table><tbody><tr><td>Tea</td><td>5</td></tr></tbody></table></figure>\n<!-- /wp:table -->',
    );
    await page.locator('.block-list td').first().click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('green');
    expect(await text()).toBe(
      '<!-- wp:table -->\n<figure class="wp-block-table"><table><tbody><tr><td>Tea<br>green</td><td>5</td></tr></tbody></table></figure>\n<!-- /wp:table -->',
    );
  });

  it('adds only one paragraph with Enter in a long page of any blocks', async () => {
    const strange =
      '<!-- wp:columns {"a":"<b>"} --><div class="wp-block-columns">\n\n  <!-- wp:column --><div  class=x><P>Odd</P></div><!-- /wp:column -->\n</div><!-- /wp:columns -->';
    const doubled = '<!-- wp:paragraph -->\n<p>seen</p><div>also seen</div>\n<!-- /wp:paragraph -->';
    const quoted = '<!-- wp:quote --><blockquote><!-- wp:acme/star {"n":5} /--><p>a</p></blockquote><!-- /wp:quote -->';
    const clauses = Array.from({ length: 42 }, (_, index) =>
      index % 2 === 0
        ? `<!-- wp:heading -->\n<h2 class="wp-block-heading">§ ${index}</h2>\n<!-- /wp:heading -->`
        : `<!-- wp:paragraph {"align":"left"} -->\n<p class="has-text-align-left">Clause&nbsp;${index} &amp; <a href="/x">link</a></p>\n<!-- /wp:paragraph -->`,
    );
    const parts = [strange, ...clauses, doubled, quoted, 'loose text'];
    expect(parts).toHaveLength(46);
    await open(parts.join('\n'));
    await page.locator('.block-list > p', { hasText: 'Clause\u00a021' }).click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('New clause');
    const added =
      '\n\n<!-- wp:paragraph {"align":"left"} -->\n<p class="has-text-align-left">New clause</p>\n<!-- /wp:paragraph -->';
    expect(await text()).toBe(parts.map((part) => (part.includes('Clause&nbsp;21 ') ? part + added : part)).join('\n'));
    expect(await page.locator('.block-list .opaque').count()).toBe(4);
  });
});
