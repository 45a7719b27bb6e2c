import type { Post } from '../posts.js';
import type { Term } from '../terms.js';
import type { RewriteRule } from './values.js';

/** WordPress's hooks of permalinks, as fired here. */
declare module '../hooks.js' {
  interface Filters {
    _get_page_link: (link: string, pageId: number) => string;
    attachment_link: (url: string, postId: number) => string;
    author_link: (url: string, userId: number, nicename: string) => string;
    category_link: (url: string, termId: number) => string;
    day_link: (url: string, year: number, month: number, day: number) => string;
    editable_slug: (slug: string, post: Post) => string;
    get_sample_permalink: (
      permalink: [string, string],
      postId: number,
      title: string | null,
      name: string | null,
      post: Post,
    ) => [string, string];
    month_link: (url: string, year: number, month: number) => string;
    page_link: (url: string, pageId: number, sample: boolean) => string;
    post_link: (link: string, post: Post, leaveName: boolean) => string;
    post_link_category: (term: Term, list: Term[], post: Post) => Term;
    post_type_archive_link: (link: string, name: string) => string;
    post_type_link: (link: string, post: Post, leaveName: boolean, sample: boolean) => string;
    pre_post_link: (permalink: string, post: Post, leaveName: boolean) => string;
    preview_post_link: (link: string, post: Post) => string;
    rewrite_rules_array: (rules: RewriteRule[]) => RewriteRule[];
    tag_link: (url: string, termId: number) => string;
    term_link: (url: string, term: Term, taxonomy: string) => string;
    url_to_postid: (url: string) => string;
    year_link: (url: string, year: number) => string;
  }
}

export type {};
