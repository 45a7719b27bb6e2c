import { readableText } from '../../core/admin/content/readable-text.js';

const read = (content: string): string => readableText(content, (name) => `image ${name}`);

describe('readable text for comparing revisions', () => {
  it('puts each paragraph, heading, item and row on a line without markup', () => {
    const content = [
      '<!-- wp:heading {"level":3} -->\n<h3 class="wp-block-heading">Tea &amp; more</h3>\n<!-- /wp:heading -->',
      '<!-- wp:paragraph -->\n<p>We <strong>sell</strong> <a href="/shop/">tea</a>.<br>Daily.</p>\n<!-- /wp:paragraph -->',
      '<!-- wp:list -->\n<ul class="wp-block-list"><!-- wp:list-item -->\n<li>Green</li>\n<!-- /wp:list-item -->\n\n<!-- wp:list-item -->\n<li>Black</li>\n<!-- /wp:list-item --></ul>\n<!-- /wp:list -->',
      '<!-- wp:table -->\n<figure class="wp-block-table"><table><tbody><tr><td>Tea</td><td>5</td></tr></tbody></table></figure>\n<!-- /wp:table -->',
    ].join('\n\n');
    expect(read(content).split('\n')).toEqual([
      '### Tea & more',
      'We sell tea (/shop/).',
      'Daily.',
      '• Green',
      '• Black',
      'Tea | 5 |',
    ]);
  });

  it('names images and server-rendered blocks with their attributes', () => {
    expect(
      read(
        '<!-- wp:image {"id":5} -->\n<figure class="wp-block-image"><img src="/a.jpg" alt="A cup"/></figure>\n<!-- /wp:image -->\n\n<!-- wp:acme/star {"n":5} /-->',
      ),
    ).toBe('[image A cup]\n[acme/star {"n":5}]');
  });

  it('keeps text that only looks like markup, and unclosed tags', () => {
    expect(read('a < b &lt; c <p>d</p><a href="/x')).toBe('a < b < c d\n<a href="/x');
  });
});
