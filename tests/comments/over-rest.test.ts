import { defaultEngines } from '../kit/databases.js';
import { ADMIN } from '../kit/site.js';
import { bootCommentedSite, type CommentedSite } from './a-site-with-posts.js';

type Json = Record<string, unknown>;

describe.each(defaultEngines)('comments over REST on %s', (engine) => {
  let site: CommentedSite;
  let post: number;
  const passwords: Record<string, string> = {};
  const call = async (
    method: string,
    route: string,
    body?: Json,
    as?: string,
  ): Promise<{ status: number; body: Json; list: Json[]; headers: Headers }> => {
    const response = await fetch(`${site.url}/wp-json/wp/v2/comments${route}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(as === undefined
          ? {}
          : { authorization: `Basic ${Buffer.from(`${as}:${passwords[as]}`).toString('base64')}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const json = (await response.json()) as Json;
    return { status: response.status, body: json, list: json as unknown as Json[], headers: response.headers };
  };
  const codeOf = async (...args: Parameters<typeof call>): Promise<string> => {
    const { status, body } = await call(...args);
    return `${status} ${String(body.code ?? '')}`;
  };

  beforeAll(async () => {
    site = await bootCommentedSite(engine);
    ({ id: post } = await site.post('Spoken'));
    await site.inContext(async () => {
      const { users, passwords: keys } = site.site;
      for (const [login, role] of [
        ['sam', 'subscriber'],
        ['edith', 'editor'],
      ] as const)
        await users.wpInsertUser({
          user_login: login,
          user_pass: `${login}-pass-long-enough`,
          user_email: `${login}@example.test`,
          role,
        });
      for (const login of ['sam', 'edith', ADMIN.login]) {
        const user = await users.getUserBy('login', login);
        const created = await keys.createApplicationPassword(user ? user.id : 0, { name: 'test' });
        if ('password' in created) passwords[login] = created.password;
      }
    });
  });
  afterAll(() => site.close());

  it('refuses invalid comments with an error code and stores nothing', async () => {
    const draft = await site.post('Not yet', { post_status: 'draft' });
    const trashed = await site.post('No more', { post_status: 'trash' });
    const hidden = await site.post('Own', { post_status: 'private' });
    const locked = await site.post('Locked', { post_password: 'pw' });
    const before = await site.inContext(() => site.site.db()('comments').count({ total: '*' }));
    const comment = { post, content: 'Said' };
    const cases: [string, Json, string | undefined][] = [
      ['401 rest_comment_login_required', comment, undefined],
      ['403 rest_comment_invalid_post_id', { content: 'Said' }, 'sam'],
      ['403 rest_comment_invalid_post_id', { ...comment, post: 99_999 }, 'sam'],
      ['403 rest_comment_draft_post', { ...comment, post: draft.id }, 'sam'],
      ['403 rest_comment_trash_post', { ...comment, post: trashed.id }, 'sam'],
      ['403 rest_cannot_read_post', { ...comment, post: hidden.id }, 'sam'],
      ['403 rest_cannot_read_post', { ...comment, post: locked.id }, 'sam'],
      ['403 rest_comment_invalid_author', { ...comment, author: 1 }, 'sam'],
      ['403 rest_comment_invalid_author_ip', { ...comment, author_ip: '8.8.8.8' }, 'sam'],
      ['403 rest_comment_invalid_status', { ...comment, status: 'approved' }, 'sam'],
      ['400 rest_comment_exists', { ...comment, id: 5 }, 'edith'],
      ['400 rest_invalid_comment_type', { ...comment, type: 'pingback' }, 'edith'],
      ['400 rest_comment_author_invalid', { ...comment, author: 99_999 }, 'edith'],
      ['400 rest_comment_content_invalid', { post, content: ' ' }, 'edith'],
      ['400 rest_invalid_param', { ...comment, author_ip: 'zip' }, 'edith'],
      ['400 rest_invalid_param', { ...comment, author_email: 'zip' }, 'edith'],
      [
        '400 comment_author_column_length',
        { ...comment, author_name: 'n'.repeat(246), author_email: 'n@example.test' },
        'edith',
      ],
      ['400 rest_comment_author_data_required', { ...comment, author_name: 'Only a name' }, 'edith'],
    ];
    for (const [expected, body, as] of cases)
      expect([JSON.stringify(body), await codeOf('POST', '', body, as)]).toEqual([JSON.stringify(body), expected]);
    expect(await site.inContext(() => site.site.db()('comments').count({ total: '*' }))).toEqual(before);
  });

  it('reads and writes comments of a protected post with its password', async () => {
    const { id } = await site.post('Behind a word', { post_password: 'word' });
    const comment = await site.comment({ comment_post_id: id, comment_content: 'Inside' });
    expect(await codeOf('GET', `?post=${id}`)).toBe('401 rest_cannot_read_post');
    expect((await call('GET', `?post=${id}&password=word`)).list).toHaveLength(1);
    expect(await codeOf('GET', `/${comment.comment_id}?password=wrong`)).toBe('401 rest_cannot_read');
    expect((await call('GET', `/${comment.comment_id}?password=word`)).status).toBe(200);
    // In the list of all comments it is omitted.
    expect((await call('GET', '?per_page=100')).list.some((listed) => listed.id === comment.comment_id)).toBe(false);
    expect((await call('POST', '?password=word', { post: id, content: 'In too' }, 'sam')).status).toBe(201);
  });

  it('links replies in both directions, and keeps them when the parent is deleted', async () => {
    const parent = await site.comment({ comment_post_id: post, comment_content: 'Question' });
    const reply = await site.comment({
      comment_post_id: post,
      comment_content: 'Answer',
      comment_parent: parent.comment_id,
    });
    const links = async (id: number): Promise<Record<string, { href: string }[]>> =>
      (await call('GET', `/${id}`)).body._links as Record<string, { href: string }[]>;
    expect((await links(parent.comment_id)).children?.[0]?.href).toBe(
      `${site.url}/wp-json/wp/v2/comments?parent=${parent.comment_id}`,
    );
    expect((await links(reply.comment_id))['in-reply-to']?.[0]?.href).toBe(
      `${site.url}/wp-json/wp/v2/comments/${parent.comment_id}`,
    );
    expect((await call('GET', `?parent=${parent.comment_id}`)).list.map(({ id }) => id)).toEqual([reply.comment_id]);
    expect((await call('DELETE', `/${parent.comment_id}?force=true`, undefined, 'edith')).body.deleted).toBe(true);
    expect((await call('GET', `/${reply.comment_id}`)).body.parent).toBe(0);
  });

  it('keeps author, IP and user agent when another user edits a comment', async () => {
    const comment = await site.comment({
      comment_post_id: post,
      comment_content: 'Mine',
      comment_author_ip: '203.0.113.5',
      comment_agent: 'Old browser',
    });
    const { body } = await call('POST', `/${comment.comment_id}`, { content: 'Mended' }, 'edith');
    expect([body.author_ip, body.author_user_agent, body.author]).toEqual(['203.0.113.5', 'Old browser', 0]);
  });

  it('hides emails from visitors, also from their searches', async () => {
    await site.comment({ comment_post_id: post, comment_author_email: 'secret@example.test', comment_content: 'Hush' });
    expect((await call('GET', '?search=secret%40example.test')).list).toEqual([]);
    expect((await call('GET', '?search=Hush')).list).toHaveLength(1);
    expect(JSON.stringify((await call('GET', '?per_page=100')).list)).not.toContain('secret@example.test');
    expect((await call('GET', '?search=secret%40example.test', undefined, 'edith')).list).toHaveLength(1);
  });

  it('accepts anonymous comments only when a plugin allows it, with name and email', async () => {
    // Avoids the flood limit for earlier comments from this IP address.
    await site.inContext(() => site.site.db()('comments').update({ comment_date_gmt: '2026-01-01 00:00:00' }));
    const undo = site.site.hooks.addFilter('rest_allow_anonymous_comments', () => true);
    expect(await codeOf('POST', '', { post, content: 'No name' })).toBe('400 rest_comment_author_data_required');
    const { status, body } = await call('POST', '', {
      post,
      content: 'With a name <script>1</script>',
      author_name: 'Vi',
      author_email: 'vi@example.test',
    });
    expect([status, (body.content as Json).rendered]).toEqual([201, '<p>With a name 1</p>\n']);
    // A pending comment cannot be read by others.
    expect(await codeOf('GET', `/${String(body.id)}`)).toBe('401 rest_cannot_read');
    undo();
  });

  it('refuses values too long for the column, and ignores out-of-range parents', async () => {
    const comment = await site.comment({ comment_post_id: post, comment_content: 'Short' });
    expect(await codeOf('POST', `/${comment.comment_id}`, { author_name: '&'.repeat(200) }, 'edith')).toBe(
      '400 comment_author_column_length',
    );
    expect((await call('POST', `/${comment.comment_id}`, { parent: 99_999_999_999 }, 'edith')).body.parent).toBe(0);
    expect((await call('GET', '?parent=99999999999&post=99999999999')).list).toEqual([]);
  });

  it('reads and writes registered comment metadata', async () => {
    site.site.meta.registerMeta('comment', 'stars', { type: 'integer', single: true, showInRest: true });
    const comment = await site.comment({ comment_post_id: post, comment_content: 'Rated' });
    expect(
      await codeOf('POST', `/${comment.comment_id}`, { content: 'Unsaid', meta: { stars: 'many' } }, 'edith'),
    ).toBe('400 rest_invalid_type');
    expect((await call('GET', `/${comment.comment_id}`)).body.content).toEqual({ rendered: '<p>Rated</p>\n' });
    expect(
      ((await call('POST', `/${comment.comment_id}`, { meta: { stars: 4 } }, 'edith')).body.meta as Json).stars,
    ).toBe(4);
    expect(((await call('GET', `/${comment.comment_id}`)).body.meta as Json).stars).toBe(4);
    site.site.meta.unregisterMetaKey('comment', 'stars');
  });
});
