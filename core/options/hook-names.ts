import { recalled } from '../api/index.js';

/** Names of one kind that are remembered; a site has a few hundred options, and names may come from outside. */
const MOST_NAMES = 2000;

/**
 * The names of hooks that belong to one thing, such as `pre_option_home`. A page reads some fifty options, and a text that is put together anew
 * each time is looked up slowly.
 */
export function createHookNames(): (beginning: string, name: string) => string {
  const kinds = new Map<string, Map<string, string>>();
  return (beginning, name) => {
    let kind = kinds.get(beginning);
    if (!kind) kinds.set(beginning, (kind = new Map<string, string>()));
    return recalled(kind, MOST_NAMES, name, () => beginning + name);
  };
}
