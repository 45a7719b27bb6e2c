import type { AdminNoticeArgs } from '../admin-screen.js';
import type { RemoteResult, RemoteArgs } from '../remote.js';

/** WordPress's hooks of functions that plugins call: URLs, HTTP requests, theme modifications. */
declare module '../hooks.js' {
  interface Filters {
    bloginfo: (value: string, show: string) => string;
    bloginfo_url: (value: string, show: string) => string;
    content_url: (url: string, path: string) => string;
    edit_profile_url: (url: string, userId: number, scheme: string) => string;
    get_shortlink: (link: string, postId: number, context: string, allowSlugs: boolean) => string;
    get_usernumposts: (
      count: number,
      userId: number,
      postType: string | readonly string[],
      publicOnly: boolean,
    ) => number;
    http_headers_useragent: (agent: string, url: string) => string;
    http_request_args: (args: RemoteArgs, url: string) => RemoteArgs;
    http_response: (response: RemoteResult, args: RemoteArgs, url: string) => RemoteResult;
    is_sticky: (isSticky: boolean, postId: number) => boolean;
    login_url: (url: string, redirect: string, reauth: boolean) => string;
    logout_url: (url: string, redirect: string) => string;
    lostpassword_url: (url: string, redirect: string) => string;
    paginate_links_output: (html: string, args: object) => string;
    pre_http_request: (response: RemoteResult | false, args: RemoteArgs, url: string) => RemoteResult | false;
    privacy_policy_url: (url: string, pageId: number) => string;
    random_password: (password: string, length: number, specialChars: boolean, extraSpecialChars: boolean) => string;
    register_url: (url: string) => string;
    set_url_scheme: (url: string, scheme: string, requestedScheme: string | null) => string;
    stylesheet: (name: string) => string;
    template: (name: string) => string;
    wp_admin_notice_args: (args: AdminNoticeArgs, message: string) => AdminNoticeArgs;
    wp_admin_notice_markup: (markup: string, message: string, args: object) => string;
    wp_doing_ajax: (isAjax: boolean) => boolean;
    wp_doing_cron: (isCron: boolean) => boolean;
    wp_is_mobile: (isMobile: boolean) => boolean;
    wp_checkdate: (isDate: boolean, date: string) => boolean;
    wp_privacy_anonymize_data: (anonymous: string, type: string, data: string) => string;
  }

  interface FilterPatterns {
    [name: `current_theme_supports-${string}`]: (
      isSupported: boolean,
      args: readonly unknown[],
      feature: unknown,
    ) => boolean;
    [name: `theme_mod_${string}`]: (value: unknown) => unknown;
    [name: `pre_set_theme_mod_${string}`]: (value: unknown, oldValue: unknown) => unknown;
  }

  interface Actions {
    http_api_debug: (
      response: RemoteResult,
      context: 'response',
      transport: string,
      args: RemoteArgs,
      url: string,
    ) => void;
  }
}

export type {};
