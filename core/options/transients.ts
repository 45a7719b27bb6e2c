import type { HookApi, OptionsApi } from '../api/index.js';
import type { OptionStore } from './option-store.js';

type Transients = Pick<
  OptionsApi,
  | 'getTransient'
  | 'setTransient'
  | 'deleteTransient'
  | 'getSiteTransient'
  | 'setSiteTransient'
  | 'deleteSiteTransient'
  | 'deleteExpiredTransients'
>;

interface TransientsDeps {
  options: Pick<OptionsApi, 'getOption' | 'addOption' | 'updateOption' | 'deleteOption'>;
  store: OptionStore;
  hooks: HookApi;
  now: () => number;
}

/** Creates the transient functions. A transient is stored as two options, value and expiry, as in WordPress. */
export function createTransients(deps: TransientsDeps): Transients {
  const plain = createTransientFunctions(deps, 'transient', true);
  const site = createTransientFunctions(deps, 'site_transient', false);

  return {
    getTransient: plain.get,
    setTransient: plain.set,
    deleteTransient: plain.remove,
    getSiteTransient: site.get,
    setSiteTransient: site.set,
    deleteSiteTransient: site.remove,
    async deleteExpiredTransients() {
      return (await plain.sweep()) + (await site.sweep());
    },
  };
}

function createTransientFunctions(
  { options, store, hooks, now }: TransientsDeps,
  kind: string,
  autoloadWithoutExpiry: boolean,
) {
  const unixTime = (): number => Math.floor(now() / 1000);
  const valueName = (name: string): string => `_${kind}_${name}`;
  const timeoutName = (name: string): string => `_${kind}_timeout_${name}`;

  async function get<T>(name: string): Promise<T | false> {
    const preValue = await hooks.applyFilters<unknown>(`pre_${kind}_${name}`, false, name);
    if (preValue !== false) return preValue as T;
    const timeout = await options.getOption(timeoutName(name));
    if (timeout !== false && Number(timeout) < unixTime()) {
      await options.deleteOption(valueName(name));
      await options.deleteOption(timeoutName(name));
    }
    return (await hooks.applyFilters<unknown>(`${kind}_${name}`, await options.getOption(valueName(name)), name)) as
      T | false;
  }

  async function set(name: string, input: unknown, requestedExpiration = 0): Promise<boolean> {
    const value = await hooks.applyFilters(`pre_set_${kind}_${name}`, input, requestedExpiration, name);
    const expiration = Math.trunc(
      await hooks.applyFilters(`expiration_of_${kind}_${name}`, requestedExpiration, value, name),
    );
    if (!(await write(name, value, expiration))) return false;
    await hooks.doAction(`set_${kind}_${name}`, value, expiration, name);
    await hooks.doAction(`set_${kind}`, name, value, expiration);
    await hooks.doAction(`setted_${kind}`, name, value, expiration);
    return true;
  }

  async function write(name: string, value: unknown, expiration: number): Promise<boolean> {
    const autoload = autoloadWithoutExpiry && expiration === 0;
    if ((await options.getOption(valueName(name))) === false) {
      if (expiration) await options.addOption(timeoutName(name), unixTime() + expiration, false);
      return options.addOption(valueName(name), value, autoload);
    }
    if (expiration) {
      if ((await options.getOption(timeoutName(name))) === false) {
        await options.deleteOption(valueName(name));
        await options.addOption(timeoutName(name), unixTime() + expiration, false);
        return options.addOption(valueName(name), value, false);
      }
      await options.updateOption(timeoutName(name), unixTime() + expiration);
    }
    return options.updateOption(valueName(name), value);
  }

  async function remove(name: string): Promise<boolean> {
    await hooks.doAction(`delete_${kind}_${name}`, name);
    const removed = await options.deleteOption(valueName(name));
    if (!removed) return false;
    await options.deleteOption(timeoutName(name));
    await hooks.doAction(`deleted_${kind}`, name);
    return true;
  }

  /** Deletes expired transients that have not been read since, and returns their number. */
  async function sweep(): Promise<number> {
    const prefix = timeoutName('');
    let removed = 0;
    for (const timeout of await store.namesLike(prefix)) {
      if (Number(await options.getOption(timeout)) >= unixTime()) continue;
      await options.deleteOption(valueName(timeout.slice(prefix.length)));
      await options.deleteOption(timeout);
      removed++;
    }
    return removed;
  }

  return { get, set, remove, sweep };
}
