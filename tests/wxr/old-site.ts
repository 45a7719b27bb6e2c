/** A fictional WordPress site in Bavaria; all of its content is defined here. */
export const OLD = 'https://www.alt.example/blog';

const cdata = (text: string): string => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
const two = (value: number): string => String(value).padStart(2, '0');
export const dayOf = (n: number): string => `2024-${two((n % 12) + 1)}-${two((n % 28) + 1)} 09:${two(n % 60)}:00`;

interface ItemOptions {
  readonly id: number;
  readonly type?: string;
  readonly title?: string;
  readonly name?: string;
  readonly content?: string;
  readonly excerpt?: string;
  readonly status?: string;
  readonly parent?: number;
  readonly order?: number;
  readonly creator?: string;
  readonly link?: string;
  readonly guid?: string;
  readonly password?: string;
  readonly sticky?: boolean;
  readonly file?: string;
  readonly terms?: readonly (readonly [taxonomy: string, slug: string, name: string])[];
  readonly meta?: Readonly<Record<string, string>>;
  readonly comments?: string;
  readonly date?: string;
  readonly dateGmt?: string;
}

export function item({
  id,
  type = 'post',
  title = `Eintrag ${id}`,
  name = `eintrag-${id}`,
  content = '',
  excerpt = '',
  status = 'publish',
  parent = 0,
  order = 0,
  creator = 'jürgen',
  link = `${OLD}/2024/${name}/`,
  guid = `${OLD}/?p=${id}`,
  password = '',
  sticky = false,
  file,
  terms = [],
  meta = {},
  comments = '',
  date = dayOf(id),
  dateGmt = date,
}: ItemOptions): string {
  return `<item>
<title>${cdata(title)}</title><link>${link}</link><pubDate>Mon, 01 Jan 2024 09:00:00 +0000</pubDate><dc:creator>${cdata(creator)}</dc:creator>
<guid isPermaLink="false">${guid}</guid><description></description>
<content:encoded>${cdata(content)}</content:encoded><excerpt:encoded>${cdata(excerpt)}</excerpt:encoded>
<wp:post_id>${id}</wp:post_id><wp:post_date>${cdata(date)}</wp:post_date><wp:post_date_gmt>${cdata(dateGmt)}</wp:post_date_gmt><wp:post_modified>${cdata('2024-12-24 18:00:00')}</wp:post_modified><wp:post_modified_gmt>${cdata('2024-12-24 17:00:00')}</wp:post_modified_gmt>
<wp:comment_status>${cdata('open')}</wp:comment_status><wp:ping_status>${cdata('closed')}</wp:ping_status><wp:post_name>${cdata(name)}</wp:post_name><wp:status>${cdata(status)}</wp:status>
<wp:post_parent>${parent}</wp:post_parent><wp:menu_order>${order}</wp:menu_order><wp:post_type>${cdata(type)}</wp:post_type><wp:post_password>${cdata(password)}</wp:post_password><wp:is_sticky>${sticky ? 1 : 0}</wp:is_sticky>
${file === undefined ? '' : `<wp:attachment_url>${cdata(file)}</wp:attachment_url>`}
${terms.map(([taxonomy, slug, text]) => `<category domain="${taxonomy}" nicename="${slug}">${cdata(text)}</category>`).join('\n')}
${Object.entries(meta)
  .map(
    ([key, value]) =>
      `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`,
  )
  .join('\n')}
${comments}</item>
`;
}

export function comment(id: number, author: string, content: string, parent = 0, approved = '1', userId = 0): string {
  return `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author>${cdata(author)}</wp:comment_author><wp:comment_author_email>${cdata(`${id}@leser.example`)}</wp:comment_author_email><wp:comment_author_url></wp:comment_author_url><wp:comment_author_IP>${cdata('192.0.2.7')}</wp:comment_author_IP><wp:comment_date>${cdata(dayOf(id))}</wp:comment_date><wp:comment_date_gmt>${cdata(dayOf(id))}</wp:comment_date_gmt><wp:comment_content>${cdata(content)}</wp:comment_content><wp:comment_approved>${cdata(approved)}</wp:comment_approved><wp:comment_type>${cdata('comment')}</wp:comment_type><wp:comment_parent>${parent}</wp:comment_parent><wp:comment_user_id>${userId}</wp:comment_user_id></wp:comment>\n`;
}

