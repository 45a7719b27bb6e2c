import type { MetaArgs, MetaType } from '../../../core/api/index.js';
import type { DataSite } from './data-site.js';
import type { AreaFunctions } from './site-free.js';
import { unslashed } from './slashes.js';

/** Options, transients, the object cache and metadata. */
export function optionFunctions({ options, cache, meta, users, formatting, db }: DataSite): AreaFunctions {
  const flush = async (): Promise<void> => {
    cache.wpCacheFlush();
    await options.refresh();
  };
  const stored = (name: string): Promise<{ value: string; autoload: string } | undefined> =>
    db()<{ name: string; value: string; autoload: string }>('options').where({ name }).first('value', 'autoload');
  const shownInRest = new Map<string, unknown>();
  const register = (
    type: MetaType,
    key: string,
    { object_subtype, sanitize_callback, show_in_rest, ...args }: Record<string, unknown>,
  ) => {
    shownInRest.set(key, show_in_rest ?? false);
    return meta.registerMeta(type, key, {
      ...args,
      ...(typeof object_subtype === 'string' ? { objectSubtype: object_subtype } : {}),
      ...(sanitize_callback === 'absint' ? { sanitizeCallback: (value: unknown) => formatting.absint(value) } : {}),
    });
  };
  const user = (found: { id: number; roles: string[] } | false): unknown =>
    found && { $user: found.id, roles: found.roles };
  return {
    ...(options as unknown as AreaFunctions),
    ...(cache as unknown as AreaFunctions),
    ...(meta as unknown as AreaFunctions),
    ...(users as unknown as AreaFunctions),
    ...unslashing(meta),
    // The third argument has been deprecated since WordPress 2.3.
    add_option: (name: string, value: unknown, _deprecated?: unknown, autoload?: boolean | string | null) =>
      options.addOption(name, value, autoload),
    get_registered_meta_keys: (type: MetaType, subtype?: string) =>
      Object.fromEntries(
        [...meta.getRegisteredMetaKeys(type, subtype)].map(([key, args]) => [
          key,
          described(args, shownInRest.get(key)),
        ]),
      ),
    register_meta: register,
    '@register_meta_default': register,
    get_user_by: async (field: 'id', value: string) => user(await users.getUserBy(field, value)),
    // The first argument is the network id; only one network exists.
    add_site_option: options.addOption,
    register_setting: (group: string, name: string, args: Record<string, unknown>) =>
      options.registerSetting(group, name, {
        ...('default' in args ? { default: args.default } : {}),
        ...(args.sanitize_callback === 'absint' ? { sanitizeCallback: formatting.absint } : {}),
      }),
    '@flush': flush,
    '@option_db': async (name: string) => (await stored(name))?.value ?? { $missing: true },
    '@autoload_db': async (name: string) => (await stored(name))?.autoload ?? null,
    '@alloptions_has': async (name: string) => name in (await options.wpLoadAlloptions()),
    '@notoptions_has': (name: string) => options.isKnownMissing(name),
    '@add_option_len': (name: string, length: number) => options.addOption(name, 'x'.repeat(length)),
    '@expire_transient': async (name: string) => {
      await options.updateOption(`_transient_timeout_${name}`, Math.floor(Date.now() / 1000) - 10);
      await flush();
    },
    '@transient_timeout_set': async (name: string) => Boolean(await options.getOption(`_transient_timeout_${name}`)),
  };
}

/** A registered meta key with WordPress's names and its additional properties. */
function described(
  { type = 'string', single = false, default: fallback, sanitizeCallback, authCallback }: MetaArgs,
  show_in_rest: unknown,
): object {
  return {
    type,
    label: '',
    description: '',
    single,
    sanitize_callback: sanitizeCallback ? '(function)' : null,
    auth_callback: authCallback ? '(function)' : '__return_true',
    show_in_rest,
    revisions_enabled: false,
    ...(fallback === undefined ? {} : { default: fallback }),
  };
}

/** Removes the slashes that callers of WordPress's metadata functions add to keys and values. */
function unslashing(meta: DataSite['meta']): AreaFunctions {
  const writers: AreaFunctions = {};
  for (const type of ['Post', 'User', 'Term'] as const) {
    for (const verb of ['add', 'update', 'delete'] as const) {
      const write = meta[`${verb}${type}Meta`] as (id: number, ...rest: unknown[]) => unknown;
      writers[`${verb}${type}Meta`] = (id: number, ...rest: unknown[]) => write(id, ...rest.map(unslashed));
    }
  }
  return writers;
}
