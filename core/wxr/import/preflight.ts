import type { ContentTypesApi } from '../../api/index.js';
import type { WxrEntry, WxrProblem } from '../read/entries.js';

/** An author of the old site, with the number of their entries. */
export interface PreviewedAuthor {
  readonly login: string;
  readonly email: string;
  readonly name: string;
  items: number;
}

/** A post type or taxonomy of the old site. */
export interface PreviewedKind {
  readonly name: string;
  count: number;
  /** Whether it is registered here. */
  readonly known: boolean;
}

/** The content of a file, determined by parsing all of it without importing anything. */
export interface ImportPreview {
  readonly title: string;
  readonly url: string;
  readonly version: string;
  readonly authors: readonly PreviewedAuthor[];
  readonly kinds: readonly PreviewedKind[];
  readonly taxonomies: readonly PreviewedKind[];
  readonly comments: number;
  readonly media: number;
  /** The first problems; `problemCount` is the total. */
  readonly problems: readonly WxrProblem[];
  readonly problemCount: number;
}

const MAX_PROBLEMS = 200;
const MAX_NAMES = 2000;
/** WordPress's internal post types, which contain no content. */
export const INTERNAL_TYPES: readonly string[] = [
  'revision',
  'customize_changeset',
  'oembed_cache',
  'user_request',
  'custom_css',
  'wp_global_styles',
  'wp_template',
  'wp_template_part',
  'wp_navigation',
  'wp_font_family',
  'wp_font_face',
];

/** Counts the content of a file. */
export async function previewEntries(
  entries: AsyncIterable<WxrEntry>,
  types: Pick<ContentTypesApi, 'postTypeExists' | 'taxonomyExists'>,
): Promise<ImportPreview> {
  const site = { title: '', url: '', version: '' };
  const authors = new Map<string, PreviewedAuthor>();
  const kinds = new Map<string, PreviewedKind>();
  const taxonomies = new Map<string, PreviewedKind>();
  const problems: WxrProblem[] = [];
  let [comments, media, problemCount] = [0, 0, 0];
  const addToCount = (counts: Map<string, PreviewedKind>, name: string, known: (name: string) => boolean): void => {
    if (!counts.has(name) && counts.size < MAX_NAMES) counts.set(name, { name, count: 0, known: known(name) });
    const count = counts.get(name);
    if (count) count.count += 1;
  };
  for await (const entry of entries) {
    if (entry.kind === 'site') Object.assign(site, { title: entry.title, url: entry.url, version: entry.version });
    else if (entry.kind === 'author')
      authors.set(entry.login, {
        login: entry.login,
        email: entry.email,
        name: entry.displayName || entry.login,
        items: authors.get(entry.login)?.items ?? 0,
      });
    else if (entry.kind === 'term') addToCount(taxonomies, entry.taxonomy, types.taxonomyExists);
    else if (entry.kind === 'problem') {
      problemCount += 1;
      if (problems.length < MAX_PROBLEMS) problems.push(entry);
    } else {
      addToCount(kinds, entry.type, (name) => types.postTypeExists(name) && !INTERNAL_TYPES.includes(name));
      comments += entry.comments.length;
      if (entry.type === 'attachment') media += 1;
      if (entry.creator === '' || entry.type === 'nav_menu_item') continue;
      if (!authors.has(entry.creator) && authors.size < MAX_NAMES)
        authors.set(entry.creator, { login: entry.creator, email: '', name: entry.creator, items: 0 });
      const author = authors.get(entry.creator);
      if (author) author.items += 1;
    }
  }
  return {
    ...site,
    authors: [...authors.values()],
    kinds: [...kinds.values()],
    taxonomies: [...taxonomies.values()],
    comments,
    media,
    problems,
    problemCount,
  };
}
