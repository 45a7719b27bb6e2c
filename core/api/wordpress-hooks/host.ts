import type { SentPage } from '../pages.js';
import type { UserWithRoles } from '../users.js';

/** Hooks of the host that WordPress does not know. */
declare module '../hooks.js' {
  interface Filters {
    'plinth/author_archive': (shown: boolean, user: UserWithRoles) => boolean;
    /** What stops when a plugin is deactivated, in sentences. @since 0.3.0 */
    'plinth/deactivation_effects': (effects: readonly string[], plugin: string) => readonly string[];
    'plinth/forget_picture_place': (forget: boolean, type: string) => boolean;
    /** @since 0.3.0 */
    'plinth/file_uses': (
      uses: readonly { readonly title: string; readonly url: string; readonly note: string }[],
      attachment: number,
    ) => readonly { readonly title: string; readonly url: string; readonly note: string }[];
    'plinth/login_limit': (limit: number, of: string, limiter: string) => number;
    'plinth/admin_elsewhere': (path: string, userId: number, asked: string) => string;
    'plinth/footer_html': (html: string, enclosed: boolean) => string;
    /** @since 0.3.0 */
    'plinth/sign_in_link': (url: string) => string;
    'plinth/header_tools': (
      tools: readonly { title: string; label?: string; url: string; icon?: string; count?: number }[],
    ) => readonly { title: string; label?: string; url: string; icon?: string; count?: number }[];
    'plinth/not_found': (html: string) => string;
    'plinth/search_results': (html: string, words: string) => string;
    /** @since 0.3.0 */
    'plinth/menu_links': (
      links: readonly { readonly title: string; readonly url: string }[],
    ) => readonly { readonly title: string; readonly url: string }[];
    'plinth/second_factor_required': (required: boolean, user: UserWithRoles) => boolean;
    'plinth/language_address': (address: string, locale: string) => string;
    'plinth/site_owner': (lines: readonly string[]) => readonly string[];
  }

  interface Actions {
    /** Events that the host plans. */
    plinth_housekeeping: () => void;
    plinth_nightly_backup: () => void;
    /** Something that a plugin shows at an address of its own has another one now; the old one leads there from then on. Paths of the site. @since 0.3.0 */
    'plinth/address_changed': (from: string, to: string) => void;
    'plinth/load_demo': () => void;
    'plinth/login_locked_out': (login: string, seconds: number) => void;
    /** A page of the site goes out to somebody, made or kept: for figures, not to change anything. @since 0.3.0 */
    'plinth/page_sent': (page: SentPage) => void;
    'plinth/plugin_resumed': (plugin: string) => void;
    /** Another set of plugins runs than before: told each time and to everybody, unlike `plugins_loaded`, which a callback hears once. @since 0.3.0 */
    'plinth/plugins_changed': () => void;
    'plinth/second_factor_changed': (userId: number, event: string) => void;
    'plinth/second_factor_failed': (user: UserWithRoles, way: string) => void;
    'plinth/user_capabilities_changed': (
      userId: number,
      before: Readonly<Record<string, boolean>>,
      after: Readonly<Record<string, boolean>>,
    ) => void;
  }
}

export type {};
