import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, waitUntil, withBrowser } from '../kit/browser';
import { bootSite, type TestSite } from '../kit/site';
import { fakeCatalog, product, smallShop } from './fake-catalog';
import { bootFacet, type FacetSite } from './facet-site';

const ENDPOINT = '**/facet/v1/filter';
const NORD = '#facet-1-brand-11';
const DAB = '#facet-1-brand-10';
const BLUE = '#facet-1-color-21';

withBrowser('the rules of the filter study in a browser', () => {
  let site: FacetSite;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    const many = Array.from({ length: 40 }, (_, i) =>
      product(100 + i, {
        name: `Krzesło ${i}`,
        termIds: [3, 11, 20 + (i % 3)],
        price: 10000 + i * 1500,
        rating: i % 6,
        ratingCount: 3,
      }),
    );
    site = await bootFacet('sqlite', { catalog: fakeCatalog([...smallShop(), ...many]) });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  afterEach(() => context?.close());

  async function open(path: string, options: BrowserContextOptions & { width?: number } = {}): Promise<void> {
    const { width = 1280, ...others } = options;
    context = await browser.newContext({ viewport: { width, height: 800 }, ...others });
    page = await context.newPage();
    await page.goto(site.url + path);
    if (options.javaScriptEnabled !== false) await page.waitForSelector('.facet-filter--live');
  }
  const until = (condition: string): Promise<void> => waitUntil(page, condition);
  const found = (): Promise<string> => page.innerText('.facet-toolbar__count');
  const waitForCount = async (text: string): Promise<void> => {
    await until(`document.querySelector('.facet-toolbar__count').textContent === ${JSON.stringify(text)}`);
    await page.waitForSelector('[data-facet-fragment="results_html"]:not([aria-busy])');
  };
  const search = (): string => new URL(page.url()).search;
  /** Records requests for lists from now on. */
  function requests(): string[] {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/facet/v1/filter')) sent.push(request.postData() ?? '');
    });
    return sent;
  }
  /** Delays responses. Returns a function that releases them. */
  async function holdResponses(): Promise<() => void> {
    let release!: () => void;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(
      ENDPOINT,
      async (route) => {
        const response = await route.fetch();
        await released;
        await route.fulfill({ response }).catch(() => undefined);
      },
      { times: 1 },
    );
    return release;
  }

  it.each([1280, 360])('U1 shows the number found above the list and updates it, %d px wide', async (width) => {
    await open('/test-shop/', { width });
    const above = async (): Promise<boolean> => {
      const count = await page.locator('.facet-toolbar__count').boundingBox();
      const list = await page.locator('.facet-filter__results').boundingBox();
      return count !== null && list !== null && count.height > 0 && count.y + count.height <= list.y;
    };
    const expectCount = async (text: string): Promise<void> => {
      await waitForCount(text);
      expect([text, await above()]).toEqual([text, true]);
    };
    await expectCount('46 products');
    if (width < 768) await page.click('[data-facet-open]');
    await page.check(NORD);
    await waitForCount('42 products');
    await page.fill('#facet-1-price-min', '300');
    await page.keyboard.press('Enter');
    if (width < 768) await page.keyboard.press('Escape');
    await expectCount('27 products');
    await page.click('.facet-chip >> text=Nord');
    await expectCount('29 products');
    await page.click('text=Clear all');
    await expectCount('46 products');
    await page.goBack();
    await expectCount('29 products');
    await page.goto(`${site.url}/test-shop/?sf_q=zzzz`);
    expect([await found(), await above()]).toEqual(['No products found.', true]);
  });

  it('U2 combines several values of one facet without losing earlier ones', async () => {
    await open('/test-shop/');
    const checkedColors = (): Promise<string[]> =>
      page.evaluate('[...document.querySelectorAll("[data-facet=color] input:checked")].map((one) => one.value)');
    const numbers: number[] = [];
    for (const [box, values] of [
      ['#facet-1-color-20', ['red']],
      [BLUE, ['red', 'blue']],
      ['#facet-1-color-22', ['red', 'blue', 'white']],
    ] as const) {
      await page.check(box);
      await until(
        `location.search === '?sf_color=${[...values].sort().join(',')}' || document.querySelectorAll('.facet-chip').length === ${values.length}`,
      );
      await until(`document.querySelectorAll('.facet-chip').length === ${values.length}`);
      expect(await checkedColors()).toEqual(values);
      numbers.push(Number.parseInt(await found(), 10));
    }
    // Chairs in three colors, combined with other products in at least one of them.
    expect(numbers).toEqual([16, 30, 45]);
    await page.uncheck(BLUE);
    await until('document.querySelectorAll(".facet-chip").length === 2');
    expect(await checkedColors()).toEqual(['red', 'white']);
  });

  it('U9 restores list, filters, page and scroll position after a product', async () => {
    await open('/test-shop/?sf_brand=nord&sf_orderby=price');
    await page.click('.facet-pages >> text="2"');
    await until('document.querySelector(".facet-pages [aria-current]").textContent === "2"');
    const pageState = (): Promise<unknown> =>
      page.evaluate(`({
        names: [...document.querySelectorAll('.facet-results li a')].map((one) => one.textContent),
        nord: document.querySelector('${NORD}').checked,
        sort: document.querySelector('[name=sf_orderby]').value,
        page: document.querySelector('.facet-pages [aria-current]').textContent,
        address: location.search,
      })`);
    await page.locator('.facet-results li').nth(9).scrollIntoViewIfNeeded();
    await page.evaluate('window.scrollBy(0, 120)');
    const scroll = (): Promise<number> => page.evaluate('Math.round(window.scrollY)');
    const [before, index] = [await pageState(), await scroll()];
    expect(before).toMatchObject({ nord: true, sort: 'price', page: '2' });
    expect(index).toBeGreaterThan(100);
    await page.locator('.facet-results li a').nth(9).click();
    await page.waitForURL(/\/product\//);
    await page.goBack();
    await until('document.querySelectorAll(".facet-results li").length > 0');
    expect(await pageState()).toEqual(before);
    await until(`Math.abs(window.scrollY - ${index}) < 3`);
  });

  it('U10 puts the loaded page into the URL and keeps the footer reachable', async () => {
    await open('/test-shop/');
    const names = (): Promise<string[]> => page.locator('.facet-results li a').allInnerTexts();
    const first = await names();
    await page.click('.facet-pages >> text="3"');
    await until('document.querySelector(".facet-pages [aria-current]").textContent === "3"');
    expect(search()).toBe('?sf_paged=3');
    const third = await names();
    expect(third).not.toEqual(first);
    // Scrolling to the end loads nothing (no infinite scroll), so the footer stays reachable.
    const sent = requests();
    const footer = page.locator('footer').last();
    await footer.scrollIntoViewIfNeeded();
    const footerBox = await footer.boundingBox();
    await page.mouse.wheel(0, 5000);
    await page.waitForTimeout(600);
    expect([sent, (await footer.boundingBox())?.height]).toEqual([[], footerBox?.height]);
    expect(await names()).toEqual(third);
    expect(
      await page.evaluate('Math.ceil(window.scrollY + window.innerHeight) >= document.documentElement.scrollHeight'),
    ).toBe(true);
    await page.reload();
    expect(await names()).toEqual(third);
  });

  it('U11 keeps the phone panel open over choices and shows the live number', async () => {
    await open('/test-shop/', { width: 360 });
    await page.click('[data-facet-open]');
    const bar = (text: string): Promise<void> =>
      until(`document.querySelector('[data-facet-apply]').textContent === ${JSON.stringify(text)}`);
    for (const [box, text] of [
      [NORD, 'Show 42 products'],
      [DAB, 'Show 45 products'],
      [BLUE, 'Show 14 products'],
    ] as const) {
      await page.check(box);
      await bar(text);
      expect(await page.getAttribute('[data-facet-panel]', 'role')).toBe('dialog');
      expect(await page.locator(box).isVisible()).toBe(true);
    }
    await page.click('[data-facet-close]');
    expect(await page.getAttribute('[data-facet-panel]', 'role')).toBeNull();
    expect([await found(), search()]).toEqual(['14 products', '?sf_brand=dab,nord&sf_color=blue']);
    await page.click('[data-facet-open]');
    expect([await page.isChecked(NORD), await page.isChecked(DAB), await page.isChecked(BLUE)]).toEqual([
      true,
      true,
      true,
    ]);
    await page.click('[data-facet-apply]');
    expect(await page.getAttribute('[data-facet-panel]', 'role')).toBeNull();
    expect(await found()).toBe('14 products');
  });

  it('U16 applies several choices with one request, with a script and without', async () => {
    await open('/test-shop/');
    const sent = requests();
    await page.evaluate(`['${NORD}', '${DAB}', '${BLUE}'].forEach((one) => document.querySelector(one).click())`);
    await waitForCount('14 products');
    expect(sent).toHaveLength(1);
    expect(search()).toBe('?sf_brand=dab,nord&sf_color=blue');
    await context.close();
    await open('/test-shop/', { javaScriptEnabled: false });
    const visits: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) visits.push(request.url());
    });
    for (const box of [NORD, DAB, BLUE]) await page.check(box);
    expect(visits).toEqual([]);
    await page.click('[data-facet-apply]');
    expect(await found()).toBe('14 products');
    // The URL submitted by the form redirects to the canonical one.
    expect(visits.length).toBeLessThanOrEqual(2);
  });

  it('A3 announces the number once per settled update, from a region that is never replaced', async () => {
    const html = await site.page('/test-shop/');
    const fragments = html.indexOf('data-facet-fragment="results_html"');
    const region = html.indexOf('role="status" aria-live="polite" data-facet-status');
    expect([region > 0, region < fragments, html.indexOf('</form>') < region]).toEqual([true, true, true]);
    await open('/test-shop/');
    await page.evaluate(`
      window.region = document.querySelector('[data-facet-status]');
      window.said = [];
      new MutationObserver(() => said.push(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true })`);
    const announcements = (): Promise<string[]> => page.evaluate('window.said');
    await page.check(NORD);
    await waitForCount('42 products');
    await page.focus('[name=sf_q]');
    await page.keyboard.type('krzesł', { delay: 20 });
    await until('location.search.includes("sf_q")');
    await waitForCount('41 products');
    expect(await announcements()).toEqual(['42 products', '41 products']);
    await page.fill('[name=sf_q]', 'qqqqqq');
    await waitForCount('No products found.');
    expect((await announcements()).at(-1)).toBe('No products found.');
    expect(
      await page.evaluate(
        'window.region === document.querySelector("[data-facet-status]") && !window.region.closest("[data-facet-fragment]")',
      ),
    ).toBe(true);
  });

  it('A4 states that the list updates on selection, or waits for a button', async () => {
    await open('/test-shop/');
    const hint = page.locator('.facet-filter__facets .facet-live-only');
    expect(await hint.innerText()).toBe('The product list updates as you select filters.');
    const hidden = 'getComputedStyle(document.querySelector(".facet-filter__facets .facet-live-only"))';
    // Visually hidden but available to screen readers.
    expect(await page.evaluate(`${hidden}.display !== 'none' && ${hidden}.visibility === 'visible'`)).toBe(true);
    await context.close();
    await open('/test-shop/', { javaScriptEnabled: false });
    expect(await page.locator('.facet-filter__facets .facet-live-only').isVisible()).toBe(false);
    await page.check(NORD);
    expect([search(), await found()]).toEqual(['', '46 products']);
    expect(await page.locator('[data-facet-apply]').isVisible()).toBe(true);
    await page.click('[data-facet-apply]');
    expect(await found()).toBe('42 products');
  });

  it('A5 announces whether groups are open and keeps closed content out of the focus', async () => {
    await open('/test-shop/');
    const session = await context.newCDPSession(page);
    const states = async (): Promise<Record<string, boolean>> => {
      const { nodes } = await session.send('Accessibility.getFullAXTree');
      return Object.fromEntries(
        nodes.flatMap(({ name, properties = [] }) => {
          const expanded = properties.find((property) => property.name === 'expanded');
          return expanded ? [[String(name?.value), Boolean(expanded.value.value)]] : [];
        }),
      );
    };
    expect(await states()).toMatchObject({ Brand: true });
    await page.focus('[data-facet=brand] > summary');
    await page.keyboard.press('Enter');
    expect(await states()).toMatchObject({ Brand: false });
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.closest("[data-facet=brand]")')).toBeNull();
    await page.evaluate(`document.querySelector('${NORD}').focus()`);
    expect(await page.evaluate('document.activeElement.id')).not.toBe(NORD.slice(1));
    await context.close();
    await open('/test-shop/', { width: 360 });
    expect(await page.getAttribute('[data-facet-open]', 'aria-expanded')).toBe('false');
    expect(
      await page.evaluate(
        `(() => { const box = document.querySelector('${NORD}'); box.focus(); return document.activeElement === box; })()`,
      ),
    ).toBe(false);
    await page.click('[data-facet-open]');
    expect(await page.getAttribute('[data-facet-open]', 'aria-expanded')).toBe('true');
  });

  it('A7 ties the combobox to a list of options and works by its keys', async () => {
    await open('/test-shop/');
    const field = '#facet-1 [data-facet-query]';
    const list = page.locator('#facet-1-suggestions');
    const attribute = (name: string): Promise<string | null> => page.getAttribute(field, name);
    expect([await attribute('role'), await attribute('aria-expanded'), await attribute('aria-controls')]).toEqual([
      'combobox',
      'false',
      'facet-1-suggestions',
    ]);
    await page.focus(field);
    await page.keyboard.insertText('krze');
    await page.waitForSelector('#facet-1-suggestions [role=option]');
    expect([
      await attribute('aria-expanded'),
      await list.getAttribute('role'),
      await list.getAttribute('aria-label'),
    ]).toEqual(['true', 'listbox', 'Suggestions']);
    // Apart from options, only labeled groups are exposed to assistive technology.
    expect(
      await page.evaluate(`[...document.querySelectorAll('#facet-1-suggestions *')]
        .filter((one) => !one.closest('[role=option], [aria-hidden=true]'))
        .filter((one) => one.getAttribute('role') !== 'group' || !one.getAttribute('aria-label'))
        .map((one) => one.outerHTML)`),
    ).toEqual([]);
    const active = (): Promise<string | null> => attribute('aria-activedescendant');
    await page.keyboard.press('ArrowDown');
    const id = await active();
    expect(await page.getAttribute(`#${id}`, 'aria-selected')).toBe('true');
    expect(await page.evaluate('document.activeElement.hasAttribute("data-facet-query")')).toBe(true);
    const caret = (): Promise<number> => page.evaluate('document.activeElement.selectionStart');
    await page.keyboard.press('Home');
    expect(await caret()).toBe(0);
    await page.keyboard.press('End');
    expect(await caret()).toBe(4);
    await page.keyboard.press('Escape');
    expect([
      await attribute('aria-expanded'),
      await active(),
      await list.isHidden(),
      await page.inputValue(field),
    ]).toEqual(['false', null, true, 'krze']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const suggestion = await page.innerText(`#${await active()}`);
    await page.keyboard.press('Enter');
    await until(`new URLSearchParams(location.search).get('sf_q') === ${JSON.stringify(suggestion)}`);
    expect(await page.inputValue(field)).toBe(suggestion);
  });

  it('A10 links named pages, marks the current one and exposes loading without moving focus', async () => {
    await open('/test-shop/?sf_orderby=price');
    const pages = page.getByRole('navigation', { name: 'Product list pages' });
    const third = pages.getByRole('link', { name: 'Page 3', exact: true });
    expect(await third.getAttribute('href')).toContain('sf_paged=3');
    expect(await pages.locator('[aria-current=page]').getAttribute('aria-label')).toBe('Page 1');
    const release = await holdResponses();
    await third.focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-facet-fragment="results_html"][aria-busy=true]');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Page 3');
    release();
    await until('document.querySelector(".facet-pages [aria-current]").textContent === "3"');
    await page.waitForSelector('[data-facet-fragment="results_html"]:not([aria-busy])');
    expect(await pages.locator('[aria-current=page]').getAttribute('aria-label')).toBe('Page 3');
    // Changing the page moves focus to the list; filtering leaves focus where it is.
    expect(await page.evaluate('document.activeElement.dataset.facetFragment === "results_html"')).toBe(true);
    const releaseSecond = await holdResponses();
    await page.focus(NORD);
    await page.keyboard.press('Space');
    await page.waitForSelector('[data-facet-fragment="results_html"][aria-busy=true]');
    releaseSecond();
    await waitForCount('42 products');
    expect(await page.evaluate('document.activeElement.id')).toBe(NORD.slice(1));
  });

  it('A11 fits at 400 % zoom and from right to left, without motion and by keyboard', async () => {
    // 1,280 pixels at 400 % zoom.
    await open('/test-shop/', { width: 320, reducedMotion: 'reduce' });
    const findings = async (state: string): Promise<void> =>
      expect([state, await seriousFindings(page), await overflows(page)]).toEqual([state, [], false]);
    const moving = (): Promise<string[]> =>
      page.evaluate(`[...document.querySelectorAll('[data-facet-widget], [data-facet-widget] *')].filter((one) => {
        const { transitionDuration, animationName, animationDuration } = getComputedStyle(one);
        const long = (text) => text.split(',').some((part) => Number.parseFloat(part) > 0.02);
        return long(transitionDuration) || (animationName !== 'none' && long(animationDuration));
      }).map((one) => one.className)`);
    await findings('plain');
    expect(await moving()).toEqual([]);
    await page.evaluate('document.querySelector("[data-facet-open]").focus()');
    await page.keyboard.press('Enter');
    await findings('drawer');
    expect(await moving()).toEqual([]);
    const pressUntil = async (selector: string): Promise<void> => {
      for (let presses = 0; presses < 80; presses++) {
        if (await page.evaluate(`document.activeElement.matches('${selector}')`)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`${selector} is not reached by Tab.`);
    };
    await pressUntil(NORD);
    await page.keyboard.press('Space');
    await until('document.querySelector("[data-facet-apply]").textContent === "Show 42 products"');
    await pressUntil('[data-facet-apply]');
    await page.keyboard.press('Enter');
    await findings('chosen');
    await pressUntil('[name=sf_orderby]');
    await page.keyboard.press('End');
    await until('location.search.includes("sf_orderby=price-desc")');
    await pressUntil('.facet-pages a[rel=next]');
    await page.keyboard.press('Enter');
    await until('location.search.includes("sf_paged=2")');
    await page.route(ENDPOINT, (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 });
    await page.evaluate('document.querySelector(".facet-chip").focus()');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-facet-error]:not([hidden])');
    await findings('failed');
    await page.goto(`${site.url}/test-shop/?sf_q=zzzz&sf_color=blue`);
    await findings('empty');
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${site.url}/test-shop/?sf_brand=nord`);
      await page.evaluate('document.documentElement.dir = "rtl"');
      await findings(`right to left, ${width}`);
    }
  });

  it('P2 does no work in the click itself and keeps unchanged fragments in place', async () => {
    await open('/test-shop/');
    const sent = requests();
    expect(
      await page.evaluate(`(() => {
        const changes = [];
        const watcher = new MutationObserver((records) => changes.push(...records));
        watcher.observe(document.querySelector('[data-facet-widget]'), { childList: true, subtree: true });
        const before = location.href;
        document.querySelector('${NORD}').click();
        changes.push(...watcher.takeRecords());
        watcher.disconnect();
        return [changes.length, location.href === before];
      })()`),
    ).toEqual([0, true]);
    expect(sent).toEqual([]);
    await waitForCount('42 products');
    // All products of the brand Nord cost less than 2,000: the list stays the same.
    await page.evaluate(`
      window.kept = [...document.querySelectorAll('[data-facet-fragment="results_html"] > *')];
      window.whole = [document.querySelector('.facet-filter__form'), document.querySelector('[data-facet-panel]')]`);
    await page.fill('#facet-1-price-max', '2000');
    await page.keyboard.press('Enter');
    await until('location.search.includes("sf_price")');
    await page.waitForSelector('.facet-chip >> text=Price');
    expect(
      await page.evaluate(
        'window.kept.length > 0 && [...window.kept, ...window.whole].every((one) => one.isConnected)',
      ),
    ).toBe(true);
  });
});

withBrowser('the layout of the demo shop’s filter in a browser', () => {
  let site: TestSite;
  let browser: Browser;
  beforeAll(async () => {
    site = await bootSite({ demo: true });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  it.each([1280, 360])('P3 shifts nothing when the list is loaded and updated, %d px wide', async (width) => {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript(`
      window.shifts = [];
      new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(({ value, sources }) => ({ value, of: sources.map(({ node }) => node && (node.className || node.nodeName)) }))))
        .observe({ type: 'layout-shift', buffered: true });`);
    await page.goto(`${site.url}/shop/`);
    await page.waitForSelector('.facet-filter--live');
    await page.waitForLoadState('networkidle');
    interface Shift {
      readonly value: number;
    }
    const shifts = (): Promise<Shift[]> => page.evaluate('window.shifts');
    const sum = (some: readonly Shift[]): number => some.reduce((all, { value }) => all + value, 0);
    const loaded = await shifts();
    expect([loaded, sum(loaded) <= 0.1]).toEqual([loaded, true]);
    expect(
      await page.evaluate(
        '[...document.querySelectorAll("[data-facet-widget] img")].filter((one) => !one.getAttribute("width") || !one.getAttribute("height")).map((one) => one.src)',
      ),
    ).toEqual([]);
    // Later than 500 ms, so that layout shifts are not attributed to the click.
    await page.route('**/facet/v1/filter', async (route) => {
      const response = await route.fetch();
      await new Promise((resolve) => setTimeout(resolve, 700));
      await route.fulfill({ response });
    });
    await page.selectOption('[name=sf_orderby]', 'price');
    await waitUntil(page, 'location.search.includes("sf_orderby=price")');
    await page.waitForSelector('[data-facet-fragment="results_html"]:not([aria-busy])');
    await page.waitForTimeout(300);
    expect((await shifts()).slice(loaded.length)).toEqual([]);
    await context.close();
  });
});
