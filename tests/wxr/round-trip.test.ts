import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isWpError } from '../../core/api/index.js';
import { runOnSite } from '../../core/cli/with-site.js';
import { allEngines } from '../kit/databases.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';
import { img } from '../media/sample-images.js';

const COLUMNS = [
  'guid',
  'post_title',
  'post_excerpt',
  'post_status',
  'post_name',
  'post_type',
  'post_password',
  'post_date',
  'post_date_gmt',
  'post_modified',
  'post_modified_gmt',
  'menu_order',
  'comment_status',
  'ping_status',
  'comment_count',
] as const;

/** Content of a site, with references expressed by guid. */
async function contentOf({ site, url }: TestSite): Promise<unknown> {
  const posts = await site.db()('posts').whereNot({ post_type: 'revision' }).orderBy('guid');
  const guidOf = new Map(posts.map((post) => [Number(post.id), String(post.guid)]));
  const summaries = await Promise.all(
    posts.map(async (post) => {
      const id = Number(post.id);
      const meta = (await site
        .db()('postmeta')
        .where({ post_id: id })
        .whereNotIn('meta_key', ['_wp_attached_file', '_wp_attachment_metadata'])
        .orderBy('meta_key')) as { meta_key: string; meta_value: string }[];
      const terms = await Promise.all(
        site.content
          .getObjectTaxonomies(String(post.post_type))
          .map(async ({ name }) => site.content.wpGetObjectTerms(id, name)),
      );
      const refers = /^(?:_thumbnail_id|_menu_item_object_id|_menu_item_menu_item_parent)$/;
      return {
        ...Object.fromEntries(COLUMNS.map((name) => [name, post[name]])),
        // The slug of a menu item is its id.
        post_name: String(post.post_name) === String(id) ? 'its number' : post.post_name,
        content: String(post.post_content)
          .replaceAll(url, '')
          .replace(/(wp-image-|"id":)\d+/g, (_all, before: string) => before),
        parent: guidOf.get(Number(post.post_parent)) ?? '',
        author: ((await site.users.getUserdata(Number(post.post_author))) || { user_login: '' }).user_login,
        meta: meta.map(({ meta_key: key, meta_value: value }) => [
          key,
          refers.test(key) ? (guidOf.get(Number(value)) ?? '') : value.replaceAll(url, ''),
        ]),
        terms: terms
          .flatMap((found) =>
            isWpError(found) ? [] : found.map(({ taxonomy, slug, name }) => `${taxonomy} ${slug} ${name}`),
          )
          .sort(),
      };
    }),
  );
  const comments = await site
    .db()('comments')
    .orderBy('comment_date')
    .select<object[]>(
      'comment_author',
      'comment_content',
      'comment_date_gmt',
      'comment_approved',
      'comment_author_email',
    );
  const terms = await site
    .db()('terms as t')
    .join('term_taxonomy as x', 'x.term_id', 't.term_id')
    .orderBy(['x.taxonomy', 't.slug'])
    .select<object[]>('t.name', 't.slug', 'x.taxonomy', 'x.description', 'x.count');
  return {
    posts: summaries,
    comments,
    terms,
    sticky: ((await site.options.getOption<number[]>('sticky_posts', [])) ?? []).map((id) => guidOf.get(Number(id))),
  };
}

