import type { Browser, Page } from 'playwright-core';
import vectors from '../conformance/vectors/blocks.json';
import { openBrowser, withBrowser } from '../kit/browser.js';
import { seeded } from '../kit/seeded.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { assertDefined } from '../kit/assert-defined.js';

const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
/** All block texts in the recordings of WordPress. */
const recorded = [
  ...new Set(
    (vectors as readonly { input: { args?: readonly unknown[] } }[]).flatMap(({ input }) =>
      (input.args ?? []).filter((arg): arg is string => typeof arg === 'string' && arg.includes('<!--')),
    ),
  ),
];

/** Blocks as written by the WordPress editor: all types that our editor supports, and some that it does not. */
const written = [
  paragraph(
    'Plain <strong>bold <em>both</em></strong> <a href="/x?a=1&amp;b=2" target="_blank" rel="noreferrer noopener">link</a> <mark style="background-color:rgba(0, 0, 0, 0)" class="has-inline-color">mark</mark><br>line &nbsp; <img class="wp-image-5" style="width:20px" src="/a.png" alt=""> <sup data-fn="a1" class="fn"><a href="#a1" id="a1-link">1</a></sup><span id="here"></span>',
  ),
  '<!-- wp:paragraph {"align":"center","dropCap":true,"style":{"typography":{"fontSize":"19px"}}} -->\n<p class="has-drop-cap has-text-align-center" style="font-size:19px">Big</p>\n<!-- /wp:paragraph -->',
  '<!-- wp:heading {"level":3,"anchor":"x"} -->\n<h3 class="wp-block-heading" id="x">Three</h3>\n<!-- /wp:heading -->',
  '<!-- wp:list {"ordered":true,"start":3} -->\n<ol start="3" class="wp-block-list"><!-- wp:list-item -->\n<li>One<!-- wp:list -->\n<ul class="wp-block-list"><!-- wp:list-item -->\n<li>Inner</li>\n<!-- /wp:list-item --></ul>\n<!-- /wp:list --></li>\n<!-- /wp:list-item -->\n\n<!-- wp:list-item -->\n<li>Two</li>\n<!-- /wp:list-item --></ol>\n<!-- /wp:list -->',
  '<!-- wp:list -->\n<ul><li>Old<ul><li>older</li></ul></li></ul>\n<!-- /wp:list -->',
  `<!-- wp:quote -->\n<blockquote class="wp-block-quote">${paragraph('Said')}<cite>Ann</cite></blockquote>\n<!-- /wp:quote -->`,
  '<!-- wp:code -->\n<pre class="wp-block-code"><code>if (a &lt; b) {\n  run();\n}</code></pre>\n<!-- /wp:code -->',
  '<!-- wp:table {"hasFixedLayout":false,"className":"is-style-stripes"} -->\n<figure class="wp-block-table is-style-stripes"><table><thead><tr><th>A</th><th class="has-text-align-right" data-align="right">B</th></tr></thead><tbody><tr><td>1</td><td class="has-text-align-right" data-align="right">2</td></tr></tbody><tfoot><tr><td colspan="2">Sum</td></tr></tfoot></table><figcaption class="wp-element-caption">Prices</figcaption></figure>\n<!-- /wp:table -->',
  '<!-- wp:image {"id":7,"sizeSlug":"large","linkDestination":"custom"} -->\n<figure class="wp-block-image size-large"><a href="/x"><img src="/a.jpg" alt="A &quot;cup&quot;" class="wp-image-7"/></a><figcaption class="wp-element-caption">A <em>cup</em></figcaption></figure>\n<!-- /wp:image -->',
  '<!-- wp:gallery {"linkTo":"none"} -->\n<figure class="wp-block-gallery has-nested-images columns-default is-cropped"><!-- wp:image {"id":1} -->\n<figure class="wp-block-image"><img src="/1.jpg" alt="" class="wp-image-1"/></figure>\n<!-- /wp:image --><figcaption class="blocks-gallery-caption wp-element-caption">All</figcaption></figure>\n<!-- /wp:gallery -->',
  '<!-- wp:buttons {"layout":{"type":"flex","justifyContent":"center"}} -->\n<div class="wp-block-buttons"><!-- wp:button {"className":"is-style-outline"} -->\n<div class="wp-block-button is-style-outline"><a class="wp-block-button__link wp-element-button" href="/shop/">Shop</a></div>\n<!-- /wp:button --></div>\n<!-- /wp:buttons -->',
  `<!-- wp:columns -->\n<div class="wp-block-columns"><!-- wp:column {"width":"33%"} -->\n<div class="wp-block-column" style="flex-basis:33%">${paragraph('Left')}</div>\n<!-- /wp:column -->\n\n<!-- wp:column -->\n<div class="wp-block-column"></div>\n<!-- /wp:column --></div>\n<!-- /wp:columns -->`,
  `<!-- wp:group {"tagName":"section","layout":{"type":"constrained"}} -->\n<section class="wp-block-group">${paragraph('In')}\n\n${paragraph('side')}</section>\n<!-- /wp:group -->`,
  `<!-- wp:details {"showContent":true} -->\n<details class="wp-block-details" open><summary>More</summary>${paragraph('Hidden')}</details>\n<!-- /wp:details -->`,
  `<!-- wp:cover {"url":"/c.jpg","id":9,"dimRatio":50} -->\n<div class="wp-block-cover"><span aria-hidden="true" class="wp-block-cover__background has-background-dim"></span><img class="wp-block-cover__image-background wp-image-9" alt="" src="/c.jpg" data-object-fit="cover"/><div class="wp-block-cover__inner-container">${paragraph('On top')}</div></div>\n<!-- /wp:cover -->`,
  '<!-- wp:embed {"url":"https://example.com/v","type":"video","providerNameSlug":"x"} -->\n<figure class="wp-block-embed is-type-video"><div class="wp-block-embed__wrapper">\nhttps://example.com/v\n</div></figure>\n<!-- /wp:embed -->',
  '<!-- wp:html -->\n<script>if (a < b && c) x("<!-- no -->")</script>\n<!-- /wp:html -->',
  '<!-- wp:shortcode -->\n[tea kind="green"]\n<!-- /wp:shortcode -->',
  '<!-- wp:acme/box {"n":[1,{"a":"\\u003cb\\u003e \\u002d\\u002d"}]} -->\n<div  class=odd DATA-x=1><P>Odd</p></div>\n<!-- /wp:acme/box -->',
  '<!-- wp:acme/star {"n":5} /-->',
  '<p>loose</p>',
  '<!-- wp:more -->\n<!--more-->\n<!-- /wp:more -->',
];

