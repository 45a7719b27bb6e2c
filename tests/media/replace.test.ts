import { existsSync } from 'node:fs';
import { isWpError } from '../../core/api/index.js';
import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';
import { imageWithHeader, img } from './sample-images.js';

describe.each(defaultEngines)('media file on %s', (engine) => {
  let site: TestSite;
  let admin: Visitor;
  let id = 0;
  let page = 0;
  let imageUrl = '';
  const attachments = () => site.site.attachments;
  const screen = (): string => `/wp-admin/post.php?post=${id}&action=edit`;
  const textOf = async (): Promise<string> =>
    (await site.inContext(() => site.site.content.getPost(page)))?.post_content ?? '';

  async function upload(name: string, data: Buffer): Promise<number> {
    const uploaded = await site.inContext(() => attachments().mediaHandleUpload({ name, data }));
    if (isWpError(uploaded)) throw new Error(uploaded.getErrorMessage());
    return uploaded;
  }

  beforeAll(async () => {
    site = await bootSite({ engine });
    admin = visitor(site.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
    id = await upload('harbor.png', await img(1600, 900));
    const other = await upload('harbor-two.png', await img(40, 40));
    const [large, otherUrl] = await site.inContext(async () => [
      await attachments().wpGetAttachmentImageUrl(id, 'large'),
      await attachments().wpGetAttachmentUrl(other),
    ]);
    imageUrl = String(large);
    page = await site.inContext(async () =>
      Number(
        await site.site.content.wpInsertPost({
          post_type: 'page',
          post_status: 'publish',
          post_title: 'About us',
          post_name: 'about-us',
          post_content: `<!-- wp:image {"id":${id}} -->\n<figure class="wp-block-image"><img src="${imageUrl}" alt="" class="wp-image-${id}"/></figure>\n<!-- /wp:image -->\n<p>${String(otherUrl)}</p>`,
        }),
      ),
    );
  });
  afterAll(() => site?.close());

  it('lists where it is used, ignoring files with similar names', async () => {
    expect((await admin.get(screen())).html).toMatch(/used-title.*>About us<\/a> <span class="muted">Page/s);
    const never = await upload('harbor-three.png', await img(20, 20));
    expect((await admin.get(`/wp-admin/post.php?post=${never}&action=edit`)).html).toContain(
      'Not used in any content, or as a featured image, logo, or icon.',
    );
    await site.inContext(() => attachments().setPostThumbnail(page, never));
    expect((await admin.get(`/wp-admin/post.php?post=${never}&action=edit`)).html).toMatch(
      /About us<\/a> <span class="muted">Page, as featured image/,
    );
  });

  it('can be replaced, updating content and redirecting the old URL', async () => {
    const [file, before] = [(await attachments().getAttachedFile(id)) || '', await textOf()];
    await admin.get(screen());
    const replaced = await admin.upload(
      screen(),
      { action: 'replace', post_title: 'Harbor' },
      { field: 'replacement', name: 'new-harbor.jpg', bytes: await img(2000, 2000, 'jpeg') },
    );
    expect([replaced.status, replaced.location]).toEqual([303, screen()]);
    const after = await textOf();
    expect(after).toMatch(/new-harbor-1024x1024\.jpg/);
    // The rest of the text is unchanged.
    expect(after.replace(/[^"]*new-harbor[^"]*/, '')).toBe(before.replace(imageUrl, ''));
    expect((await visitor(site.url).get('/about-us/')).html).toMatch(/<img[^>]*new-harbor-1024x1024\.jpg[^>]*srcset=/);
    expect(existsSync(file)).toBe(false);
    const old = await visitor(site.url).get(new URL(imageUrl).pathname);
    expect([old.status, old.location]).toEqual([302, expect.stringMatching(/\/new-harbor\.jpg$/)]);
    expect(await site.site.content.getPost(id)).toMatchObject({ post_mime_type: 'image/jpeg', post_title: 'Harbor' });
  });

  it('stays unchanged when the replacement is missing or of another type', async () => {
    const before = await attachments().getAttachedFile(id);
    await admin.get(screen());
    const response = await admin.upload(
      screen(),
      { action: 'replace' },
      { field: 'replacement', name: 'terms.pdf', bytes: Buffer.from('%PDF-1.4\n') },
    );
    expect([response.status, response.html.includes('The new file must be the same type as the old one')]).toEqual([
      400,
      true,
    ]);
    await admin.get(screen());
    expect(
      (await admin.upload(screen(), { action: 'replace' }, { field: 'replacement', name: '', bytes: Buffer.alloc(0) }))
        .status,
    ).toBe(400);
    expect(await attachments().getAttachedFile(id)).toBe(before);
  });

  it('cannot exceed 100 million pixels, with a message', async () => {
    const large = imageWithHeader(30_000, 30_000);
    const result = await site.inContext(() => attachments().mediaHandleUpload({ name: 'wall.png', data: large }));
    expect(isWpError(result) && result.getErrorMessage()).toContain(
      'This image has 900 million pixels; the limit is 100 million.',
    );
  });

  it('appears as grid or list with the current filters preserved', async () => {
    const { html } = await admin.get('/wp-admin/upload.php?attachment-filter=image&mode=list');
    expect(html).toContain('media-grid--list');
    expect(html).toMatch(/upload\.php\?attachment-filter[^"&]*&#x3D;image">Grid/);
  });
});
