import type { Database } from '../../api/index.js';

/** Prefixes of stored names, by which transients, hidden metadata and user options differ from the names in code. */
const OPTION_PREFIX = /^_(?:site_)?transient_(?:timeout_)?/;
const META_PREFIX = /^(?:_|wp_)/;

/** Names of the host that begin like a plugin's name could: a plugin may be called "site" or "comment". */
const HOST_OPTION = namePattern(`
  active_plugins admin_email auth_* backup_last backup_settings blog_charset blog_public blogdescription blogname
  close_comments* comment_* comments_* data_folder date_format default_category default_comment_status
  default_email_category default_ping_status default_pingback_flag default_post_format default_role emails_per_address
  fields gmt_offset image_default_* large_* link_manager_enabled mail_server medium_* nav_menu_options page_comments
  page_for_posts page_on_front permalink_structure plinth_* plugin_* posts_per_page posts_per_rss redirect_hosts
  require_name_email reset_emails_per_account rss_use_excerpt show_avatars show_comments_* show_on_front
  sidebars_widgets site_icon site_logo start_of_week sticky_posts stylesheet template theme_mods_* thread_comments*
  thumbnail_* time_format timezone_string uninstall_plugins uploads_use_yearmonth_folders user_roles
  users_can_register widget_* wp_*`);
const HOST_META = namePattern(`
  _wp_* _edit_* _thumbnail_id _menu_item_* wp_capabilities wp_user_level wp_user-settings* wp_dashboard_*
  wp_pattern_sync_status wp_page_* wp_session_* session_tokens admin_color comment_shortcuts default_password_nag
  description first_name last_name locale nickname rich_editing show_admin_bar_front syntax_highlighting use_ssl
  closedpostboxes_* metaboxhidden_* meta-box-order_* manage*columnshidden`);
const HOST_HOOK = namePattern(`
  plinth/* plinth_* wp_* delete_expired_transients do_pings importer_scheduled_cleanup publish_future_post
  recovery_mode_* update_network_counts`);

/** Returns the pattern for a list of names, in which `*` stands for any characters. */
function namePattern(names: string): RegExp {
  return new RegExp(`^(?:${names.trim().split(/\s+/).join('|').replaceAll('*', '.*')})$`, 'i');
}

type NameKind = 'option' | 'meta' | 'hook';
const RULES: Readonly<Record<NameKind, { readonly prefix: RegExp; readonly host: RegExp }>> = {
  option: { prefix: OPTION_PREFIX, host: HOST_OPTION },
  meta: { prefix: META_PREFIX, host: HOST_META },
  hook: { prefix: /^(?!)/, host: HOST_HOOK },
};

/** Whether a name in code is that of the plugin, or begins with it and a separator. */
export function isOwnName(id: string, name: string): boolean {
  return name === id || [id, id.replaceAll('-', '_')].some((start) => new RegExp(`^${start}[_/:.-]`).test(name));
}

/**
 * Creates the function that tells whether stored data is named after a plugin. A name of the host never is; one that
 * also begins with another plugin's longer name belongs to that plugin.
 * @param otherIds the other plugins of the site
 */
export function createOwnNames(id: string, otherIds: readonly string[]): (kind: NameKind, stored: string) => boolean {
  const longerIds = otherIds.filter((other) => other !== id && isOwnName(id, other));
  return (kind, stored) => {
    const { prefix, host } = RULES[kind];
    const name = stored.replace(prefix, '');
    if (host.test(stored) || (kind === 'option' && host.test(name))) return false;
    return isOwnName(id, name) && !longerIds.some((other) => isOwnName(other, name));
  };
}

/** Returns the distinct values of a column that contain a plugin's name; the callers compare them exactly. */
export async function storedNames(
  db: Database,
  table: 'options' | 'postmeta' | 'usermeta' | 'termmeta' | 'commentmeta' | 'cron_events' | 'jobs',
  column: 'name' | 'meta_key' | 'hook' | 'queue',
  id: string,
): Promise<string[]> {
  const patterns = new Set([id, id.replaceAll('-', '_')].map((start) => `%${start.replaceAll('_', '!_')}%`));
  const rows = (await db()
    .from(table)
    .where((any) => {
      for (const pattern of patterns) void any.orWhereRaw("?? like ? escape '!'", [column, pattern]);
    })
    .distinct(column)
    .orderBy(column)) as Readonly<Record<string, string>>[];
  return rows.map((row) => row[column] ?? '');
}
