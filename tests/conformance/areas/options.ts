import type { MetaType } from '../../../core/api/index.js';
import type { DataSite } from './data-site.js';
import type { AreaFunctions } from './site-free.js';

/** Options, transients, the object cache and metadata. */
export function optionFunctions({ options, cache, meta, users, formatting, db }: DataSite): AreaFunctions {
  const flush = async (): Promise<void> => {
    cache.wpCacheFlush();
    await options.refresh();
  };
  const stored = (name: string): Promise<{ value: string; autoload: string } | undefined> =>
    db()<{ name: string; value: string; autoload: string }>('options').where({ name }).first('value', 'autoload');
  return {
    ...(options as unknown as AreaFunctions),
    ...(cache as unknown as AreaFunctions),
    ...(meta as unknown as AreaFunctions),
    ...(users as unknown as AreaFunctions),
    // The third argument has meant nothing since WordPress 2.3.
    add_option: (name: string, value: unknown, _deprecated?: unknown, autoload?: boolean | string | null) => options.addOption(name, value, autoload),
    register_meta: (type: MetaType, key: string, args: Record<string, unknown>) =>
      meta.registerMeta(type, key, {
        ...args,
        ...(args.sanitize_callback === 'absint' ? { sanitizeCallback: (value: unknown) => formatting.absint(value) } : {}),
      }),
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
