import type { FooterEntry } from '../menus.js';
import type { SentPage } from '../pages.js';
import type { UserWithRoles } from '../users.js';

/** Hooks of the host without a counterpart in WordPress. */
declare module '../hooks.js' {
  interface Filters {
    'plinth/author_archive': (shown: boolean, user: UserWithRoles) => boolean;
    /**
     * Effects of deactivating a plugin, as sentences.
     * @since 0.1.0
     */
    'plinth/deactivation_effects': (effects: readonly string[], plugin: string) => readonly string[];
    'plinth/strip_image_location': (forget: boolean, type: string) => boolean;
    /** @since 0.1.0 */
    'plinth/attachment_usage': (
      uses: readonly { readonly title: string; readonly url: string; readonly note: string }[],
      attachment: number,
    ) => readonly { readonly title: string; readonly url: string; readonly note: string }[];
    'plinth/login_limit': (limit: number, of: string, limiter: string) => number;
    'plinth/admin_redirect': (path: string, userId: number, requestedPath: string) => string;
    /** @since 0.1.0 */
    'plinth/fallback_menu_items': (
      items: readonly { readonly title: string; readonly url: string }[],
    ) => readonly { readonly title: string; readonly url: string }[];
    'plinth/footer_html': (html: string, enclosed: boolean) => string;
    /** @since 0.1.0 */
    'plinth/footer_links': (items: readonly FooterEntry[]) => readonly FooterEntry[];
    /** @since 0.1.0 */
    'plinth/login_url': (url: string) => string;
    'plinth/header_links': (
      tools: readonly { title: string; label?: string; url: string; icon?: string; count?: number }[],
    ) => readonly { title: string; label?: string; url: string; icon?: string; count?: number }[];
    'plinth/not_found': (html: string) => string;
    'plinth/search_results': (html: string, searchTerms: string) => string;
    /** @since 0.1.0 */
    'plinth/menu_links': (
      links: readonly { readonly title: string; readonly url: string }[],
    ) => readonly { readonly title: string; readonly url: string }[];
    'plinth/two_factor_required': (required: boolean, user: UserWithRoles) => boolean;
    'plinth/language_url': (url: string, locale: string) => string;
    'plinth/owner_details': (lines: readonly string[]) => readonly string[];
  }

  interface Actions {
    /** Events scheduled by the host. */
    plinth_maintenance: () => void;
    plinth_nightly_backup: () => void;
    /**
     * Fires after the URL of content of a plugin has changed; the old URL then redirects to the new one. Both are paths
     * on the site.
     * @since 0.1.0
     */
    'plinth/url_changed': (from: string, to: string) => void;
    'plinth/load_demo': () => void;
    'plinth/login_locked_out': (login: string, seconds: number) => void;
    /**
     * Fires when a page of the site is sent, whether rendered or cached: for analytics, not to change the page.
     * @since 0.1.0
     */
    'plinth/response_sent': (page: SentPage) => void;
    'plinth/plugin_resumed': (plugin: string) => void;
    /**
     * Fires whenever the set of running plugins changes, for all callbacks, unlike `plugins_loaded`, which runs each
     * callback once.
     * @since 0.1.0
     */
    'plinth/plugins_changed': () => void;
    'plinth/two_factor_changed': (userId: number, event: string) => void;
    'plinth/two_factor_failed': (user: UserWithRoles, method: string) => void;
    'plinth/user_capabilities_changed': (
      userId: number,
      before: Readonly<Record<string, boolean>>,
      after: Readonly<Record<string, boolean>>,
    ) => void;
  }
}

export type {};
