import { isWpError } from '../../core/api/index.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';
import { img } from './sample-images.js';

describe('images on the site', () => {
  let test: TestSite;
  let large: number;
  let small: number;
  beforeAll(async () => {
    test = await bootSite();
    const upload = async (name: string, width: number, height: number): Promise<number> => {
      const id = await test.inContext(async () =>
        test.site.attachments.mediaHandleUpload({ name, data: await img(width, height) }),
      );
      if (isWpError(id)) throw new Error(id.getErrorMessage());
      return id;
    };
    [large, small] = [await upload('large.png', 1600, 900), await upload('small.png', 640, 480)];
  });
  afterAll(() => test?.close());

  const publish = (input: object): Promise<number> =>
    test.inContext(async () => Number(await test.site.content.wpInsertPost({ post_status: 'publish', ...input })));
  const images = (html: string): string[] => html.match(/<img[^>]*>/g) ?? [];

  it('loads the featured image eagerly and later content images lazily, with dimensions', async () => {
    const src = await test.site.attachments.wpGetAttachmentUrl(small);
    const text = Array.from(
      { length: 4 },
      () => `<p><img src="${src || ''}" alt="x" class="wp-image-${small}" /></p>`,
    ).join('\n');
    const id = await publish({ post_title: 'Pictured', post_content: text });
    await test.inContext(() => test.site.attachments.setPostThumbnail(id, large));
    const page = await (await fetch((await test.site.content.getPermalink(id)) || '')).text();
    const [featured = '', ...others] = images(page);
    expect(featured).toMatch(/^<img width="1024" height="576" .*fetchpriority="high".*srcset="[^"]+ 1024w, .* 1536w, /);
    expect(featured).not.toContain('loading=');
    expect(others).toHaveLength(4);
    for (const html of others)
      expect(html).toMatch(
        /width="640" height="480".*srcset="[^"]+ 640w, [^"]+ 300w" sizes="(?:auto, )?\(max-width: 640px\) 100vw, 640px"/,
      );
    expect(others.map((html) => html.includes('loading="lazy"'))).toEqual([false, false, true, true]);
    expect(others.map((html) => html.includes('sizes="auto, '))).toEqual([false, false, true, true]);
  });

  it('redirects an attachment page to its file unless attachment pages are enabled', async () => {
    const link = (await test.site.content.getPermalink(large)) || '';
    const url = await test.site.attachments.wpGetAttachmentUrl(large);
    const fetchPage = async (pageUrl: string) => {
      const response = await fetch(pageUrl, { redirect: 'manual' });
      return { status: response.status, location: response.headers.get('location'), html: await response.text() };
    };
    expect(await fetchPage(link)).toMatchObject({ status: 301, location: url });
    expect(await fetchPage(`${test.url}/?attachment_id=${large}`)).toMatchObject({ status: 301, location: url });
    await test.inContext(() => test.site.options.updateOption('wp_attachment_pages_enabled', 1));
    const page = await fetchPage(link);
    expect(page.status).toBe(200);
    expect(page.html).toContain(`<p class="attachment"><a href='${url || ''}'>`);
    await test.inContext(() => test.site.options.updateOption('wp_attachment_pages_enabled', 0));
  });

  it('hides the attachment of a draft from visitors', async () => {
    const draft = await publish({ post_title: 'Draft', post_status: 'draft' });
    await test.inContext(() => test.site.content.wpUpdatePost({ id: small, post_parent: draft }));
    expect((await fetch(`${test.url}/?attachment_id=${small}`, { redirect: 'manual' })).status).toBe(404);
    expect((await fetch(`${test.url}/wp-json/wp/v2/media/${small}`)).status).toBe(401);
    await test.inContext(() => test.site.content.wpUpdatePost({ id: small, post_parent: 0 }));
  });

  it('nests the permalink of an attachment below its post', async () => {
    const id = await publish({ post_title: 'Above' });
    await test.inContext(() => test.site.content.wpUpdatePost({ id: small, post_parent: id }));
    const link = (await test.site.content.getPermalink(small)) || '';
    expect(link).toBe(`${(await test.site.content.getPermalink(id)) || ''}small/`);
    expect((await fetch(link, { redirect: 'manual' })).headers.get('location')).toBe(
      await test.site.attachments.wpGetAttachmentUrl(small),
    );
  });
});

