import { describePost } from '../../core/front/description.js';
import { bootSite, type TestSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';

const post = (post_content: string, post_excerpt = '', post_password = ''): string =>
  describePost({ post_content, post_excerpt, post_password });

describe('meta description of a post', () => {
  it('uses the excerpt, else the first words of the text without markup', () => {
    expect(post('Text', 'Short & <em>good</em>')).toBe('Short & good');
    expect(
      post(
        '<!-- wp:paragraph -->\n<p>We sell&nbsp;tea.</p>\n<!-- /wp:paragraph --><figure><figcaption>A ship</figcaption></figure>[gallery ids="1,2"]<script>let a = "<p>";</script><p>Daily &#8212; fresh.</p>',
      ),
    ).toBe('We sell tea. Daily — fresh.');
    expect(post('<p>Open <b')).toBe('Open');
    expect(post('   ')).toBe('');
  });

  it('ends at a word boundary within 155 characters', () => {
    const long = post('<p>' + 'Every word counts, '.repeat(20) + '</p>');
    expect(long.length).toBeLessThanOrEqual(155);
    expect(long).toMatch(/counts…$|word…$|Every…$/);
    expect(post('a'.repeat(300))).toHaveLength(155);
  });

  it('stays empty for a password-protected post', () => {
    expect(post('Secret', 'Secret too', 'word')).toBe('');
  });
});

describe('meta description of pages', () => {
  let test: TestSite;
  beforeAll(async () => void (test = await bootSite()));
  afterAll(() => test.close());
  const describedAs = async (path: string): Promise<string | undefined> =>
    /<meta name="description" content="([^"]*)">/.exec((await visitor(test.url).get(path)).html)?.[1];

  it('appears once in the head, with the tagline on the home page', async () => {
    await test.inContext(async () => {
      await test.site.content.wpInsertPost({
        post_type: 'page',
        post_status: 'publish',
        post_title: 'Tea',
        post_name: 'tea',
        post_content: '<p>We "sell" tea.</p>',
      });
      await test.site.content.wpInsertPost({
        post_type: 'page',
        post_status: 'publish',
        post_title: 'Hidden',
        post_name: 'hidden',
        post_content: '<p>Secret</p>',
        post_password: 'word',
      });
      await test.site.options.updateOption('blogdescription', 'Leaves & more');
    });
    expect(await describedAs('/tea/')).toBe('We &quot;sell&quot; tea.');
    expect(await describedAs('/hidden/')).toBeUndefined();
    expect(await describedAs('/')).toBe('Leaves &amp; more');
    expect(await describedAs('/nothing-here/')).toBeUndefined();
  });
});
