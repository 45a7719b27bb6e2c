import { type PermalinksApi, type Term, type TermsApi, WpError } from '../../api/index.js';
import type { ContentDeps } from '../deps.js';
import { TAXONOMY_BASES, type LinkBase } from './structure.js';

type ArchiveLinks = Pick<
  PermalinksApi,
  'getTermLink' | 'getAuthorPostsUrl' | 'getYearLink' | 'getMonthLink' | 'getDayLink' | 'getPostTypeArchiveLink'
>;

interface ArchiveLinkDeps extends ContentDeps {
  base: LinkBase;
  terms: Pick<TermsApi, 'getTerm' | 'getTermBy'>;
  permalinks: Pick<PermalinksApi, 'getPermalink'>;
}

/** Creates the URLs of archives: by term, author, date and post type. */
export function createArchiveLinks({
  hooks,
  types,
  users,
  base,
  terms,
  permalinks,
  options,
}: ArchiveLinkDeps): ArchiveLinks {
  const hasPrettyPermalinks = async (): Promise<boolean> => {
    const pattern = await base.structure();
    return pattern !== '';
  };
  const twoDigits = (number: number): string => String(number).padStart(2, '0');

  /** Returns the URL of the posts page; empty if the front page shows the posts. */
  async function postsPageUrl(): Promise<string> {
    if ((await options.getOption('show_on_front')) !== 'page') return '';
    const id = Number(await options.getOption('page_for_posts')) || 0;
    return (id > 0 && (await permalinks.getPermalink(id))) || '';
  }

  /** Date archives get the additional prefix `date/` if their pattern could match the URL of a post. */
  async function datePrefix(): Promise<string> {
    const front = await base.front();
    const [first, second] = (await base.structure()).split('/').filter((part) => part !== '' && part.startsWith('%'));
    return first === '%post_id%' || (first === '%category%' && second === '%post_id%') ? `${front}date/` : front;
  }

  async function dateLink(filter: string, path: string, plain: string, ...args: number[]): Promise<string> {
    const link = (await hasPrettyPermalinks())
      ? await base.slashed(await base.homeUrl(`${await datePrefix()}${path}`))
      : await base.homeUrl(`?m=${plain}`);
    return hooks.applyFilters(filter, link, ...args);
  }

  async function resolveTerm(
    termOrId: Term | number | string,
    taxonomy: string,
  ): Promise<Term | WpError | null | false> {
    if (typeof termOrId === 'number') return terms.getTerm(termOrId, taxonomy);
    return typeof termOrId === 'string' ? terms.getTermBy('slug', termOrId, taxonomy) : termOrId;
  }

  /** Returns the slugs of a term's ancestors, followed by its own. */
  async function nestedPath(term: Term): Promise<string> {
    const path = [term.slug];
    const visited = new Set([term.term_id]);
    for (let parent = term.parent; parent > 0 && !visited.has(parent);) {
      visited.add(parent);
      const parentTerm = await terms.getTerm(parent, term.taxonomy);
      if (!parentTerm || parentTerm instanceof WpError) break;
      path.unshift(parentTerm.slug);
      parent = parentTerm.parent;
    }
    return path.join('/');
  }

  return {
    async getAuthorPostsUrl(userId, nicename = '') {
      const user = nicename === '' ? await users.getUserBy('id', userId) : false;
      const name = nicename || (user ? user.user_nicename : '');
      const link = (await hasPrettyPermalinks())
        ? await base.slashed(await base.homeUrl(`${await base.front()}author/${name}`))
        : await base.homeUrl(`?author=${userId}`);
      return hooks.applyFilters('author_link', link, userId, name);
    },

    async getTermLink(termOrId, taxonomyName = '') {
      const term = await resolveTerm(termOrId, taxonomyName);
      if (term instanceof WpError) return term;
      if (!term) return new WpError('invalid_term', 'Empty Term.');
      const taxonomy = types.getTaxonomy(term.taxonomy);
      if (!taxonomy) return new WpError('invalid_taxonomy', 'Invalid taxonomy.');
      let link: string;
      if (taxonomy.rewrite && (await hasPrettyPermalinks())) {
        const path = taxonomy.rewrite.hierarchical ? await nestedPath(term) : term.slug;
        const kind = TAXONOMY_BASES.get(term.taxonomy);
        const slug = kind ? await base.base(kind) : taxonomy.rewrite.slug;
        link = await base.slashed(
          await base.homeUrl(`${taxonomy.rewrite.withFront ? await base.front() : '/'}${slug}/${path}`),
        );
      } else if (term.taxonomy === 'category') link = await base.homeUrl(`?cat=${term.term_id}`);
      else if (taxonomy.queryVar !== false) link = await base.homeUrl(`?${taxonomy.queryVar}=${term.slug}`);
      else link = await base.homeUrl(`?taxonomy=${term.taxonomy}&term=${term.slug}`);
      const linkFilter = { category: 'category_link', post_tag: 'tag_link' }[term.taxonomy];
      if (linkFilter !== undefined) link = await hooks.applyFilters(linkFilter, link, term.term_id);
      return hooks.applyFilters('term_link', link, term, term.taxonomy);
    },

    getYearLink: (year) => dateLink('year_link', String(year), String(year), year),
    getMonthLink: (year, month) =>
      dateLink('month_link', `${year}/${twoDigits(month)}`, `${year}${twoDigits(month)}`, year, month),
    getDayLink: (year, month, day) =>
      dateLink(
        'day_link',
        `${year}/${twoDigits(month)}/${twoDigits(day)}`,
        `${year}${twoDigits(month)}${twoDigits(day)}`,
        year,
        month,
        day,
      ),

    async getPostTypeArchiveLink(name) {
      const type = types.getPostTypeObject(name);
      if (!type || (name !== 'post' && type.hasArchive === false)) return false;
      let link: string;
      if (name === 'post') link = (await postsPageUrl()) || (await base.homeUrl());
      else if ((await hasPrettyPermalinks()) && type.rewrite) {
        const slug = type.hasArchive === true ? type.rewrite.slug : String(type.hasArchive);
        link = await base.slashed(await base.homeUrl(`${type.rewrite.withFront ? await base.front() : '/'}${slug}`));
      } else link = await base.homeUrl(`?post_type=${name}`);
      return hooks.applyFilters('post_type_archive_link', link, name);
    },
  };
}
