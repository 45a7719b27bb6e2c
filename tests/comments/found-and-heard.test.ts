import { defaultEngines } from '../kit/databases.js';
import { visitor } from '../kit/visitor.js';
import { bootCommentedSite, type CommentedSite, postComment } from './a-site-with-posts.js';
import { readDom } from '../kit/dom.js';

// Caching stays enabled here even in a run without caches.
delete process.env.OBJECT_CACHE_MB;
delete process.env.PAGE_CACHE_MB;

describe.each(defaultEngines)('comment queries, hooks and feeds on %s', (engine) => {
  let site: CommentedSite;
  beforeAll(async () => void (site = await bootCommentedSite(engine)));
  afterAll(() => site.close());

  /** Runs work. @returns the hooks of a list that fired, in order, with repetitions */
  async function firedDuring(names: readonly string[], work: () => Promise<unknown>): Promise<string[]> {
    const fired: string[] = [];
    const undos = names.map((name) =>
      site.site.hooks.addFilter(name, (value: unknown) => {
        fired.push(name);
        return value;
      }),
    );
    await site.inContext(work);
    for (const undo of undos) undo();
    return fired;
  }

  it('filters a query by status, type, user, parent, text, date and metadata', async () => {
    const [publicPost, privatePost] = [
      await site.post('Query one'),
      await site.post('Query two', { post_status: 'private' }),
    ];
    const a = await site.comment({
      comment_post_id: publicPost.id,
      comment_content: 'Apples 100%',
      comment_date: '2026-03-01 10:00:00',
      user_id: 1,
    });
    const b = await site.comment({
      comment_post_id: publicPost.id,
      comment_content: 'Pears',
      comment_approved: 0,
      comment_parent: a.comment_id,
      comment_author_email: 'bea@example.test',
      comment_date: '2026-03-02 10:00:00',
    });
    const c = await site.comment({
      comment_post_id: publicPost.id,
      comment_content: 'Plums',
      comment_type: 'pingback',
      comment_date: '2026-03-03 10:00:00',
    });
    const d = await site.comment({
      comment_post_id: privatePost.id,
      comment_content: 'Quinces',
      comment_approved: 'spam',
      comment_date: '2026-03-04 10:00:00',
    });
    const note = await site.comment({
      comment_post_id: publicPost.id,
      comment_content: 'A note',
      comment_type: 'note',
      comment_date: '2026-03-05 10:00:00',
    });
    const { content } = site.site;
    await site.inContext(() => content.addCommentMeta(b.comment_id, 'stars', 5));
    const names = new Map(
      [
        [a, 'a'],
        [b, 'b'],
        [c, 'c'],
        [d, 'd'],
        [note, 'note'],
      ].map(([comment, name]) => [(comment as { comment_id: number }).comment_id, name as string]),
    );
    const find = async (query: Parameters<typeof content.getComments>[0]): Promise<string> =>
      (
        await site.inContext(() =>
          content.getComments({ order: 'ASC', post__in: [publicPost.id, privatePost.id], ...query }),
        )
      )
        .map(({ comment_id: id }) => names.get(id))
        .join('');
    expect(await find({})).toBe('abc');
    expect(await find({ status: 'hold' })).toBe('b');
    expect(await find({ status: 'approve,spam' })).toBe('acd');
    expect(await find({ status: 'any', type: 'all' })).toBe('abcdnote');
    expect(await find({ status: 'approve', include_unapproved: ['bea@example.test'] })).toBe('abc');
    expect(await find({ type: 'pings' })).toBe('c');
    expect(await find({ type__not_in: ['pingback'] })).toBe('ab');
    expect(await find({ user_id: 1 })).toBe('a');
    expect(await find({ parent: 0 })).toBe('ac');
    expect(await find({ post_status: 'private', status: 'any' })).toBe('d');
    expect(await find({ search: '100%' })).toBe('a');
    expect(await find({ search: '%' })).toBe('a');
    expect(await find({ date_query: [{ after: '2026-03-01 12:00:00', before: '2026-03-03 09:00:00' }] })).toBe('b');
    expect(await find({ meta_key: 'stars', meta_value: 5 })).toBe('b');
    expect(await find({ number: 1, offset: 1 })).toBe('b');
    expect(await find({ comment__in: [c.comment_id, a.comment_id], orderby: 'comment__in' })).toBe('ca');
    expect(await find({ number: 1, hierarchical: 'threaded' })).toBe('ab');
    // Column names are restricted to an allowlist.
    expect(await find({ orderby: 'comment_id; drop table comments' })).toBe('abc');
    expect(
      (await site.inContext(() => content.queryComments({ post_id: publicPost.id, number: 2, no_found_rows: false })))
        .found,
    ).toBe(3);
  });

  it('fires comment hooks in WordPress’s order on creation, approval, trash and deletion', async () => {
    const { id } = await site.post('Heard');
    const { content } = site.site;
    let comment = 0;
    const lifecycle = [
      'preprocess_comment',
      'pre_comment_content',
      'duplicate_comment_id',
      'check_comment_flood',
      'pre_comment_approved',
      'wp_insert_comment',
      'comment_post',
      'edit_comment',
      'wp_set_comment_status',
      'transition_comment_status',
      'comment_unapproved_to_approved',
      'comment_approved_comment',
      'wp_update_comment_count',
      'trash_comment',
      'trashed_comment',
      'delete_comment',
      'deleted_comment',
      'comment_trash_to_delete',
    ];
    expect(
      await firedDuring(lifecycle, async () => {
        comment = Number(
          await content.wpNewComment({
            comment_post_id: id,
            comment_author: 'Lou',
            comment_author_email: 'lou@example.test',
            comment_content: 'Listen',
          }),
        );
      }),
    ).toEqual([
      'preprocess_comment',
      'pre_comment_content',
      'duplicate_comment_id',
      'check_comment_flood',
      'pre_comment_approved',
      'wp_insert_comment',
      'comment_post',
    ]);
    expect(await firedDuring(lifecycle, () => content.wpSetCommentStatus(comment, 'approve'))).toEqual([
      'wp_set_comment_status',
      'transition_comment_status',
      'comment_unapproved_to_approved',
      'comment_approved_comment',
      'wp_update_comment_count',
    ]);
    expect(await firedDuring(lifecycle, () => content.wpTrashComment(comment))).toEqual([
      'trash_comment',
      'wp_set_comment_status',
      'transition_comment_status',
      'wp_update_comment_count',
      'trashed_comment',
    ]);
    expect(await firedDuring(lifecycle, () => content.wpDeleteComment(comment))).toEqual([
      'delete_comment',
      'deleted_comment',
      'wp_set_comment_status',
      'transition_comment_status',
      'comment_trash_to_delete',
    ]);
  });

  it('lets plugins change, mark as spam or refuse a comment', async () => {
    const { id } = await site.post('Decided');
    const { content, hooks } = site.site;
    const write = (text: string): Promise<unknown> =>
      site.inContext(() =>
        content.wpNewComment(
          {
            comment_post_id: id,
            comment_author: text,
            comment_author_email: `${text}@example.test`,
            comment_content: text,
          },
          true,
        ),
      );
    const undo = [
      hooks.addFilter('pre_comment_approved', () => 'spam'),
      hooks.addFilter('preprocess_comment', (comment: object) => ({ ...comment, comment_content: 'Changed' })),
    ];
    expect(await site.inContext(async () => content.getComment(Number(await write('first'))))).toMatchObject({
      comment_approved: 'spam',
      comment_content: 'Changed',
    });
    for (const step of undo) step();
    const open = hooks.addFilter('comments_open', () => false);
    expect((await postComment(visitor(site.url), id, { comment: 'Closed' })).status).toBe(403);
    open();
  });

  it('keeps cached pages without comments when a comment is held for moderation', async () => {
    const { id, path } = await site.post('Kept');
    const other = await site.post('Other', { comment_status: 'closed' });
    const reader = visitor(site.url);
    for (const pagePath of [path, other.path]) for (let i = 0; i < 2; i++) await reader.get(pagePath);
    await site.comment({ comment_post_id: id, comment_approved: 0, comment_content: 'Held' });
    expect((await reader.get(other.path)).headers.get('x-plinth-cache')).toBe('hit');
    await site.comment({ comment_post_id: id, comment_content: 'Shown' });
    expect(readDom((await reader.get(path)).html).texts('p')).toContain('Shown');
  });

  it('lists only public, approved comments in feeds', async () => {
    const { id, path } = await site.post('Fed & read');
    const locked = await site.post('Locked', { post_password: 'pw' });
    await site.comment({ comment_post_id: id, comment_author: 'Fay', comment_content: 'In <b>the</b> feed' });
    await site.comment({ comment_post_id: id, comment_approved: 0, comment_content: 'Not yet' });
    await site.comment({ comment_post_id: locked.id, comment_content: 'Behind it' });
    const reader = visitor(site.url);
    const [all, postFeed] = [(await reader.get('/comments/feed/')).html, (await reader.get(`${path}feed/`)).html];
    expect(all).toContain('<title>Comment on Fed &amp; read by Fay</title>');
    expect(readDom(postFeed).texts('title')).toContain('By: Fay');
    expect(postFeed).toContain('<p>In <b>the</b> feed</p>');
    for (const hidden of ['Not yet', 'Behind it']) expect(all + postFeed).not.toContain(hidden);
    expect((await reader.get(`${locked.path}feed/`)).html).not.toContain('Behind it');
  });

  it('lets plugins add output and change fields in the comment form', async () => {
    const { path } = await site.post('Printed');
    const { hooks } = site.site;
    const undo = [
      hooks.addAction('comment_form_top', (prints: string[]) => void prints.push('<p>Be kind.</p>')),
      hooks.addAction(
        'comment_form',
        (_id: number, prints: string[]) => void prints.push('<input type="hidden" name="trap" value="">'),
        10,
        2,
      ),
      hooks.addFilter('comment_form_default_fields', ({ url: _url, ...fields }: Record<string, string>) => fields),
    ];
    const { html } = await visitor(site.url).get(path);
    for (const step of undo) step();
    for (const printed of ['<p>Be kind.</p>', 'name="trap"', 'name="author"']) expect(html).toContain(printed);
    expect(html).not.toContain('name="url"');
  });
});
