import { imagesWithoutAlt } from '../../core/content/blocks/index.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { Browser, type Fields } from '../store/shopper.js';

const image = (name: string, alt = ''): string =>
  `<!-- wp:image -->\n<figure class="wp-block-image"><img src="/wp-content/uploads/${name}" alt="${alt}"/></figure>\n<!-- /wp:image -->`;

describe('missing alt texts', () => {
  let site: TestSite;
  let admin: Browser;
  beforeAll(async () => {
    site = await bootSite();
    admin = new Browser(site.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
  });
  afterAll(() => site?.close());

  it('lists images without alt text except decorative ones and cover backgrounds', () => {
    expect(
      imagesWithoutAlt(
        `<img src="a.jpg"><img src='b.jpg' alt=''><img src="c.jpg" alt="A cup"><img src="d.jpg" alt="" role="presentation"><img class="wp-block-cover__image-background" src="e.jpg" alt=""><img src="a.jpg"><!-- <img src="f.jpg"> -->`,
      ),
    ).toEqual(['a.jpg', 'b.jpg']);
  });

  const send = (url: string, fields: Fields, action: string) =>
    admin.get(url).then(() => admin.submit({ action }, fields, 'modified'));
  const editor = (path: string): string => path.replace(/&$/, '');

  it('lists images without alt text when publishing, until they are confirmed as decorative', async () => {
    const rejected = await send(
      '/wp-admin/post-new.php?post_type=page',
      { post_title: 'Harbor', content: `${image('quay.jpg')}\n\n${image('boat.jpg', 'A boat')}` },
      'publish',
    );
    expect([
      rejected.status,
      rejected.text.includes('quay.jpg. If they are decorative'),
      rejected.text.includes('boat.jpg. If'),
    ]).toEqual([422, true, false]);
    expect(rejected.text).toContain('name="decoration"');
    expect(admin.form('modified').fields.post_title).toBe('Harbor');
    const published = await admin.submit({ action: 'publish', decoration: '1' }, {}, 'modified');
    expect(published.text).toContain('Published.');
    expect((await send(editor(published.path), { post_title: 'The harbor' }, 'save')).text).toContain('Updated.');
    const added = await send(
      editor(published.path),
      { content: `${image('quay.jpg')}\n\n${image('crane.jpg')}` },
      'save',
    );
    expect([
      added.status,
      added.text.includes('crane.jpg. If they are decorative'),
      added.text.includes('quay.jpg, '),
    ]).toEqual([422, true, false]);
  });

  it('lets a draft with such images be saved', async () => {
    expect(
      (
        await send(
          '/wp-admin/post-new.php?post_type=page',
          { post_title: 'Draft', content: image('quay.jpg') },
          'draft',
        )
      ).text,
    ).toContain('Draft saved.');
  });
});
