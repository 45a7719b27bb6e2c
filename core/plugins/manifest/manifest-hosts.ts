import type { DeclaredHosts, HostUse, TranslationApi } from '../../api/index.js';
import { ANY_HOST, isOrigin } from '../../network/index.js';

export const HOST_USES: readonly HostUse[] = ['script', 'style', 'frame', 'connect', 'img', 'form', 'redirect'];
/** Maximum number of hosts per use, because the policy is sent with every page. */
const MAX_HOSTS_PER_USE = 20;

/**
 * Validates `contributes.hosts` of a plugin.json; returns the error as the rest of a sentence, undefined when valid.
 */
export function findHostsProblem(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return '"contributes.hosts" must be an object, such as {"script": ["https://js.example.com"]}';
  for (const [use, origins] of Object.entries(value)) {
    if (!(HOST_USES as readonly string[]).includes(use))
      return `"contributes.hosts" does not support "${use}"; use one of ${HOST_USES.join(', ')}`;
    if (!Array.isArray(origins)) return `"contributes.hosts.${use}" must be a list of origins`;
    if (origins.length > MAX_HOSTS_PER_USE)
      return `"contributes.hosts.${use}" must not list more than ${MAX_HOSTS_PER_USE} hosts`;
    const invalidOrigin = (origins as unknown[]).find(
      (origin) => typeof origin !== 'string' || !(isOrigin(origin) || (use === 'redirect' && origin === ANY_HOST)),
    );
    if (invalidOrigin !== undefined)
      return `"contributes.hosts.${use}" must contain origins such as "https://js.example.com" (lowercase, https, no path), not ${JSON.stringify(invalidOrigin)}`;
  }
  return undefined;
}

/** Returns the union of all declared hosts. */
export function mergeHosts(declared: readonly DeclaredHosts[]): DeclaredHosts {
  return Object.fromEntries(
    HOST_USES.map((use) => [use, [...new Set(declared.flatMap((hosts) => hosts[use] ?? []))].sort()]),
  );
}

/**
 * Describes the external hosts of a plugin for the owner, before and after its activation.
 * @returns a sentence for each kind of use; none for a plugin without external hosts
 */
export function describeHosts(hosts: DeclaredHosts, { __ }: Pick<TranslationApi, '__'>): string[] {
  const descriptions: Readonly<Record<HostUse, (names: string) => string>> = {
    script: (names) => __('Runs scripts from: %s', names),
    style: (names) => __('Loads styles and fonts from: %s', names),
    frame: (names) => __('Embeds pages from: %s', names),
    connect: (names) => __('Sends data from the browser to: %s', names),
    img: (names) => __('Shows images from: %s', names),
    form: (names) => __('Sends forms to: %s', names),
    redirect: (names) => __('Redirects visitors to: %s', names),
  };
  const nameOf = (origin: string): string => (origin === ANY_HOST ? __('any site') : origin.replace(/^https:\/\//, ''));
  return HOST_USES.filter((use) => (hosts[use] ?? []).length > 0).map((use) =>
    descriptions[use]((hosts[use] ?? []).map(nameOf).join(', ')),
  );
}
