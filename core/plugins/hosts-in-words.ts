import type { DeclaredHosts, HostUse, TranslationApi } from '../api/index.js';
import { ANY_HOST } from '../network/index.js';
import { HOST_USES } from './manifest-hosts.js';

/**
 * What a plugin reaches out to, as the owner reads it before and after switching it on.
 * @returns a sentence for each kind of use; none for a plugin that stays at home
 */
export function hostsInWords(hosts: DeclaredHosts, { __ }: Pick<TranslationApi, '__'>): string[] {
  const said: Readonly<Record<HostUse, (names: string) => string>> = {
    script: (names) => __('Runs scripts of: %s', names),
    style: (names) => __('Takes styles and fonts from: %s', names),
    frame: (names) => __('Shows pages in frames of: %s', names),
    connect: (names) => __('Sends data from the browser to: %s', names),
    img: (names) => __('Shows pictures of: %s', names),
    form: (names) => __('Sends forms to: %s', names),
    redirect: (names) => __('Sends visitors to: %s', names),
  };
  const nameOf = (origin: string): string =>
    origin === ANY_HOST ? __('any address') : origin.replace(/^https:\/\//, '');
  return HOST_USES.filter((use) => (hosts[use] ?? []).length > 0).map((use) =>
    said[use]((hosts[use] ?? []).map(nameOf).join(', ')),
  );
}
