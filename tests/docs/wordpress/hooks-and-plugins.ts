import { absent, sameName, type Subject, equivalent } from './wordpress-function.js';

/** Hooks, plugins and their infrastructure. */
export const HOOKS_AND_PLUGINS: readonly Subject[] = [
  {
    title: 'Hooks',
    functions: [
      ...sameName(10, 'add_action add_filter apply_filters do_action'),
      ...sameName(8, 'remove_action remove_filter'),
      ...sameName(7, 'did_action has_filter has_action'),
      ...sameName(6, 'current_filter doing_action remove_all_actions remove_all_filters'),
      ...sameName(
        5,
        'current_action doing_filter do_action_ref_array apply_filters_ref_array apply_filters_deprecated do_action_deprecated',
      ),
      ...sameName(4, 'did_filter'),
      equivalent('__return_true', 7, 'addFilter', '`scope.addFilter(name, () => true)`'),
      equivalent('__return_false', 8, 'addFilter', '`scope.addFilter(name, () => false)`'),
      equivalent('__return_empty_string', 5, 'addFilter', "`scope.addFilter(name, () => '')`"),
      equivalent('__return_empty_array', 5, 'addFilter', '`scope.addFilter(name, () => [])`'),
      equivalent('__return_zero', 4, 'addFilter', '`scope.addFilter(name, () => 0)`'),
      equivalent('__return_null', 4, 'addFilter', '`scope.addFilter(name, () => null)`'),
    ],
  },
  {
    title: 'Plugins',
    functions: [
      equivalent('register_activation_hook', 9, 'activate', 'a function of the module'),
      equivalent(
        'register_deactivation_hook',
        8,
        'deactivate',
        'a function of the module; registrations are removed automatically',
      ),
      equivalent(
        'register_uninstall_hook',
        6,
        'uninstall',
        'a function of the module, or of a file `uninstall.ts` beside plugin.json',
      ),
      ...sameName(10, 'plugin_dir_path plugin_dir_url'),
      ...sameName(9, 'plugin_basename plugins_url is_plugin_active'),
      ...sameName(7, 'get_plugin_data deactivate_plugins'),
      ...sameName(6, 'get_plugins activate_plugin'),
      ...sameName(5, 'is_plugin_inactive'),
      equivalent('is_plugin_active_for_network', 6, 'isPluginActive', 'an installation is one site'),
      equivalent('validate_plugin', 4, 'getPlugins', 'a plugin that is listed there can be loaded'),
      absent(
        'get_mu_plugins',
        4,
        'there are no plugins that the owner cannot see',
        'a plugin that the first start activates',
      ),
    ],
  },
  {
    title: 'Scheduled events',
    functions: [
      ...sameName(8, 'wp_next_scheduled wp_schedule_event'),
      ...sameName(7, 'wp_clear_scheduled_hook wp_schedule_single_event'),
      ...sameName(6, 'wp_unschedule_event'),
      ...sameName(5, 'wp_get_schedules wp_doing_cron wp_unschedule_hook'),
      ...sameName(4, 'wp_get_schedule wp_get_scheduled_event wp_get_ready_cron_jobs'),
      equivalent('spawn_cron', 4, 'runDueEvents', 'runs them at once; the site checks every minute'),
      equivalent('_get_cron_array', 5, 'getCronEvents', 'as a list, sorted by time'),
    ],
  },
  {
    title: 'Options, transients and cache',
    functions: [
      ...sameName(10, 'get_option update_option delete_option'),
      ...sameName(9, 'add_option get_transient set_transient delete_transient'),
      ...sameName(6, 'get_site_transient set_site_transient delete_site_transient'),
      equivalent('get_site_option', 7, 'getOption', 'an installation is one site'),
      equivalent('update_site_option', 6, 'updateOption', 'an installation is one site'),
      equivalent('delete_site_option', 6, 'deleteOption', 'an installation is one site'),
      equivalent('add_site_option', 5, 'addOption', 'an installation is one site'),
      ...sameName(7, 'wp_cache_get wp_cache_set wp_cache_delete'),
      ...sameName(6, 'wp_cache_flush'),
      ...sameName(5, 'wp_cache_add wp_cache_flush_group'),
      ...sameName(
        4,
        'wp_cache_incr wp_cache_get_multiple wp_cache_replace wp_cache_supports wp_load_alloptions wp_prime_option_caches',
      ),
      equivalent(
        'wp_using_ext_object_cache',
        4,
        'wpCacheSupports',
        'groups of tracked tables are cached across requests',
      ),
      absent(
        'wp_cache_add_global_groups',
        4,
        'one site shares its cache with no other',
        '`cache.trackTables` creates a group that is cached across requests',
      ),
      ...sameName(4, 'delete_expired_transients'),
    ],
  },
  {
    title: 'Settings',
    functions: [
      ...sameName(9, 'register_setting'),
      ...sameName(8, 'add_settings_section add_settings_field settings_fields do_settings_sections submit_button'),
      ...sameName(7, 'add_settings_error settings_errors'),
      ...sameName(5, 'unregister_setting get_settings_errors'),
      equivalent('get_submit_button', 5, 'submitButton', 'returns the button'),
      ...sameName(5, 'do_settings_fields'),
      ...sameName(4, 'get_registered_settings sanitize_option'),
    ],
  },
  {
    title: 'Database',
    functions: [
      equivalent('dbDelta', 8, 'createTable', 'in a step of `migrations`, which runs once on each database'),
      equivalent('maybe_create_table', 4, 'createTable', 'creates the table if it does not exist'),
      absent(
        'maybe_add_column',
        4,
        'tables are changed by numbered steps',
        'a step of `migrations` with `db().schema.alterTable(…)`',
      ),
      absent(
        'maybe_serialize',
        5,
        'options and metadata take lists and objects as they are',
        'pass the value; in your own tables, JSON',
      ),
      absent(
        'maybe_unserialize',
        6,
        'options and metadata come back as lists and objects',
        'use the value; in your own tables, JSON',
      ),
      absent('is_serialized', 4, 'no function returns serialized text', 'JSON in your own tables'),
      absent(
        'esc_sql',
        6,
        'values never stand in the text of a statement',
        'bindings: `db().where({ name })`, `db().raw(sql, [value])`',
      ),
    ],
  },
];