withBrowser('block editor serialization in a browser', () => {
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
    await page.goto(`${site.url}/wp-admin/post-new.php?post_type=page`);
    await page.waitForSelector('.block-list');
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const text = (): Promise<string> => page.inputValue('#content');
  const setContent = (content: string): Promise<void> =>
    page.evaluate(`window.plinth.editor.patch({ content: ${JSON.stringify(content)} })`);
  /** Textareas normalize line feeds. */
  const asField = (content: string): string => content.replace(/\r\n?/g, '\n');

  it.each([
    ['content recorded from WordPress', recorded],
    ['each block type by itself', written],
    ['all block types on one page', [written.join('\n\n'), `\n ${written.join('')} \n\n`]],
  ])('preserves content byte for byte: %s', async (_which, texts) => {
    expect(texts.length).toBeGreaterThan(1);
    const outputs = await page.evaluate<string[]>(`${JSON.stringify(texts)}.map((content) => {
      window.plinth.editor.patch({ content });
      return document.querySelector('#content').value;
    })`);
    expect(outputs).toEqual(texts.map(asField));
  });

  it('leaves surrounding blocks unchanged while a paragraph is edited and undone', async () => {
    const all = written.join('\n\n');
    await setContent(`${all}\n\n${paragraph('last')}`);
    await page.locator('.block-list > p').last().click();
    await page.keyboard.press('End');
    await page.keyboard.type(' word');
    await page.keyboard.press('Enter');
    await page.keyboard.type('more');
    expect(await text()).toBe(`${all}\n\n${paragraph('last word')}\n\n${paragraph('more')}`);
    for (let step = 0; step < 6 && (await text()) !== `${all}\n\n${paragraph('last')}`; step += 1)
      await page.keyboard.press('ControlOrMeta+z');
    expect(await text()).toBe(`${all}\n\n${paragraph('last')}`);
  });

  it('changes only the edited text inside columns and tables', async () => {
    const [columns] = written.filter((html) => html.startsWith('<!-- wp:columns'));
    await setContent(assertDefined(columns));
    await page.locator('.block-list p', { hasText: 'Left' }).click();
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    expect(await text()).toBe(columns?.replace('Left', 'Left!'));
    const [table] = written.filter((html) => html.startsWith('<!-- wp:table'));
    await setContent(assertDefined(table));
    await page.locator('.block-list td').first().click();
    await page.keyboard.press('End');
    await page.keyboard.type('0');
    expect(await text()).toBe(table?.replace('<td>1<', '<td>10<'));
  });

  it.each([11, 29, 47])(
    'publishes exactly the text of random typing, pasting, undoing and saving (%i)',
    async (seed) => {
      const random = seeded(seed);
      // Without quotes and digits, which are typographically replaced in the output.
      const signs = [...'abcdefghijklmnopqrstuvwyząęłóśżź<>&'];
      const upTo = (max: number): number => random.whole(0, max - 1);
      const randomWord = (): string => Array.from({ length: random.whole(1, 7) }, () => random.pick(signs)).join('');
      const lines = [''];
      let [line, i] = [0, 0];
      const insert = (added: string): void => {
        lines[line] = lines[line]?.slice(0, i) + added + lines[line]?.slice(i);
        i += added.length;
      };
      const part = (): void => {
        lines.splice(line, 1, assertDefined(lines[line]?.slice(0, i)), assertDefined(lines[line]?.slice(i)));
        [line, i] = [line + 1, 0];
      };
      const steps: readonly (() => Promise<void>)[] = [
        ...Array.from({ length: 4 }, () => async () => {
          const typedText = `${randomWord()}`;
          await page.keyboard.type(typedText);
          insert(typedText);
        }),
        ...Array.from({ length: 2 }, () => async () => {
          await page.keyboard.press('Enter');
          part();
        }),
        async () => {
          for (let times = 1 + upTo(4); times > 0; times -= 1) {
            await page.keyboard.press('Backspace');
            if (i > 0) {
              lines[line] = assertDefined(lines[line]?.slice(0, i - 1)) + assertDefined(lines[line]?.slice(i));
              i -= 1;
            } else if (line > 0) {
              i = assertDefined(lines[line - 1]?.length);
              lines.splice(line - 1, 2, assertDefined(lines[line - 1]) + assertDefined(lines[line]));
              line -= 1;
            }
          }
        },
        async () => {
          await page.keyboard.press('Home');
          i = 0;
        },
        async () => {
          await page.keyboard.press('End');
          i = assertDefined(lines[line]?.length);
        },
        async () => {
          const pasted = Array.from({ length: 1 + upTo(3) }, () => `${randomWord()}`);
          const html = random.chance(50)
            ? pasted
                .map(
                  (fragment) =>
                    `<p class="MsoNormal"><span style="color:red">${fragment.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</span></p>`,
                )
                .join('\n')
            : '';
          await page.evaluate(`(() => {
          const data = new DataTransfer();
          data.setData('text/plain', ${JSON.stringify(pasted.join('\n\n'))});
          if (${JSON.stringify(html)} !== '') data.setData('text/html', ${JSON.stringify(html)});
          document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
        })()`);
          pasted.forEach((fragment, index) => {
            if (index > 0) part();
            insert(fragment);
          });
        },
        async () => {
          const before = await text();
          const times = 1 + upTo(3);
          for (let step = 0; step < times; step += 1) await page.keyboard.press('ControlOrMeta+z');
          for (let step = 0; step < times; step += 1) await page.keyboard.press('ControlOrMeta+y');
          expect(await text()).toBe(before);
        },
      ];
      const done = async (): Promise<string> => {
        await Promise.all([
          page.waitForNavigation(),
          page.click('button:has-text("Update"), button:text-is("Publish")'),
        ]);
        await page.waitForSelector('.notice--success');
        return page.getAttribute('.head a:has-text("View")', 'href').then((url) => url ?? '');
      };
      await page.goto(`${site.url}/wp-admin/post-new.php?post_type=page`);
      await page.fill('#post_title', `At random ${seed}`);
      await page.click('.block-list');
      const log: string[] = [];
      for (let step = 0; step < 45; step += 1) {
        const chosenStep = upTo(steps.length);
        log.push(String(chosenStep));
        await steps[chosenStep]?.();
        const paragraphs = await page
          .locator('.block-list > p')
          .evaluateAll((found) => found.map((element) => (element as unknown as { textContent: string }).textContent));
        expect({ log: log.join(), shown: paragraphs }).toEqual({ log: log.join(), shown: lines });
      }
      await done();
      // Once more, on a post that was opened again.
      await page.locator('.block-list > p').last().click();
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await page.keyboard.type('Once more.');
      await page.goto(await done());
      const published = await page
        .locator('main .entry-content p, main p')
        .evaluateAll((found) => found.map((element) => (element as unknown as { textContent: string }).textContent));
      const expected = [...lines, 'Once more.'];
      expect(published.filter((html) => html !== '')).toEqual(expected.filter((html) => html !== ''));
    },
  );
});