describe('admin media library without JavaScript', () => {
  let test: TestSite;
  let admin: Visitor;
  beforeAll(async () => {
    test = await bootSite();
    admin = visitor(test.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
  });
  afterAll(() => test?.close());

  async function upload(name: string): Promise<number> {
    await admin.get('/wp-admin/media-new.php');
    const response = await admin.upload(
      '/wp-admin/media-new.php',
      { 'html-upload': 'Upload' },
      { field: 'async-upload', name, bytes: await img(400, 300) },
    );
    expect([response.status, response.location]).toEqual([302, '/wp-admin/upload.php']);
    return Number(/name="media\[\]" value="(\d+)"/.exec((await admin.get('/wp-admin/upload.php')).html)?.[1]);
  }

  it('uploads a file, shows it and finds it by search and type', async () => {
    await upload('harbor.png');
    const page = await admin.get('/wp-admin/upload.php?s=harbor&attachment-filter=image');
    expect(page.html).toMatch(/<img [^>]*harbor-300x225\.png/);
    expect((await admin.get('/wp-admin/upload.php?attachment-filter=video')).html).toContain(
      'No files match these filters.',
    );
  });

  it('shows why an upload is refused', async () => {
    await admin.get('/wp-admin/media-new.php');
    const response = await admin.upload(
      '/wp-admin/media-new.php',
      { 'html-upload': 'Upload' },
      { field: 'async-upload', name: 'x.svg', bytes: Buffer.from('<svg/>') },
    );
    expect([
      response.status,
      response.html.includes('x.svg: Sorry, you are not allowed to upload this file type.'),
    ]).toEqual([400, true]);
    await admin.get('/wp-admin/media-new.php');
    expect((await admin.post('/wp-admin/media-new.php', { 'html-upload': 'Upload' })).html).toContain(
      'Choose at least one file.',
    );
  });

  it('saves title, alternative text, caption and description of a file', async () => {
    const id = await upload('described.png');
    const path = `/wp-admin/post.php?post=${id}&action=edit`;
    await admin.get(path);
    const saved = await admin.post(path, {
      action: 'save',
      post_title: 'The <b>pier</b>',
      _wp_attachment_image_alt: ' A pier  at <i>dusk</i> ',
      excerpt: 'Dusk',
      content: 'Long ago',
    });
    expect([saved.status, saved.location]).toEqual([303, path]);
    const page = await admin.get(path);
    expect(page.html).toContain('value="The &lt;b&gt;pier&lt;/b&gt;"');
    expect(page.html).toContain('value="A pier at dusk"');
    expect(await test.site.content.getPost(id)).toMatchObject({
      post_excerpt: 'Dusk',
      post_content: 'Long ago',
      post_status: 'inherit',
    });
  });

  it('attaches, detaches and deletes files in bulk', async () => {
    const [first, second] = [await upload('one.png'), await upload('two.png')];
    const page = await test.inContext(async () =>
      Number(await test.site.content.wpInsertPost({ post_title: 'Target', post_type: 'page', post_status: 'publish' })),
    );
    await admin.get('/wp-admin/upload.php');
    await admin.post('/wp-admin/upload.php', {
      action: 'attach',
      'media[]': String(first),
      found_post_id: String(page),
    });
    expect((await test.site.content.getPost(first))?.post_parent).toBe(page);
    await admin.get('/wp-admin/upload.php');
    await admin.post('/wp-admin/upload.php', { action: 'detach', 'media[]': String(first) });
    expect((await test.site.content.getPost(first))?.post_parent).toBe(0);
    await admin.get('/wp-admin/upload.php');
    await admin.post('/wp-admin/upload.php', {
      action: 'delete',
      'media[0]': String(first),
      'media[1]': String(second),
    });
    expect([await test.site.content.getPost(first), await test.site.content.getPost(second)]).toEqual([null, null]);
  });

  it('states how many files can be uploaded at once', async () => {
    expect((await admin.get('/wp-admin/media-new.php')).html).toContain('up to 20 at once');
  });

  it('sets a featured image found by name and removes it again', async () => {
    const id = await upload('front.png');
    const post = await test.inContext(async () =>
      Number(
        await test.site.content.wpInsertPost({ post_title: 'With image', post_status: 'draft', post_content: 'x' }),
      ),
    );
    const path = `/wp-admin/post.php?post=${post}&action=edit`;
    const modified = (html: string): string => /name="modified" value="([^"]*)"/.exec(html)?.[1] ?? '';
    const form = (await admin.get(path)).html;
    const found = await admin.post(path, {
      action: 'search-images',
      post_title: 'Typed',
      content: 'kept',
      image_search: 'front',
      modified: modified(form),
    });
    expect(found.html).toMatch(/<textarea[^>]*\bname="post_title"[^>]*>\s*Typed<\/textarea>/);
    expect(found.html).toContain(`id="image-${id}"`);
    expect(found.html).toMatch(new RegExp(`for="image-${id}"><span class="image-choice__frame"><img `));
    expect((await test.site.content.getPost(post))?.post_title).toBe('With image');
    await admin.post(path, {
      action: 'draft',
      post_title: 'Typed',
      content: 'kept',
      _thumbnail_id: String(id),
      modified: modified(found.html),
    });
    expect(await test.site.attachments.getPostThumbnailId(post)).toBe(id);
    const reloadedHtml = (await admin.get(path)).html;
    await admin.post(path, {
      action: 'draft',
      post_title: 'Typed',
      content: 'other',
      modified: modified(reloadedHtml),
    });
    expect(await test.site.attachments.getPostThumbnailId(post)).toBe(id);
    await admin.post(path, {
      action: 'draft',
      post_title: 'Typed',
      content: 'other',
      _thumbnail_id: '-1',
      modified: modified((await admin.get(path)).html),
    });
    expect(await test.site.attachments.getPostThumbnailId(post)).toBe(0);
  });

  it('requires the nonce and the capability to upload or delete', async () => {
    const id = await upload('safe.png');
    expect(
      (await admin.post('/wp-admin/upload.php', { _wpnonce: 'wrong', action: 'delete', 'media[]': String(id) })).status,
    ).toBe(403);
    await test.inContext(() =>
      test.site.users.wpInsertUser({
        user_login: 'reader',
        user_email: 'reader@example.com',
        user_pass: 'a long reader password',
        role: 'subscriber',
      }),
    );
    await test.inContext(() =>
      test.site.users.wpInsertUser({
        user_login: 'writer',
        user_email: 'writer@example.com',
        user_pass: 'a long writer password',
        role: 'author',
      }),
    );
    const [reader, writer] = [visitor(test.url), visitor(test.url)];
    await reader.logIn('reader', 'a long reader password');
    await writer.logIn('writer', 'a long writer password');
    for (const path of [
      '/wp-admin/upload.php',
      '/wp-admin/media-new.php',
      `/wp-admin/post.php?post=${id}&action=edit`,
      '/wp-admin/options-media.php',
    ])
      expect((await reader.get(path)).status).toBe(403);
    await writer.get('/wp-admin/upload.php');
    await writer.post('/wp-admin/upload.php', { action: 'delete', 'media[]': String(id) });
    expect(await test.site.content.getPost(id)).not.toBeNull();
  });
});
