import type { CheckI18n } from './check-i18n.js';
import { type Check, goodFinding, problemFinding, unconfirmedFinding } from './check.js';
import type { ReceivedPage } from './shop-view.js';

/** Hosts that follow visitors across sites, by a part of their name. */
const TRACKER_HOSTS =
  /(?:^|\.)(?:google-analytics\.com|googletagmanager\.com|doubleclick\.net|googleadservices\.com|googlesyndication\.com|facebook\.(?:net|com)|hotjar\.com|clarity\.ms|bat\.bing\.com|analytics\.tiktok\.com|criteo\.(?:com|net)|licdn\.com|ads\.linkedin\.com|ct\.pinterest\.com|static\.ads-twitter\.com|mixpanel\.com|segment\.(?:com|io)|fullstory\.com|adform\.net|rtbhouse\.com)$/i;
/** Calls of tracking scripts that stand in a page. */
const TRACKER_CALLS = /\b(?:gtag|fbq|ttq\.(?:load|page)|clarity|hj|_paq\.push|ga)\s*\(/;
const LOADED =
  /<(?:script|img|iframe|link|source|embed|object|video|audio)\b[^>]*?\s(?:src|href|data|srcset)\s*=\s*["']?([^"'\s>]+)/gi;
const SCRIPT = /<script\b(?![^>]*application\/(?:ld\+)?json)[^>]*>([\s\S]*?)<\/script>/gi;
const LINK_OF_NO_FILE =
  /<link\b[^>]*\brel\s*=\s*["']?(?:canonical|alternate|shortlink|author|license|me|next|prev|search|EditURI)\b[^>]*>/gi;

/** Returns the hosts of other sites that a page loads from, and the tracking calls that it makes. */
function findForeign(
  { html }: ReceivedPage,
  home: string,
): { readonly hosts: readonly string[]; readonly calls: readonly string[] } {
  const hosts = [...html.replace(LINK_OF_NO_FILE, '').matchAll(LOADED)].flatMap(([, address = '']) => {
    const url = URL.canParse(address, home) ? new URL(address.replaceAll('&amp;', '&'), home) : undefined;
    return url && /^https?:$/.test(url.protocol) && url.host !== new URL(home).host ? [url.hostname] : [];
  });
  const calls = [...html.matchAll(SCRIPT)].flatMap(([, script = '']) => TRACKER_CALLS.exec(script)?.[0] ?? []);
  return { hosts: [...new Set(hosts)], calls };
}

/**
 * Checks that pages load no trackers before the visitor consents; the scan's visitor never does (Electronic
 * Communications Law, art. 399; Directive 2002/58/EC, art. 5(3)).
 * @param home URL of the site
 */
export function trackersCheck(i18n: CheckI18n, home: string): Check {
  const { __ } = i18n;
  return {
    id: 'trackers',
    law: 'trackers',
    label: __('Trackers before consent'),
    fix: '',
    run({ view }) {
      const others = new Set<string>();
      const problems = view.pages.flatMap((page) => {
        const { hosts, calls } = findForeign(page, home);
        const trackers = [...hosts.filter((host) => TRACKER_HOSTS.test(host)), ...calls];
        for (const host of hosts) if (!TRACKER_HOSTS.test(host)) others.add(host);
        return trackers.map((tracker) => __('%1$s uses a tracker before consent: %2$s.', page.location, tracker));
      });
      if (problems.length > 0)
        return problemFinding(
          'missing',
          problems,
          __('Load it only after the visitor has consented, or remove it.'),
          i18n,
        );
      const hosts = [...others].sort();
      return hosts.length === 0
        ? goodFinding(__('Pages load nothing from other sites.'))
        : unconfirmedFinding(
            hosts.join('\n'),
            __('Pages load files from other sites: %s.', hosts.join(', ')),
            __('Confirm that they don’t track visitors, or load them only after consent.'),
          );
    },
  };
}