describe.each(allEngines)('export and import round trip on %s', (engine) => {
  let from: TestSite;
  let to: TestSite;
  let admin: Visitor;

  beforeAll(async () => {
    [from, to] = [await bootSite({ engine, fresh: true }), await bootSite({ engine, fresh: true })];
    const { site } = from;
    await from.inContext(async () => {
      const author = Number(
        await site.users.wpInsertUser({
          user_login: 'zofia',
          user_email: 'zofia@x.example',
          display_name: 'Zofia Żak',
          user_pass: 'a long password of zofia',
          role: 'author',
        }),
      );
      const news = await site.content.wpInsertTerm('News & more', 'category', { slug: 'news', description: 'Ł < K' });
      const local = isWpError(news)
        ? news
        : await site.content.wpInsertTerm('Local', 'category', { slug: 'local', parent: news.term_id });
      const data = await img(700, 500);
      const file = await site.attachments.mediaHandleUpload({ name: 'sea.png', data }, 0, { post_title: 'Sea' });
      if (isWpError(local) || isWpError(file)) throw new Error('The site could not be filled.');
      const medium = (await site.attachments.wpGetAttachmentImageSrc(file, 'medium')) || [''];
      const about = Number(
        await site.content.wpInsertPost({
          post_type: 'page',
          post_title: 'About',
          post_status: 'publish',
          menu_order: 2,
        }),
      );
      const team = Number(
        await site.content.wpInsertPost({
          post_type: 'page',
          post_title: 'Team',
          post_status: 'publish',
          post_parent: about,
        }),
      );
      const first = Number(
        await site.content.wpInsertPost({
          post_title: 'Żółw ]]> & <b>x</b>',
          post_author: author,
          post_content: `<!-- wp:image {"id":${file}} -->\n<figure class="wp-block-image"><img src="${medium[0]}" alt="" class="wp-image-${file}"/></figure>\n<!-- /wp:image -->\n<a href="${(await site.content.getPermalink(team)) || ''}">Team</a> ]]>`,
          post_status: 'publish',
          post_category: [local.term_id],
          tags_input: ['a & b', 'ćma'],
          meta_input: { shape: { round: [1, 2.5, 'ź'] }, plain: 'a:1:{no' },
          post_date: '2024-02-29 10:00:00',
        }),
      );
      await site.attachments.setPostThumbnail(first, file);
      await site.options.updateOption('sticky_posts', [first]);
      const commentId = Number(
        await site.content.wpInsertComment({
          comment_post_id: first,
          comment_author: 'Ola',
          comment_author_email: 'o@x.example',
          comment_content: 'Why?',
          comment_date: '2024-03-01 10:00:00',
          comment_date_gmt: '2024-03-01 09:00:00',
        }),
      );
      await site.content.wpInsertComment({
        comment_post_id: first,
        comment_author: 'Jan',
        comment_content: 'So.',
        comment_parent: commentId,
        comment_date: '2024-03-02 10:00:00',
        comment_date_gmt: '2024-03-02 09:00:00',
      });
      await site.content.wpInsertPost({
        post_title: 'Secret',
        post_password: 'pw',
        post_status: 'publish',
        post_date: '2023-05-05 10:00:00',
      });
      await site.content.wpInsertPost({ post_title: 'Draft', post_content: 'Not yet' });
      const menu = Number(await site.content.wpUpdateNavMenuObject(0, { name: 'Top' }));
      const above = Number(
        await site.content.wpUpdateNavMenuItem(menu, 0, {
          type: 'post_type',
          object: 'page',
          object_id: about,
          status: 'publish',
        }),
      );
      await site.content.wpUpdateNavMenuItem(menu, 0, {
        type: 'post_type',
        object: 'page',
        object_id: team,
        parent_id: above,
        status: 'publish',
      });
      // Content without an author is assigned to the importing user.
      const { id: me } = (await site.users.getUserBy('login', ADMIN.login)) || { id: 0 };
      const { post_content: text } = (await site.content.getPost(first)) ?? { post_content: '' };
      await site
        .db()('posts')
        .where({ id: first })
        .update({ post_content: text.replace(']]&gt;', ']]>') });
      await site.db()('posts').where({ post_author: 0 }).update({ post_author: me });
    });
    admin = visitor(from.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
    // Empties the site, including the content of the first start.
    await to.inContext(async () => {
      for (const id of await to.site.db()('posts').pluck<number[]>('id')) await to.site.content.wpDeletePost(id, true);
      for (const { term_id: id, taxonomy } of await to.site
        .db()('term_taxonomy')
        .whereNotIn('taxonomy', ['category'])
        .select<{ term_id: number; taxonomy: string }[]>('term_id', 'taxonomy'))
        await to.site.content.wpDeleteTerm(id, taxonomy);
      await to.site.db()('comments').delete();
    });
  });
  afterAll(async () => {
    await from?.close();
    await to?.close();
  });

  it('reproduces content, files and permalinks on an empty site', async () => {
    const exported = await runOnSite(from.site, ['export', '--file', join(to.site.config.dataDir, 'site.xml')]);
    expect(exported).toMatchObject({ code: 0, error: '' });
    const dry = await runOnSite(to.site, [
      'import',
      join(to.site.config.dataDir, 'site.xml'),
      '--dry-run',
      '--format=json',
    ]);
    expect(JSON.parse(dry.out)).toEqual(
      expect.arrayContaining([
        { type: 'kind', name: 'post', count: expect.any(Number), registered: 'yes' },
        { type: 'problems', name: '', count: 0, registered: '' },
      ]),
    );
    const done = await runOnSite(to.site, [
      'import',
      join(to.site.config.dataDir, 'site.xml'),
      '--authors=create',
      '--media',
      join(from.site.config.dataDir, 'uploads'),
      '--format=json',
    ]);
    expect(done).toMatchObject({ code: 0 });
    expect(await contentOf(to)).toEqual(await contentOf(from));
  });

  it('reports invalid options and a missing file', async () => {
    for (const [args, message] of [
      [['nowhere.xml'], 'cannot be read'],
      [['x.xml', '--authors=all'], '--authors must be'],
      [['x.xml', '--authors=map:a=nobody'], 'The user nobody was not found'],
      [['x.xml', '--skip=comments'], '--skip must be'],
    ] as const) {
      expect(await runOnSite(to.site, ['import', ...args])).toMatchObject({
        code: 1,
        error: expect.stringContaining(message),
      });
    }
    expect(await runOnSite(to.site, ['export', '--start_date=May'])).toMatchObject({
      code: 1,
      error: expect.stringContaining('2024-05'),
    });
  });

  it('exports by type, author and month with the attached images', async () => {
    await admin.get('/wp-admin/export.php');
    const all = await admin.submitForm({ content: 'post', start_date: '2024-02', end_date: '2024-02' });
    expect([all.status, all.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="[\w.-]+\.xml"$/),
    ]);
    const types = (text: string): string[] =>
      [...text.matchAll(/<wp:post_type><!\[CDATA\[(\w+)/g)].map(([, type = '']) => type);
    expect(types(all.html)).toEqual(['post', 'attachment']);
    expect(all.html).toContain('Team</a> ]]]]><![CDATA[>]]></content:encoded>');
    await admin.get('/wp-admin/export.php');
    expect(
      types(
        (
          await admin.submitForm({
            content: 'page',
            author: String(((await from.site.users.getUserBy('login', 'zofia')) || { id: 0 }).id),
          })
        ).html,
      ),
    ).toEqual([]);
    await admin.get('/wp-admin/export.php');
    const response = await admin.submitForm({ start_date: '2024-05', end_date: '2024-04' });
    expect([response.status, response.html]).toEqual([
      400,
      expect.stringContaining('The end month is before the start month.'),
    ]);
  });

  it('fires WordPress’s export hooks', async () => {
    const events: string[] = [];
    const undo = [
      from.site.hooks.addFilter('wxr_export_skip_postmeta', (skip, key) => skip || key === 'shape', 10, 2),
      from.site.hooks.addFilter('the_content_export', (text) => `${text}<!-- out -->`),
      from.site.hooks.addAction('export_wp', ({ content }) => void events.push(content)),
    ];
    const file = join(from.site.config.dataDir, 'part.xml');
    await runOnSite(from.site, ['export', '--post_type=post', '--file', file]);
    for (const stop of undo) stop();
    const text = readFileSync(file, 'utf8');
    expect([events, text.includes('shape'), text.includes('<!-- out -->')]).toEqual([['post'], false, true]);
    writeFileSync(file, '');
  });
});
