import type { Comment } from '../../core/api/index.js';
import { defaultEngines } from '../kit/databases.js';
import { ADMIN } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';
import { bootCommentedSite, type CommentedSite, postComment } from './a-site-with-posts.js';
import { assertDefined } from '../kit/assert-defined.js';
import { readDom } from '../kit/dom.js';

// Caching stays enabled here even in a run without caches.
delete process.env.OBJECT_CACHE_MB;
delete process.env.PAGE_CACHE_MB;

describe.each(defaultEngines)('comments on posts on %s', (engine) => {
  let site: CommentedSite;
  const forget = (): Promise<unknown> =>
    site.inContext(async () => {
      // Avoids the 15-second flood limit and the ten-minute rate limits between tests.
      await site.site.db()('comments').update({ comment_date_gmt: '2026-01-01 00:00:00' });
      await site.site.db()('rate_limits').delete();
    });
  const setting = (name: string, value: unknown): Promise<unknown> =>
    site.inContext(() => site.site.options.updateOption(name, value));
  beforeAll(async () => void (site = await bootCommentedSite(engine)));
  afterAll(() => site.close());
  afterEach(forget);

  it('holds a first comment, showing it only to its author until approved', async () => {
    const { id, path } = await site.post('Waiting');
    const [eve, other] = [visitor(site.url), visitor(site.url)];
    expect((await other.get(path)).html).toContain('name="comment_post_ID"');
    const sent = await postComment(eve, id, { comment: 'My first words' });
    expect(sent.status).toBe(302);
    expect(sent.location).toMatch(/\?unapproved=\d+&moderation-hash=[\w-]+#comment-\d+$/);
    expect((await eve.get(sent.location)).html).toContain('is waiting for approval');
    expect((await eve.get(sent.location.replace(/hash=[\w-]+/, 'hash=guessed'))).html).not.toContain('My first words');
    expect((await other.get(path)).html).not.toContain('My first words');

    const [stored] = await site.inContext(() => site.site.content.getComments({ post_id: id }));
    const { comment_id: comment } = assertDefined(stored);
    await site.inContext(() => site.site.content.wpSetCommentStatus(comment, 'approve'));
    const html = (await other.get(path)).html;
    expect(readDom(html).texts('p')).toContain('My first words');
    expect(html).toContain('1 comment<');
    expect((await site.inContext(() => site.site.content.getPost(id)))?.comment_count).toBe(1);
  });

  it('shows a known commenter’s comment at once, also on a cached page', async () => {
    const { id, path } = await site.post('Known');
    await site.comment({
      comment_post_id: id,
      comment_author: 'Eve',
      comment_author_email: 'eve@example.test',
      comment_content: 'Before',
    });
    const reader = visitor(site.url);
    await reader.get(path);
    expect((await reader.get(path)).headers.get('x-plinth-cache')).toBe('hit');
    await forget();
    expect((await postComment(visitor(site.url), id, { comment: 'After' })).location).toMatch(/\/known\/#comment-\d+$/);
    const after = await reader.get(path);
    expect(readDom(after.html).texts('p')).toContain('After');
    await site.inContext(async () => {
      for (const { comment_id: comment } of await site.site.content.getComments({ post_id: id }))
        await site.site.content.wpSpamComment(comment);
    });
    expect(readDom((await reader.get(path)).html).texts('p')).not.toContain('After');
  });

  it.each([
    [
      'a post with closed comments',
      { comment_status: 'closed' },
      403,
      expect.stringContaining('Sorry, comments are closed for this item.'),
    ],
    ['a draft', { post_status: 'draft' }, 200, ''],
    ['a password-protected post', { post_password: 'secret' }, 200, ''],
    ['a post in the trash', { post_status: 'trash' }, 200, ''],
  ])('%s accepts no comment', async (name, fields, status, expectedHtml) => {
    const { id } = await site.post(name, fields);
    const sent = await postComment(visitor(site.url), id, { comment: 'Let me in' });
    expect([sent.status, sent.html]).toEqual([status, expectedHtml]);
    expect(await site.inContext(() => site.site.content.getComments({ post_id: id, status: 'any' }))).toEqual([]);
  });

  it('names missing or invalid fields and keeps the typed comment', async () => {
    const { id } = await site.post('Missing');
    const eve = visitor(site.url);
    for (const [fields, expectedError] of [
      [{ comment: '' }, 'Please type your comment text.'],
      [{ comment: 'Long thought', email: '' }, 'Please fill the required fields.'],
      [{ comment: 'Long thought', email: 'nowhere' }, 'Please enter a valid email address.'],
    ] as const) {
      const page = await postComment(eve, id, fields);
      expect(page.status).toBe(200);
      expect(page.html).toContain(expectedError);
      if (fields.comment !== '') expect(page.html).toContain('>Long thought</textarea>');
    }
    expect(await site.inContext(() => site.site.content.getComments({ post_id: id, status: 'any' }))).toEqual([]);
  });

  it('refuses a duplicate with 409 and comments in quick succession with 429', async () => {
    const { id } = await site.post('Twice');
    const eve = visitor(site.url);
    expect((await postComment(eve, id, { comment: 'Once' })).status).toBe(302);
    expect((await postComment(eve, id, { comment: 'Once' })).status).toBe(409);
    const hasty = await postComment(eve, id, { comment: 'More' });
    expect([hasty.status, hasty.html]).toEqual([429, expect.stringContaining('too quickly')]);
  });

  it('limits one network address to 20 submissions in ten minutes', async () => {
    const eve = visitor(site.url);
    const statuses = [];
    for (let i = 0; i < 21; i++) statuses.push((await postComment(eve, 999_999, { comment: String(i) })).status);
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(200));
    expect(statuses[20]).toBe(429);
  });

  it('strips scripts and dangerous attributes from comments', async () => {
    const { id, path } = await site.post('Harm');
    await setting('comment_previously_approved', 0);
    await postComment(visitor(site.url), id, {
      author: '<b onclick="x">Mal</b><script>1</script>',
      url: 'javascript:alert(1)',
      comment: '<script>alert(1)</script><img src=x onerror=alert(1)><a href="https://evil.test">link</a>',
    });
    await setting('comment_previously_approved', 1);
    const { html } = await visitor(site.url).get(path);
    const list = html.slice(html.indexOf('<ol class="comment-list"'), html.indexOf('id="respond"'));
    expect(list).toContain('rel="nofollow ugc"');
    expect(list).toContain('Mal');
    for (const bad of ['<script', 'onerror', 'onclick', 'javascript:', '<img']) expect(list).not.toContain(bad);
  });

  it('nests replies down to the configured depth', async () => {
    const { id, path } = await site.post('Threads');
    await setting('thread_comments_depth', 2);
    const first = await site.comment({ comment_post_id: id, comment_content: 'First' });
    const second = await site.comment({
      comment_post_id: id,
      comment_content: 'Second',
      comment_parent: first.comment_id,
    });
    await site.comment({ comment_post_id: id, comment_content: 'Third', comment_parent: second.comment_id });
    const reader = visitor(site.url);
    const { html } = await reader.get(path);
    expect(html.match(/<ol class="children">/g)).toHaveLength(1);
    expect(html.replace(/\s+/g, ' ')).toMatch(/First.*<ol class="children">.*Second.*Third.*<\/ol>/);
    // Comments at the maximum depth have no reply link.
    expect(html.match(/comment-reply-link/g)).toHaveLength(1);
    const reply =
      /class="comment-reply-link" href="([^"]+)"/
        .exec(html)?.[1]
        ?.replace(/&#0?38;|&amp;/g, '&')
        .replace(/#.*/, '') ?? '';
    const form = await reader.get(reply);
    expect(form.html).toContain(`name="comment_parent" value="${first.comment_id}"`);
    expect(form.html).toContain('Reply to Ann');
    await setting('thread_comments_depth', 5);
  });

  it('paginates comments, newest page first unless set to oldest', async () => {
    const { id, path } = await site.post('Pages');
    for (const [name, value] of [
      ['page_comments', 1],
      ['comments_per_page', 2],
    ] as const)
      await setting(name, value);
    const comments: Comment[] = [];
    for (const [index, text] of ['one', 'two', 'three'].entries())
      comments.push(
        await site.comment({
          comment_post_id: id,
          comment_content: text,
          comment_date: `2026-02-0${index + 1} 00:00:00`,
        }),
      );
    const reader = visitor(site.url);
    const last = (await reader.get(path)).html;
    expect([last.includes('<p>three</p>'), last.includes('<p>one</p>')]).toEqual([true, false]);
    expect(last).toContain(`${path}comment-page-1/#comments`);
    const first = (await reader.get(`${path}comment-page-1/`)).html;
    expect([first.includes('<p>three</p>'), first.includes('<p>one</p>')]).toEqual([false, true]);
    expect(await site.inContext(() => site.site.content.getCommentLink(assertDefined(comments[0])))).toBe(
      `${site.url}${path}comment-page-1/#comment-${comments[0]?.comment_id}`,
    );
    await setting('default_comments_page', 'oldest');
    expect(readDom((await reader.get(path)).html).texts('p')).toContain('one');
    expect(await site.inContext(() => site.site.content.getCommentLink(assertDefined(comments[0])))).toBe(
      `${site.url}${path}#comment-${comments[0]?.comment_id}`,
    );
    await setting('default_comments_page', 'newest');
    await setting('page_comments', 0);
  });

  it('remembers the commenter in the browser only with consent', async () => {
    const { id, path } = await site.post('Remembered');
    const eve = visitor(site.url);
    await postComment(eve, id, { comment: 'Forget me' });
    expect((await eve.get(path)).html).not.toContain('value="eve@example.test"');
    await forget();
    await postComment(eve, id, { comment: 'Remember me', 'wp-comment-cookies-consent': 'yes' });
    const form = (await eve.get(path)).html;
    expect(form).toContain('value="eve@example.test"');
    expect(form).toContain('value="yes" checked');
    expect((await visitor(site.url).get(path)).html).not.toContain('eve@example.test');
  });

  it('uses the account of a logged-in commenter and refuses foreign origins', async () => {
    const { id, path } = await site.post('Own');
    const owner = visitor(site.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
    expect((await owner.get(path)).html).toContain('logged-in-as');
    const forged = await fetch(`${site.url}/wp-comments-post.php`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: owner.cookies(), origin: 'https://evil.test' },
      body: new URLSearchParams({ comment_post_ID: String(id), comment: 'Forged' }),
    });
    expect(forged.status).toBe(403);
    const sent = await postComment(owner, id, { author: 'Somebody else', comment: 'By me <script>1</script>' });
    expect(sent.status).toBe(302);
    const [comment] = await site.inContext(() => site.site.content.getComments({ post_id: id }));
    expect(comment).toMatchObject({ user_id: 1, comment_approved: '1', comment_content: 'By me 1' });
  });

  it('closes comments on old posts when the setting is on', async () => {
    const { id } = await site.post('Old', { post_date: '2026-01-01 00:00:00' });
    expect(await site.inContext(() => site.site.content.commentsOpen(id))).toBe(true);
    await setting('close_comments_for_old_posts', 1);
    expect(await site.inContext(() => site.site.content.commentsOpen(id))).toBe(false);
    await setting('close_comments_for_old_posts', 0);
  });
});
