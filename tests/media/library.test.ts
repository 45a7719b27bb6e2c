import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isWpError, type Post } from '../../core/api/index.js';
import { defaultEngines } from '../kit/databases.js';
import { bootSite, type TestSite } from '../kit/site.js';
import { bomb, createPhoto, img } from './sample-images.js';

describe.each(defaultEngines)('media library on %s', (engine) => {
  let test: TestSite;
  beforeAll(async () => void (test = await bootSite({ engine })));
  afterAll(() => test?.close());

  const attachments = () => test.site.attachments;
  const inContext = <T>(work: () => Promise<T>): Promise<T> => test.inContext(work);
  async function upload(name: string, data: Buffer, postId = 0): Promise<number> {
    const id = await inContext(() => attachments().mediaHandleUpload({ name, data }, postId));
    if (isWpError(id)) throw new Error(id.getErrorMessage());
    return id;
  }
  const post = (input: Partial<Post>): Promise<number> =>
    inContext(async () =>
      Number(await test.site.content.wpInsertPost({ post_status: 'publish', post_title: 'A post', ...input })),
    );

  it('keeps a large original and creates a scaled copy with all sizes', async () => {
    const id = await upload('Sea View.png', await img(2600, 1300));
    const metadata = await attachments().wpGetAttachmentMetadata(id);
    expect(metadata).toMatchObject({ width: 2560, height: 1280, original_image: 'Sea-View.png' });
    const sizes = (metadata && metadata.sizes) || {};
    expect(Object.entries(sizes).map(([name, { file, width, height }]) => [name, file, width, height])).toEqual([
      ['medium', 'Sea-View-300x150.png', 300, 150],
      ['large', 'Sea-View-1024x512.png', 1024, 512],
      ['thumbnail', 'Sea-View-150x150.png', 150, 150],
      ['medium_large', 'Sea-View-768x384.png', 768, 384],
      ['1536x1536', 'Sea-View-1536x768.png', 1536, 768],
      ['2048x2048', 'Sea-View-2048x1024.png', 2048, 1024],
    ]);
    const file = (await attachments().getAttachedFile(id)) || '';
    expect(file).toMatch(/Sea-View-scaled\.png$/);
    for (const copy of ['Sea-View.png', ...Object.values(sizes).map((size) => size.file)])
      expect(existsSync(join(dirname(file), copy))).toBe(true);
    expect(await attachments().wpGetMissingImageSubsizes(id)).toEqual({});
  });

  it('creates no scaled copy when the image barely exceeds the threshold', async () => {
    const id = await upload('Strip.png', await img(2561, 100));
    const metadata = await attachments().wpGetAttachmentMetadata(id);
    expect(metadata).toMatchObject({ width: 2561, height: 100 });
    expect(metadata).not.toHaveProperty('original_image');
    expect(await attachments().getAttachedFile(id)).toMatch(/Strip\.png$/);
  });

  it('rotates a photograph upright and takes its title from the metadata', async () => {
    const id = await upload('img_0001.jpg', await createPhoto(600, 400));
    const metadata = await attachments().wpGetAttachmentMetadata(id);
    expect(metadata).toMatchObject({
      width: 400,
      height: 600,
      original_image: 'img_0001.jpg',
      image_meta: { orientation: 1, camera: 'Box 1' },
    });
    expect(await test.site.content.getPost(id)).toMatchObject({
      post_title: 'The harbor',
      post_excerpt: 'The harbor',
      post_status: 'inherit',
      post_mime_type: 'image/jpeg',
    });
  });

  it('never reuses a file name or the name of an image size', async () => {
    const [first, second, copy] = [
      await upload('same.png', await img(20, 20)),
      await upload('same.png', await img(20, 20)),
      await upload('same-300x200.png', await img(20, 20)),
    ];
    const names = await Promise.all(
      [first, second, copy].map(async (id) => ((await attachments().getAttachedFile(id)) || '').replace(/.*\//, '')),
    );
    expect(names).toEqual(['same.png', 'same-1.png', 'same-300x200-1.png']);
    const both = await Promise.all([img(20, 20), img(21, 21)].map(async (bytes) => upload('race.png', await bytes)));
    expect(new Set(await Promise.all(both.map((id) => attachments().getAttachedFile(id)))).size).toBe(2);
  });

  it('deletes an attachment with all its files and its use as featured image', async () => {
    const [id, remainingId] = [
      await upload('gone.png', await img(400, 300)),
      await upload('gone-other.png', await img(20, 20)),
    ];
    const target = await post({});
    await inContext(() => attachments().setPostThumbnail(target, id));
    expect(await attachments().getPostThumbnailId(target)).toBe(id);
    const folder = dirname((await attachments().getAttachedFile(id)) || '');
    expect(await inContext(() => test.site.content.wpDeletePost(id, true))).toMatchObject({ id });
    expect(readdirSync(folder).filter((name) => /^gone[.-](?!other)/.test(name))).toEqual([]);
    expect(existsSync((await attachments().getAttachedFile(remainingId)) || '')).toBe(true);
    expect(await attachments().getPostThumbnailId(target)).toBe(0);
    expect(await test.site.content.getPost(id)).toBeNull();
    expect(await inContext(() => attachments().wpDeleteAttachment(id))).toBeNull();
  });

  it('keeps the files when the deletion is rolled back', async () => {
    const id = await upload('undone.png', await img(400, 300));
    const file = (await attachments().getAttachedFile(id)) || '';
    await expect(
      inContext(() =>
        test.site.db.transaction(async () => {
          await attachments().wpDeleteAttachment(id, true);
          throw new Error('undo');
        }),
      ),
    ).rejects.toThrow('undo');
    expect([existsSync(file), (await test.site.content.getPost(id))?.id]).toEqual([true, id]);
  });

  it('lets plugins disable scaling and intermediate sizes', async () => {
    const undo = [
      test.site.hooks.addFilter('big_image_size_threshold', () => false),
      test.site.hooks.addFilter('intermediate_image_sizes_advanced', () => ({})),
    ];
    const id = await upload('whole.png', await img(2700, 20));
    undo.forEach((step) => step());
    expect(await attachments().wpGetAttachmentMetadata(id)).toMatchObject({ width: 2700, height: 20, sizes: {} });
  });

  it('never deletes a file outside the uploads folder', async () => {
    const id = await upload('honest.png', await img(20, 20));
    const outside = join(test.site.config.dataDir, 'treasure.txt');
    writeFileSync(outside, 'mine');
    await inContext(() => test.site.meta.updatePostMeta(id, '_wp_attached_file', '../treasure.txt'));
    await inContext(() => attachments().wpDeleteAttachment(id, true));
    expect(existsSync(outside)).toBe(true);
  });

  it('finds attachments by file name, MIME type and month', async () => {
    const id = await upload('Quarterly-Numbers.csv', Buffer.from('a,b\n1,2\n'));
    await inContext(() => test.site.content.wpUpdatePost({ id, post_title: 'Sales' }));
    const found = async (query: object): Promise<number[]> =>
      (
        await test.site.content.queryPosts({
          post_type: 'attachment',
          post_status: 'inherit',
          posts_per_page: 50,
          ...query,
        })
      ).ids;
    expect(await found({ s: 'quarterly', search_filenames: true })).toEqual([id]);
    expect(await found({ s: 'quarterly' })).toEqual([]);
    expect(await found({ post_mime_type: 'text' })).toEqual([id]);
    expect(await attachments().months()).toEqual([new Date().toISOString().slice(0, 7)]);
  });

  it('creates only the missing image sizes', async () => {
    const id = await upload('later.png', await img(700, 500));
    attachments().addImageSize('card', 320, 240, true);
    expect(Object.keys(await attachments().wpGetMissingImageSubsizes(id))).toEqual(['card']);
    const metadata = await inContext(() => attachments().wpUpdateImageSubsizes(id));
    expect(!isWpError(metadata) && metadata.sizes?.card).toMatchObject({
      file: 'later-320x240.png',
      width: 320,
      height: 240,
    });
    expect(await attachments().wpGetMissingImageSubsizes(id)).toEqual({});
    expect(attachments().removeImageSize('card')).toBe(true);
  });

  it('creates no sizes for an image that claims too many pixels', async () => {
    const id = await upload('bomb.png', bomb());
    const metadata = await attachments().wpGetAttachmentMetadata(id);
    expect(metadata && [metadata.sizes, metadata.width]).toEqual([undefined, undefined]);
  });

  it('rejects executable and mislabeled files and stores nothing', async () => {
    const count = async (): Promise<number> =>
      (await test.site.content.queryPosts({ post_type: 'attachment', post_status: 'inherit', posts_per_page: 1 }))
        .total;
    const before = await count();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const invalidFiles = [
      ['x.png', svg],
      ['x.html', Buffer.from('<!doctype html><script>1</script>')],
      ['x.txt', Buffer.from('<script>1</script>')],
      ['x.php', Buffer.from('<?php 1;')],
      ['x.js', Buffer.from('alert(1)')],
      ['x.pdf', Buffer.from('not a document')],
      ['x.csv', await img(4, 4)],
      ['x', await img(4, 4)],
      ['x.png', Buffer.alloc(0)],
    ] as const;
    for (const [name, data] of invalidFiles)
      expect([name, isWpError(await inContext(() => attachments().mediaHandleUpload({ name, data })))]).toEqual([
        name,
        true,
      ]);
    const opened = test.site.hooks.addFilter('upload_mimes', (types: Record<string, string>) => ({
      ...types,
      svgz: 'image/svg+xml',
      html: 'text/html',
    }));
    for (const name of ['y.svgz', 'y.html'])
      expect(isWpError(await inContext(() => attachments().mediaHandleUpload({ name, data: svg })))).toBe(true);
    opened();
    expect(await count()).toBe(before);
  });

  it('lists image candidates in srcset with the requested size first', async () => {
    const id = await upload('choice.png', await img(900, 600));
    const base = `${test.url}/wp-content/uploads/${new Date().toISOString().slice(0, 7).replace('-', '/')}/choice`;
    expect(await attachments().wpGetAttachmentImageSrcset(id, 'medium')).toBe(
      `${base}-300x200.png 300w, ${base}-768x512.png 768w, ${base}.png 900w`,
    );
    expect(
      await inContext(() => attachments().wpGetAttachmentImage(id, 'thumbnail', false, { class: 'x" onload="1' })),
    ).toBe(
      `<img width="150" height="150" src="${base}-150x150.png" class="x&quot; onload=&quot;1" alt="" loading="lazy" decoding="async" />`,
    );
    expect(await attachments().wpGetAttachmentImageSrc(id, [600, 400])).toEqual([
      `${base}-768x512.png`,
      600,
      400,
      true,
    ]);
  });
});
