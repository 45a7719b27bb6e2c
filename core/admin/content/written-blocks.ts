/** A block whose text is edited in place, with its initial content. */
interface EditableBlock {
  readonly name: string;
  readonly title: string;
  /** Additional search keywords, in English and Polish. */
  readonly keywords: string;
  readonly markup: string;
}

const paragraph = '<!-- wp:paragraph -->\n<p></p>\n<!-- /wp:paragraph -->';
const column = `<!-- wp:column -->\n<div class="wp-block-column">${paragraph}</div>\n<!-- /wp:column -->`;
const columns = (count: number): string =>
  `<!-- wp:columns -->\n<div class="wp-block-columns">${Array.from({ length: count }, () => column).join('\n\n')}</div>\n<!-- /wp:columns -->`;
const image =
  '<!-- wp:image {"sizeSlug":"large","linkDestination":"none"} -->\n<figure class="wp-block-image size-large"><img src="" alt=""/></figure>\n<!-- /wp:image -->';
const list = (ordered: boolean): string => {
  const element = ordered ? 'ol' : 'ul';
  return `<!-- wp:list ${ordered ? '{"ordered":true} ' : ''}-->\n<${element} class="wp-block-list"><!-- wp:list-item -->\n<li></li>\n<!-- /wp:list-item --></${element}>\n<!-- /wp:list -->`;
};
const heading = (level: number): string =>
  `<!-- wp:heading ${level === 2 ? '' : `{"level":${level}} `}-->\n<h${level} class="wp-block-heading"></h${level}>\n<!-- /wp:heading -->`;
const cells = (element: string): string => `<tr>${`<${element}></${element}>`.repeat(3)}</tr>`;

type Translate = (text: string) => string;

/** Returns the blocks the editor supports natively, in WordPress's storage format. */
export function listEditableBlocks(translate: Translate): readonly EditableBlock[] {
  return [...textBlocks(translate), ...mediaBlocks(translate), ...layoutBlocks(translate), ...codeBlocks(translate)];
}

/** Paragraphs, headings, lists and quotes. */
function textBlocks(translate: Translate): readonly EditableBlock[] {
  return [
    { name: 'core/paragraph', title: translate('Paragraph'), keywords: 'text tekst akapit', markup: paragraph },
    { name: 'core/heading', title: translate('Heading'), keywords: 'h2 title nagłówek', markup: heading(2) },
    { name: 'core/heading', title: translate('Heading 3'), keywords: 'h3 nagłówek', markup: heading(3) },
    { name: 'core/heading', title: translate('Heading 4'), keywords: 'h4 nagłówek', markup: heading(4) },
    { name: 'core/list', title: translate('List'), keywords: 'ul bullets lista punkty', markup: list(false) },
    { name: 'core/list', title: translate('Numbered list'), keywords: 'ol ordered numerowana', markup: list(true) },
    {
      name: 'core/quote',
      title: translate('Quote'),
      keywords: 'blockquote cytat',
      markup: `<!-- wp:quote -->\n<blockquote class="wp-block-quote">${paragraph}<cite></cite></blockquote>\n<!-- /wp:quote -->`,
    },
  ];
}

/** Images and tables. */
function mediaBlocks(translate: Translate): readonly EditableBlock[] {
  return [
    { name: 'core/image', title: translate('Image'), keywords: 'picture photo obraz zdjęcie', markup: image },
    {
      name: 'core/gallery',
      title: translate('Gallery'),
      keywords: 'pictures photos galeria zdjęcia',
      markup: `<!-- wp:gallery {"linkTo":"none"} -->\n<figure class="wp-block-gallery has-nested-images columns-default is-cropped">${image}\n\n${image}</figure>\n<!-- /wp:gallery -->`,
    },
    {
      name: 'core/table',
      title: translate('Table'),
      keywords: 'rows columns tabela',
      markup: `<!-- wp:table -->\n<figure class="wp-block-table"><table class="has-fixed-layout"><thead>${cells('th')}</thead><tbody>${cells('td').repeat(2)}</tbody></table></figure>\n<!-- /wp:table -->`,
    },
  ];
}

/** Buttons and layout blocks. */
function layoutBlocks(translate: Translate): readonly EditableBlock[] {
  return [
    {
      name: 'core/buttons',
      title: translate('Buttons'),
      keywords: 'link przycisk przyciski',
      markup:
        '<!-- wp:buttons -->\n<div class="wp-block-buttons"><!-- wp:button -->\n<div class="wp-block-button"><a class="wp-block-button__link wp-element-button"></a></div>\n<!-- /wp:button --></div>\n<!-- /wp:buttons -->',
    },
    { name: 'core/columns', title: translate('Two columns'), keywords: 'columns layout kolumny', markup: columns(2) },
    { name: 'core/columns', title: translate('Three columns'), keywords: 'columns layout kolumny', markup: columns(3) },
    {
      name: 'core/group',
      title: translate('Group'),
      keywords: 'section grupa sekcja',
      markup: `<!-- wp:group {"layout":{"type":"constrained"}} -->\n<div class="wp-block-group">${paragraph}</div>\n<!-- /wp:group -->`,
    },
    {
      name: 'core/separator',
      title: translate('Separator'),
      keywords: 'hr line linia',
      markup:
        '<!-- wp:separator -->\n<hr class="wp-block-separator has-alpha-channel-opacity"/>\n<!-- /wp:separator -->',
    },
    {
      name: 'core/details',
      title: translate('Details'),
      keywords: 'accordion faq spoiler szczegóły pytania',
      markup: `<!-- wp:details -->\n<details class="wp-block-details"><summary></summary>${paragraph}</details>\n<!-- /wp:details -->`,
    },
  ];
}

/** Embeds and code blocks. */
function codeBlocks(translate: Translate): readonly EditableBlock[] {
  return [
    {
      name: 'core/embed',
      title: translate('Embed'),
      keywords: 'video youtube film osadź',
      markup:
        '<!-- wp:embed -->\n<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n\n</div></figure>\n<!-- /wp:embed -->',
    },
    {
      name: 'core/code',
      title: translate('Code'),
      keywords: 'pre kod',
      markup: '<!-- wp:code -->\n<pre class="wp-block-code"><code></code></pre>\n<!-- /wp:code -->',
    },
    {
      name: 'core/html',
      title: translate('Custom HTML'),
      keywords: 'code kod',
      markup: '<!-- wp:html -->\n\n<!-- /wp:html -->',
    },
    {
      name: 'core/shortcode',
      title: translate('Shortcode'),
      keywords: 'shortcode',
      markup: '<!-- wp:shortcode -->\n\n<!-- /wp:shortcode -->',
    },
  ];
}
