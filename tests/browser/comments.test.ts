import type { Browser } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, takeScreenshot, views, withBrowser } from '../kit/browser.js';
import { ADMIN } from '../kit/site.js';
import { bootCommentedSite, type CommentedSite } from '../comments/a-site-with-posts.js';

withBrowser('comments in a browser', () => {
  let site: CommentedSite;
  let browser: Browser;
  let path: string;
  let screens: [name: string, path: string][];
  beforeAll(async () => {
    site = await bootCommentedSite('sqlite');
    const post = await site.post('A walk along the river', {
      post_content: '<p>It was a fine day, and the herons stood about as if they were paid for it.</p>',
    });
    path = post.path;
    const on = { comment_post_id: post.id };
    const first = await site.comment({
      ...on,
      comment_author_url: 'https://ann.example.test',
      comment_content: 'I was there too! The path behind the weir is closed though.',
      comment_date: '2026-11-01 10:00:00',
      comment_author_ip: '203.0.113.9',
    });
    const reply = await site.comment({
      ...on,
      comment_author: 'Bartholomew Longname-Surname',
      comment_content: `Is it? https://example.test/${'very-long-'.repeat(12)}`,
      comment_parent: first.comment_id,
      comment_date: '2026-11-01 11:00:00',
    });
    await site.comment({
      ...on,
      comment_content: 'Since Monday.',
      comment_parent: reply.comment_id,
      comment_date: '2026-11-01 12:00:00',
    });
    await site.comment({
      ...on,
      comment_author: 'Zed',
      comment_author_email: 'zed@example.test',
      comment_author_ip: '2001:db8::1',
      comment_content: 'Buy my boots',
      comment_approved: 0,
      comment_date: '2026-11-02 12:00:00',
    });
    screens = [
      ['list', 'edit-comments.php'],
      ['edit', `comment.php?action=editcomment&c=${first.comment_id}`],
      ['confirm', `comment.php?action=spam&c=${first.comment_id}`],
      ['settings', 'options-discussion.php'],
    ];
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  it.each(
    views([
      ['dark', 360],
      ['light', 1280],
    ] as const),
  )(
    'have no overflow or accessibility findings in %s at %i pixels',
    async (colorScheme, width) => {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      const checkPage = async (name: string): Promise<void> => {
        await takeScreenshot(page, `comments-${name}-${colorScheme}-${width}`);
        expect([name, await overflows(page)]).toEqual([name, false]);
        expect([name, await seriousFindings(page)]).toEqual([name, []]);
      };
      await page.goto(site.url + path);
      await checkPage('post');
      await page.goto(`${site.url}/wp-login.php`);
      await page.fill('#user_login', ADMIN.login);
      await page.fill('#user_pass', ADMIN.password);
      await page.click('[type=submit]');
      await page.waitForURL(/wp-admin/);
      for (const [name, url] of screens) {
        await page.goto(`${site.url}/wp-admin/${url}`);
        await checkPage(name);
      }
      await page.close();
    },
    60_000,
  );

  it('let a visitor reply with the keyboard', async () => {
    const page = await browser.newPage();
    await page.goto(site.url + path);
    await page.focus('.comment-reply-link');
    await page.keyboard.press('Enter');
    await page.waitForURL(/replytocom=/);
    await page.focus('#comment');
    for (const text of ['Thank you for telling.', 'Eve', 'eve@example.test']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.focus('#submit');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#comment-\d+$/);
    expect(await page.textContent('.children .comment-awaiting-moderation')).toContain('is waiting for approval');
    await page.close();
  }, 30_000);
});