const author = (id: number, login: string, email: string, name: string): string =>
  `<wp:author><wp:author_id>${id}</wp:author_id><wp:author_login>${cdata(login)}</wp:author_login><wp:author_email>${cdata(email)}</wp:author_email><wp:author_display_name>${cdata(name)}</wp:author_display_name><wp:author_first_name></wp:author_first_name><wp:author_last_name></wp:author_last_name></wp:author>\n`;
const category = (id: number, slug: string, name: string, parent = ''): string =>
  `<wp:category><wp:term_id>${id}</wp:term_id><wp:category_nicename>${slug}</wp:category_nicename><wp:category_parent>${parent}</wp:category_parent><wp:cat_name>${cdata(name)}</wp:cat_name><wp:category_description>${cdata(`Alles über ${name}`)}</wp:category_description><wp:termmeta><wp:meta_key>farbe</wp:meta_key><wp:meta_value>${cdata('a:1:{s:4:"rand";s:3:"rot";}')}</wp:meta_value></wp:termmeta></wp:category>\n`;

export const HEAD = `<?xml version="1.0" encoding="UTF-8" ?>
<!-- made for a test -->
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Bergstüberl</title><link>${OLD}</link><wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>https://www.alt.example</wp:base_site_url><wp:base_blog_url>${OLD}</wp:base_blog_url>
`;
export const FOOT = '</channel></rss>\n';

export const IMAGE = `${OLD}/wp-content/uploads/2023/07/alm-hütte.png`;

const menuItem = (id: number, order: number, fields: Readonly<Record<string, string>>, title = ''): string =>
  item({
    id,
    type: 'nav_menu_item',
    title,
    name: String(id),
    order,
    terms: [['nav_menu', 'hauptmenue', 'Hauptmenü']],
    meta: Object.fromEntries(
      Object.entries({
        type: 'custom',
        menu_item_parent: '0',
        object_id: '0',
        object: 'custom',
        target: '',
        classes: 'a:1:{i:0;s:0:"";}',
        xfn: '',
        url: '',
        ...fields,
      }).map(([key, value]) => [`_menu_item_${key}`, value]),
    ),
  });

