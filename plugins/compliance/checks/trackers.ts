import type { CheckI18n } from './check-i18n.js';
import { type Check, goodFinding, problemFinding, unconfirmedFinding } from './check.js';
import { findForeignUrls } from './page-styles.js';
import type { ReceivedPage } from './shop-view.js';

/** Hosts that follow visitors across sites, by a part of their name. */
const TRACKER_HOSTS =
  /(?:^|\.)(?:google-analytics\.com|googletagmanager\.com|doubleclick\.net|googleadservices\.com|googlesyndication\.com|facebook\.(?:net|com)|hotjar\.com|clarity\.ms|bat\.bing\.com|analytics\.tiktok\.com|criteo\.(?:com|net)|licdn\.com|ads\.linkedin\.com|ct\.pinterest\.com|static\.ads-twitter\.com|mixpanel\.com|segment\.(?:com|io)|fullstory\.com|adform\.net|rtbhouse\.com)$/i;
/** Calls of tracking scripts that stand in a page. */
const TRACKER_CALLS = /\b(?:gtag|fbq|ttq\.(?:load|page)|clarity|hj|_paq\.push|ga)\s*\(/;
/** Names of cookies that follow visitors, by their beginning. */
const TRACKER_COOKIES = /^(?:_ga|_gid|_gat|_gcl|_fbp|_fbc|_hj|_clck|_clsk|_pk_|_uet|_ttp|_pin_|IDE$|MUID$)/;
const SETS_COOKIE = /\bdocument\s*\.\s*cookie\s*=(?!=)/;
const LOADED =
  /<(?:script|img|iframe|link|source|embed|object|video|audio)\b[^>]*?\s(?:src|href|data|srcset)\s*=\s*["']?([^"'\s>]+)/gi;
const SCRIPT = /<script\b(?![^>]*application\/(?:ld\+)?json)[^>]*>([\s\S]*?)<\/script>/gi;
const STYLE_ATTRIBUTE = /\sstyle\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;
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
  const styles = [...html.matchAll(STYLE_ATTRIBUTE)].flatMap(([, one = '', other = '']) =>
    findForeignUrls((one || other).replaceAll('&quot;', '"').replaceAll('&amp;', '&'), home),
  );
  hosts.push(...styles.map((url) => new URL(url).hostname));
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
      const styleHosts = new Set(view.foreignStyleUrls.map((url) => new URL(url).hostname));
      for (const host of styleHosts) if (!TRACKER_HOSTS.test(host)) others.add(host);
      for (const name of view.cookies) if (!TRACKER_COOKIES.test(name)) others.add(__('the cookie “%s”', name));
      if (view.pages.some(({ html }) => [...html.matchAll(SCRIPT)].some(([, script = '']) => SETS_COOKIE.test(script))))
        others.add(__('a cookie set by a script'));
      const sitewide = [
        ...[...styleHosts].filter((host) => TRACKER_HOSTS.test(host)),
        ...view.cookies.filter((name) => TRACKER_COOKIES.test(name)).map((name) => __('the cookie “%s”', name)),
      ].map((tracker) => __('The shop uses a tracker before consent: %s.', tracker));
      const problems = view.pages.flatMap((page) => {
        const { hosts, calls } = findForeign(page, home);
        const trackers = [...hosts.filter((host) => TRACKER_HOSTS.test(host)), ...calls];
        for (const host of hosts) if (!TRACKER_HOSTS.test(host)) others.add(host);
        return trackers.map((tracker) => __('%1$s uses a tracker before consent: %2$s.', page.location, tracker));
      });
      problems.unshift(...sitewide);
      if (problems.length > 0)
        return problemFinding(
          'missing',
          problems,
          __('Load it only after the visitor has consented, or remove it.'),
          i18n,
        );
      const hosts = [...others].sort();
      return hosts.length === 0
        ? goodFinding(__('Pages load nothing from other sites, and set no cookies for visitors who only read them.'))
        : unconfirmedFinding(
            hosts.join('\n'),
            __('Pages load files from other sites, or set cookies: %s.', hosts.join(', ')),
            __('Confirm that they don’t track visitors, or load them only after consent.'),
          );
    },
  };
}
