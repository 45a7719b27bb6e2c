import type { DeclaredHosts, HostUse, TranslationApi } from '../api/index.js';
import { ANY_HOST } from '../network/index.js';
import { HOST_USES } from './manifest-hosts.js';

/**
 * What a plugin reaches out to, as the owner reads it before and after switching it on.
 * @returns a sentence for each kind of use; none for a plugin that stays at home
 */
export function hostsInWords(hosts: DeclaredHosts, { __ }: Pick<TranslationApi, '__'>): string[] {
  const sentences: Readonly<Record<HostUse, string>> = {
    script: __('Runs scripts of: %s'),
    style: __('Takes styles and fonts from: %s'),
    frame: __('Shows pages in frames of: %s'),
    connect: __('Sends data from the browser to: %s'),
    img: __('Shows pictures of: %s'),
    form: __('Sends forms to: %s'),
    redirect: __('Sends visitors to: %s'),
  };
  const nameOf = (origin: string): string => (origin === ANY_HOST ? __('any address') : origin.replace(/^https:\/\//, ''));
  return HOST_USES.filter((use) => (hosts[use] ?? []).length > 0).map((use) => sentences[use].replace('%s', (hosts[use] ?? []).map(nameOf).join(', ')));
}
