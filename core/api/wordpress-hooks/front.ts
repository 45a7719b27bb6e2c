import type { FormValue } from '../pages.js';
import type { PostQuery } from '../post-query.js';
import type { PostType, Taxonomy } from '../post-types.js';
import type { Post } from '../posts.js';
import type { Term, TermQuery } from '../terms.js';
import type { UserQuery, UserWithRoles } from '../users.js';
import type { WpQuery } from '../wp-query.js';
import type { WpRequest } from '../main-query.js';
import type {
  PrintedLines,
  ResourceHint,
  RobotsDirectives,
  SitemapEntry,
  SitemapProvider,
  TemplateQuery,
} from './values.js';

/** WordPress's hooks of pages of the site: request, template, head, feeds, sitemaps, embeds, as fired here. */
declare module '../hooks.js' {
  interface Filters {
    get_wp_title_rss: (title: string) => string;
    the_content_feed: (content: string, kind: string) => string;
    the_excerpt_rss: (excerpt: string) => string;
    the_permalink_rss: (url: string) => string;
    body_class: (classes: readonly string[], extraClasses: readonly string[]) => readonly string[];
    do_parse_request: (parse: boolean, wp: WpRequest, extraQueryVars: string) => boolean;
    do_redirect_guess_404_permalink: (guess: boolean) => boolean;
    document_title: (title: string) => string;
    document_title_parts: (parts: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
    document_title_separator: (separator: string) => string;
    feed_link: (url: string, feed: string) => string;
    feed_links_args: (args: Record<string, string>) => Record<string, string>;
    feed_links_show_comments_feed: (show: boolean) => boolean;
    feed_links_show_posts_feed: (show: boolean) => boolean;
    get_canonical_url: (url: string | false | undefined, post: Post) => string | false | undefined;
    get_search_form: (html: string, args: { echo: boolean; aria_label: string }) => string;
    get_search_query: (query: string) => string;
    get_the_archive_description: (description: string) => string;
    get_the_archive_title: (title: string, originalTitle: string, prefix: string) => string;
    get_the_archive_title_prefix: (prefix: string) => string;
    get_the_generator_xhtml: (html: string, type: string) => string;
    language_attributes: (attributes: string, doctype: string) => string;
    nocache_headers: (headers: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
    oembed_discovery_links: (embeds: string) => string;
    oembed_endpoint_url: (url: string, permalink: string, format: string) => string;
    old_slug_redirect_post_id: (found: number) => number;
    old_slug_redirect_url: (url: string) => string;
    paginate_links: (url: string) => string;
    pings_open: (open: boolean, postId: number) => boolean;
    post_class: (classes: readonly string[], extraClasses: readonly string[], postId: number) => readonly string[];
    post_type_archive_title: (title: string, postType: string) => string;
    pre_get_document_title: (title: string) => string;
    pre_handle_404: (preempt: boolean, query: WpQuery) => boolean;
    pre_redirect_guess_404_permalink: (url: string | false | null) => string | false | null;
    query_vars: (names: string[]) => string[];
    redirect_canonical: (redirectUrl: string | false, requestedUrl: string) => string | false;
    request: (queryVars: Record<string, FormValue>) => Record<string, FormValue>;
    robots_txt: (output: string, isPublic: boolean) => string;
    show_admin_bar: (adminBar: boolean) => boolean;
    single_cat_title: (title: string) => string;
    single_post_title: (title: string, post: Post) => string;
    single_tag_title: (title: string) => string;
    single_term_title: (title: string) => string;
    status_header: (header: string, code: number, description: string, protocol: string) => string;
    strict_redirect_guess_404_permalink: (strict: boolean) => boolean;
    template_hierarchy: (names: readonly string[], main: TemplateQuery) => readonly string[];
    template_include: (file: string) => string;
    the_author_posts_link: (link: string, url: string, name: string) => string;
    the_generator: (html: string, type: string) => string;
    wp_headers: (headers: Readonly<Record<string, string>>, wp: WpRequest) => Readonly<Record<string, string>>;
    wp_redirect: (location: string | false, status: number) => string | false;
    wp_redirect_status: (status: number, location: string) => number;
    wp_resource_hints: (urls: readonly ResourceHint[], relation: string) => readonly ResourceHint[];
    wp_robots: (directives: RobotsDirectives) => RobotsDirectives;
    wp_sitemaps_enabled: (enabled: boolean) => boolean;
    wp_sitemaps_index_entry: (entry: SitemapEntry, objectType: string, subtype: string, page: number) => SitemapEntry;
    wp_sitemaps_max_urls: (maximum: number, objectType: string) => number;
    wp_sitemaps_post_types: (postTypes: Record<string, PostType>) => Record<string, PostType>;
    wp_sitemaps_posts_entry: (entry: SitemapEntry, post: Post, postType: string) => SitemapEntry;
    wp_sitemaps_posts_pre_url_list: (
      entries: SitemapEntry[] | null,
      postType: string,
      page: number,
    ) => SitemapEntry[] | null;
    wp_sitemaps_posts_query_args: (args: PostQuery, postType: string) => PostQuery;
    wp_sitemaps_posts_show_on_front_entry: (entry: SitemapEntry) => SitemapEntry;
    wp_sitemaps_providers: (providers: Record<string, SitemapProvider>) => Record<string, SitemapProvider>;
    wp_sitemaps_taxonomies: (taxonomies: Record<string, Taxonomy>) => Record<string, Taxonomy>;
    wp_sitemaps_taxonomies_entry: (entry: SitemapEntry, termId: number, taxonomy: string, term: Term) => SitemapEntry;
    wp_sitemaps_taxonomies_pre_url_list: (
      entries: SitemapEntry[] | null,
      taxonomy: string,
      page: number,
    ) => SitemapEntry[] | null;
    wp_sitemaps_taxonomies_query_args: (args: TermQuery, taxonomy: string) => TermQuery;
    wp_sitemaps_users_entry: (entry: SitemapEntry, user: UserWithRoles | false) => SitemapEntry;
    wp_sitemaps_users_pre_max_num_pages: (pages: number | null) => number | null;
    wp_sitemaps_users_pre_url_list: (entries: SitemapEntry[] | null, page: number) => SitemapEntry[] | null;
    wp_sitemaps_users_query_args: (args: UserQuery) => UserQuery;
    x_redirect_by: (name: string | false, status: number, location: string) => string | false;
  }

  interface Actions {
    all: (hook: string) => void;
    atom_entry: (out: PrintedLines) => void;
    atom_head: (out: PrintedLines) => void;
    /** Attributes of the feed's root element; the same applies to the other two `_ns` hooks below. */
    atom_ns: (out: PrintedLines) => void;
    commentsrss2_head: (out: PrintedLines) => void;
    rdf_header: (out: PrintedLines) => void;
    rdf_item: (out: PrintedLines) => void;
    rdf_ns: (out: PrintedLines) => void;
    rss2_head: (out: PrintedLines) => void;
    rss2_item: (out: PrintedLines) => void;
    rss2_ns: (out: PrintedLines) => void;
    rss_head: (out: PrintedLines) => void;
    rss_item: (out: PrintedLines) => void;
    deprecated_hook_run: (hook: string, replacement: string, version: string, message: string) => void;
    do_robots: () => void;
    do_robotstxt: (out: PrintedLines) => void;
    enqueue_block_assets: () => void;
    get_footer: (name: string | null, args: readonly unknown[]) => void;
    get_header: (name: string | null, args: readonly unknown[]) => void;
    get_sidebar: (name: string | null, args: readonly unknown[]) => void;
    loop_end: (query: WpQuery) => void;
    loop_no_results: (query: WpQuery) => void;
    loop_start: (query: WpQuery) => void;
    parse_request: (wp: WpRequest) => void;
    pre_get_search_form: (args: { echo: boolean; aria_label: string }) => void;
    send_headers: (wp: WpRequest) => void;
    set_404: (query: WpQuery) => void;
    shutdown: () => void;
    template_redirect: () => void;
    wp: (wp: WpRequest) => void;
    wp_body_open: (out: PrintedLines) => void;
    wp_enqueue_scripts: () => void;
    wp_footer: (out: PrintedLines) => void;
    wp_head: (out: PrintedLines) => void;
    wp_print_footer_scripts: (footer: string[] | PrintedLines) => void;
    wp_print_scripts: (lines: string[] | PrintedLines) => void;
    wp_print_styles: (out: PrintedLines) => void;
  }
}

export type {};