/** An export file with all kinds of content, and `posts` additional posts. */
export function oldSite(posts = 12): string {
  const many = Array.from({ length: posts }, (_, n) => {
    const id = 1000 + n;
    const block = `<!-- wp:paragraph -->\n<p>Über Ä, Ö und Ü, Nummer ${n}. <a href="${OLD}/2024/eintrag-${1000 + ((n + 1) % posts)}/#unten">Weiter</a></p>\n<!-- /wp:paragraph -->\n\n<!-- wp:image {"id":50,"sizeSlug":"medium"} -->\n<figure class="wp-block-image"><img src="${IMAGE.replace('.png', '-300x200.png')}" alt="" class="wp-image-50"/></figure>\n<!-- /wp:image -->`;
    const classic = `Ein älterer Text, mit <b>Auszeichnung</b> und ]]> mitten drin.\n\n[gallery ids="50"] [caption id="attachment_50" width="300"]Alm[/caption]`;
    const parts = {
      content: n % 2 === 0 ? block : classic,
      terms: [
        ['category', n % 3 === 0 ? 'almen' : 'berge', n % 3 === 0 ? 'Almen' : 'Berge'],
        ['post_tag', 'wandern', 'Wandern'],
      ] as const,
      meta: {
        _thumbnail_id: '50',
        reihe: `a:2:{s:5:"nummer";i:1;s:4:"name";s:6:"Größe";}`
          .replace('s:5:"nummer"', 's:6:"nummer"')
          .replace('s:6:"Größe"', 's:7:"Größe"'),
      },
    };
    return item({
      id,
      ...parts,
      comments:
        n === 0
          ? comment(502, 'Xaver', 'Ganz meine Meinung.', 501) +
            comment(501, 'Resi', 'Schön war’s!') +
            comment(503, 'Jürgen', 'Danke euch.', 502, '1', 7)
          : '',
    });
  });
  many.splice(
    Math.floor(posts / 2),
    0,
    item({ id: 900, title: 'Kaputt' }).replace('<wp:post_id>', '<wp:post_id><kaputt').replace('</content:encoded>', ''),
  );
  return [
    HEAD,
    author(7, 'jürgen', 'juergen@alt.example', 'Jürgen Müller'),
    author(8, 'resi', 'resi@alt.example', 'Resi Öttl'),
    category(3, 'almen', 'Almen', 'berge'),
    category(2, 'berge', 'Berge'),
    `<wp:tag><wp:term_id>4</wp:term_id><wp:tag_slug>wandern</wp:tag_slug><wp:tag_name>${cdata('Wandern')}</wp:tag_name></wp:tag>\n`,
    `<wp:term><wp:term_id>5</wp:term_id><wp:term_taxonomy>nav_menu</wp:term_taxonomy><wp:term_slug>hauptmenue</wp:term_slug><wp:term_name>${cdata('Hauptmenü')}</wp:term_name></wp:term>\n`,
    `<wp:term><wp:term_id>6</wp:term_id><wp:term_taxonomy>kueche</wp:term_taxonomy><wp:term_slug>bayerisch</wp:term_slug><wp:term_name>${cdata('Bayerisch')}</wp:term_name></wp:term>\n`,
    item({
      id: 61,
      type: 'page',
      title: 'Das Team',
      name: 'team',
      parent: 60,
      link: `${OLD}/ueber-uns/team/`,
      creator: 'resi',
      order: 3,
    }),
    item({
      id: 60,
      type: 'page',
      title: 'Über uns',
      name: 'ueber-uns',
      link: `${OLD}/ueber-uns/`,
      creator: 'resi',
      content: `<a href="${OLD}/ueber-uns/team/">Team</a>, <a href="${OLD}/">Start</a>`,
    }),
    item({
      id: 62,
      type: 'page',
      title: 'Team der anderen',
      name: 'team',
      link: `${OLD}/team/`,
      parent: 0,
      creator: 'resi',
    }),
    ...many,
    item({
      id: 50,
      type: 'attachment',
      title: 'Alm',
      name: 'alm',
      status: 'inherit',
      parent: 1000,
      file: IMAGE,
      guid: IMAGE,
      link: `${OLD}/alm/`,
      excerpt: 'Die Hütte',
      meta: { _wp_attached_file: '2023/07/alm-hütte.png', _wp_attachment_image_alt: 'Eine Hütte' },
    }),
    item({
      id: 51,
      type: 'attachment',
      title: 'Weg',
      name: 'weg',
      status: 'inherit',
      file: `${OLD}/wp-content/uploads/2023/07/fehlt.png`,
      guid: `${OLD}/wp-content/uploads/2023/07/fehlt.png`,
    }),
    item({ id: 70, title: 'Angeheftet', sticky: true, password: 'geheim' }),
    item({ id: 71, title: 'Entwurf', status: 'draft', dateGmt: '0000-00-00 00:00:00', name: '' }),
    item({ id: 72, title: 'Privat', status: 'private', terms: [['kueche', 'bayerisch', 'Bayerisch']] }),
    item({ id: 80, type: 'product', title: 'Käse', creator: '' }),
    item({ id: 81, type: 'rezept', title: 'Knödel' }),
    menuItem(91, 2, { type: 'post_type', object: 'page', object_id: '61', menu_item_parent: '90' }),
    menuItem(90, 1, { type: 'post_type', object: 'page', object_id: '60' }),
    menuItem(92, 3, { type: 'taxonomy', object: 'category', object_id: '2' }),
    menuItem(93, 4, { url: `${OLD}/2024/eintrag-1000/` }, 'Lesen'),
    menuItem(94, 5, { type: 'post_type', object: 'rezept', object_id: '81' }),
    FOOT,
  ].join('');
}
