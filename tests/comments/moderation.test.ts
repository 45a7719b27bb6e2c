import { defaultEngines } from '../kit/databases.js';
import { ADMIN } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';
import { bootCommentedSite, type CommentedSite } from './a-site-with-posts.js';
import { assertDefined } from '../kit/assert-defined.js';

describe.each(defaultEngines)('comment moderation on %s', (engine) => {
  let site: CommentedSite;
  let owner: Visitor;
  const status = (id: number): Promise<string | undefined> =>
    site.inContext(async () => (await site.site.content.getComment(id))?.comment_approved);
  beforeAll(async () => {
    site = await bootCommentedSite(engine);
    owner = visitor(site.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
  });
  afterAll(() => site.close());

  it('lists pending comments with a count in the menu, and escapes them', async () => {
    const { id } = await site.post('Listed');
    const pending = await site.comment({
      comment_post_id: id,
      comment_approved: 0,
      comment_author: 'Tom',
      comment_author_ip: '203.0.113.9',
      comment_content: 'Let me "in"',
    });
    const { status: code, html } = await owner.get('/wp-admin/edit-comments.php?comment_status=moderated');
    expect(code).toBe(200);
    expect(html).toContain('<span class="visually-hidden">1 pending</span>');
    for (const text of ['Tom', '203.0.113.9', 'Let me &#8220;in&#8221;', `value="approve-${pending.comment_id}"`])
      expect(html).toContain(text);
    expect((await owner.get('/wp-admin/edit-comments.php?comment_status=spam')).html).not.toContain('Tom');
  });

  it('moves a comment through every status, and deletes only from the trash', async () => {
    const { id, path } = await site.post('Through');
    const { comment_id: comment } = await site.comment({
      comment_post_id: id,
      comment_approved: 0,
      comment_content: 'On its way',
    });
    await owner.get('/wp-admin/edit-comments.php');
    for (const [action, becomes] of [
      ['approve', '1'],
      ['spam', 'spam'],
      ['unspam', '1'],
      ['trash', 'trash'],
      ['untrash', '1'],
      ['unapprove', '0'],
    ] as const) {
      await owner.post('/wp-admin/edit-comments.php', { one: `${action}-${comment}` });
      expect([action, await status(comment)]).toEqual([action, becomes]);
      const isShown = (await visitor(site.url).get(path)).html.includes('On its way');
      expect([action, isShown]).toEqual([action, becomes === '1']);
      await owner.get('/wp-admin/edit-comments.php');
    }
    await owner.post('/wp-admin/edit-comments.php', { one: `delete-${comment}` });
    // Only comments in the trash or marked as spam can be deleted permanently.
    expect(await status(comment)).toBe('0');
    await owner.get('/wp-admin/edit-comments.php');
    await owner.post('/wp-admin/edit-comments.php', { 'delete_comments[]': String(comment), action: 'trash' });
    await owner.get('/wp-admin/edit-comments.php?comment_status=trash');
    await owner.post('/wp-admin/edit-comments.php?comment_status=trash', { delete_all: '1' });
    expect(await status(comment)).toBeUndefined();
  });

  it('moves replies of a deleted comment up to its parent', async () => {
    const { id } = await site.post('Moved');
    const top = await site.comment({ comment_post_id: id, comment_content: 'Top' });
    const middle = await site.comment({
      comment_post_id: id,
      comment_content: 'Middle',
      comment_parent: top.comment_id,
    });
    const last = await site.comment({
      comment_post_id: id,
      comment_content: 'Last',
      comment_parent: middle.comment_id,
    });
    await site.inContext(() => site.site.content.wpDeleteComment(middle.comment_id, true));
    expect(
      await site.inContext(async () => (await site.site.content.getComment(last.comment_id))?.comment_parent),
    ).toBe(top.comment_id);
    expect(await site.inContext(() => site.site.content.getCommentsNumber(id))).toBe(2);
  });

  it('trashes, restores and deletes comments together with their post', async () => {
    const { id } = await site.post('Taken along');
    const comments = [
      await site.comment({ comment_post_id: id }),
      await site.comment({ comment_post_id: id, comment_approved: 'spam', comment_content: 'Buy' }),
    ];
    const { content } = site.site;
    const statuses = async (): Promise<unknown[]> => [
      await status(assertDefined(comments[0]?.comment_id)),
      await status(assertDefined(comments[1]?.comment_id)),
    ];
    await site.inContext(() => content.wpTrashPost(id));
    expect(await statuses()).toEqual(['post-trashed', 'post-trashed']);
    await site.inContext(() => content.wpUntrashPost(id));
    expect(await statuses()).toEqual(['1', 'spam']);
    await site.inContext(() => content.addCommentMeta(assertDefined(comments[0]?.comment_id), 'mood', 'good'));
    await site.inContext(() => content.wpDeletePost(id, true));
    expect(await statuses()).toEqual([undefined, undefined]);
    expect(
      await site.inContext(() => site.site.db()('commentmeta').where({ comment_id: comments[0]?.comment_id })),
    ).toEqual([]);
  });

  it('edits a comment, and changes nothing when the email is invalid', async () => {
    const { id } = await site.post('Changed');
    const { comment_id: comment } = await site.comment({ comment_post_id: id, comment_content: 'Frist' });
    const path = `/wp-admin/comment.php?action=editcomment&c=${comment}`;
    const form = {
      action: 'editedcomment',
      c: String(comment),
      newcomment_author: 'Ann B',
      newcomment_author_email: 'nowhere',
      newcomment_author_url: '',
      content: 'First',
      comment_status: '1',
    };
    expect((await owner.get(path)).html).toContain('>Frist</textarea>');
    expect((await owner.post('/wp-admin/comment.php', form)).status).toBe(400);
    expect((await owner.get(path)).html).toContain('>Frist</textarea>');
    expect(
      (await owner.post('/wp-admin/comment.php', { ...form, newcomment_author_email: 'ann@example.test' })).status,
    ).toBe(303);
    expect(await site.inContext(() => site.site.content.getComment(comment))).toMatchObject({
      comment_author: 'Ann B',
      comment_content: 'First',
    });
  });

  it('asks for confirmation before a link from an email changes a comment', async () => {
    const { id } = await site.post('Asked');
    const { comment_id: comment } = await site.comment({ comment_post_id: id, comment_approved: 0 });
    expect((await owner.get(`/wp-admin/comment.php?action=approve&c=${comment}`)).html).toContain(
      'name="action" value="approve"',
    );
    expect(await status(comment)).toBe('0');
    await owner.post('/wp-admin/comment.php', { action: 'approve', c: String(comment) });
    expect(await status(comment)).toBe('1');
  });

  it('hides email and IP from users without permission, who change nothing', async () => {
    const { id } = await site.post('Guarded');
    const { comment_id: comment } = await site.comment({
      comment_post_id: id,
      comment_author_email: 'private@example.test',
      comment_author_ip: '203.0.113.77',
    });
    await site.inContext(() =>
      site.site.users.wpInsertUser({
        user_login: 'con',
        user_pass: 'con-pass-long-enough',
        user_email: 'con@example.test',
        role: 'contributor',
      }),
    );
    const con = visitor(site.url);
    await con.logIn('con', 'con-pass-long-enough');
    const { html } = await con.get('/wp-admin/edit-comments.php');
    for (const hidden of ['private@example.test', '203.0.113.77', `value="spam-${comment}"`])
      expect(html).not.toContain(hidden);
    await con.post('/wp-admin/edit-comments.php', { one: `spam-${comment}` });
    expect((await con.get(`/wp-admin/comment.php?action=editcomment&c=${comment}`)).status).toBe(403);
    expect(await status(comment)).toBe('1');
  });

  it('shows a plugin’s pending count in the menu, though another count fails', async () => {
    const page = (slug: string, waiting: string): string =>
      `scope.addMenuPage({ slug: '${slug}', title: '${slug}', capability: 'read', pendingCount: ${waiting}, handler: () => ({ kind: 'page', title: 'x', html: 'x' }) });`;
    site.addPlugin('counting', {
      'index.js': `import { definePlugin } from 'plinth';\nexport default definePlugin({ boot(scope) { ${page('busy', 'async () => 41')} ${page('broken', "() => { throw new Error('no'); }")} } });\n`,
    });
    expect(await site.inContext(() => site.site.plugins.activatePlugin('counting'))).toBeNull();
    const { status: code, html } = await owner.get('/wp-admin/');
    expect([code, html.includes('41 pending'), html.includes('<span>broken</span>')]).toEqual([200, true, true]);
    await site.inContext(() => site.site.plugins.deactivatePlugins('counting'));
  });

  it('stores and applies the discussion settings', async () => {
    const { html } = await owner.get('/wp-admin/options-discussion.php');
    expect(html).toContain('name="moderation_keys"');
    const fields = {
      default_comment_status: 'open',
      close_comments_days_old: '14',
      thread_comments_depth: '3',
      comments_per_page: '50',
      default_comments_page: 'newest',
      comment_order: 'desc',
      comment_max_links: '2',
      moderation_keys: 'casino\npills',
      disallowed_keys: '',
      require_name_email: '1',
      comment_previously_approved: '1',
      thread_comments: '1',
    };
    expect((await owner.post('/wp-admin/options-discussion.php', fields)).status).toBe(303);
    const { options, content } = site.site;
    expect(await site.inContext(() => options.getOption('comment_order'))).toBe('desc');
    await site.inContext(() => options.updateOption('comment_previously_approved', '0'));
    expect(await site.inContext(() => content.checkComment('A', 'a@b.test', '', 'Play in my Casino', '', ''))).toBe(
      false,
    );
    expect(await site.inContext(() => content.checkComment('A', 'a@b.test', '', 'Play with me', '', ''))).toBe(true);
    expect(
      await site.inContext(() => content.checkComment('A', 'a@b.test', '', 'http://a.test http://b.test', '', '')),
    ).toBe(false);
  });

  it('emails the owner about a held comment and the author when it is approved', async () => {
    const { content, options, db } = site.site;
    const author = Number(
      await site.inContext(() =>
        site.site.users.wpInsertUser({
          user_login: 'poet',
          user_pass: 'poet-pass-long-enough',
          user_email: 'poet@example.test',
          role: 'author',
        }),
      ),
    );
    const { id } = await site.post('Told', { post_author: author });
    await site.inContext(() => options.updateOption('comment_previously_approved', 1));
    const emails = async (): Promise<string[]> =>
      (await db()('jobs').where({ queue: 'plinth/comment-email' }).orderBy('id').pluck<string[]>('payload')).map(
        (payload) => (JSON.parse(payload) as { to: string }).to,
      );
    await site.inContext(() => db()('jobs').where({ queue: 'plinth/comment-email' }).delete());
    await site.inContext(() => options.updateOption('moderation_notify', 1));
    await site.inContext(() => options.updateOption('comments_notify', 1));
    const pendingId = await site.inContext(() =>
      content.wpNewComment({
        comment_post_id: id,
        comment_author: 'New',
        comment_author_email: 'new@example.test',
        comment_content: 'Hello',
      }),
    );
    const owners = String(await options.getOption('admin_email'));
    expect((await emails()).sort()).toEqual([owners, 'poet@example.test'].sort());
    await site.inContext(() => content.wpSetCommentStatus(Number(pendingId), 'approve'));
    expect((await emails()).filter((to) => to === 'poet@example.test')).toHaveLength(2);
  });
});
