import type { KsesAllowedHtml } from '../formatting.js';

/** WordPress's hooks of escaping, sanitization and text formatting, as fired here. */
declare module '../hooks.js' {
  interface Filters {
    allowed_redirect_hosts: (hosts: string[], host: string) => string[];
    attribute_escape: (safe: string, text: unknown) => string;
    clean_url: (safe: string, text: unknown) => string;
    esc_html: (safe: string, text: unknown) => string;
    esc_textarea: (safe: string, text: unknown) => string;
    esc_xml: (safe: string, text: unknown) => string;
    http_allowed_safe_ports: (ports: number[], host: string, url: string) => number[];
    http_request_host_is_external: (external: boolean, host: string, url: string) => boolean;
    human_time_diff: (text: string, difference: number, from: number, to: number) => string;
    is_email: (email: string | false, input: string, context: string | null) => string | false;
    js_escape: (safe: string, text: unknown) => string;
    kses_allowed_protocols: (protocols: readonly string[]) => readonly string[];
    make_clickable_rel: (rel: string, url: string) => string;
    no_texturize_shortcodes: (shortcodes: readonly string[]) => readonly string[];
    no_texturize_tags: (tags: readonly string[]) => readonly string[];
    number_format_i18n: (text: string, number: unknown, decimals: number) => string;
    pre_kses: (content: string, allowedHtml: string | KsesAllowedHtml, allowedProtocols: readonly string[]) => string;
    run_wptexturize: (run: boolean) => boolean;
    safe_style_css: (properties: readonly string[]) => readonly string[];
    safecss_filter_attr_allow_css: (allow: boolean, css: string) => boolean;
    sanitize_email: (clean: string, email: string, why: string | null) => string;
    sanitize_file_name: (clean: string, name: string) => string;
    sanitize_file_name_chars: (chars: readonly string[], name: string) => readonly string[];
    sanitize_html_class: (clean: string, name: string, fallback: string | null) => string;
    sanitize_key: (clean: string, key: unknown) => string;
    sanitize_locale_name: (clean: string, name: string) => string;
    sanitize_mime_type: (clean: string, type: string) => string;
    sanitize_text_field: (clean: string, text: unknown) => string;
    sanitize_textarea_field: (clean: string, text: unknown) => string;
    sanitize_title: (title: string, rawTitle: string, context: string) => string;
    sanitize_trackback_urls: (clean: string, urls: string) => string;
    sanitize_user: (username: string, rawUsername: string, strict: boolean) => string;
    tag_escape: (safe: string, text: unknown) => string;
    wp_date: (date: string, format: string, timestamp: number, timezone: string) => string;
    wp_internal_hosts: (hosts: string[]) => string[];
    wp_kses_allowed_html: (tags: KsesAllowedHtml, context: string) => KsesAllowedHtml;
    wp_kses_uri_attributes: (attributes: readonly string[]) => readonly string[];
    wp_trim_words: (text: string, count: number, more: string, originalText: string) => string;
  }
}

export type {};
