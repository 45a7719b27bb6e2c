import type { HealthCheck, HookApi, AdminPage } from '../../api/index.js';
import { withTimeout } from '../../hooks/index.js';
import type { AdminDeps } from '../deps.js';

/** Milliseconds for which check results are cached; a change in the admin clears them immediately. */
const CACHE_MS = 5 * 60_000;
/** Milliseconds a screen waits for the checks, some of which request pages of the site. */
const TIMEOUT_MS = 1_500;
const SEVERITY_ORDER = { critical: 0, recommended: 1, good: 2 } as const;

/** Checks what the site needs to run well; plugins add checks with the filter `site_status_tests`. */
export interface SiteHealth {
  /** Runs the checks; the worst results come first. */
  runChecks(): Promise<readonly HealthCheck[]>;
  /** Returns cached or quickly available results; undefined if the checks take longer, in which case they continue. */
  glance(): Promise<readonly HealthCheck[] | undefined>;
  /** Clears the cached results after a change. */
  clearCache(): void;
}

interface SiteHealthDeps {
  hooks: HookApi;
  healthChecks(): Promise<readonly HealthCheck[]>;
  /** Results are cached per language. */
  locale(): string;
}

export function createSiteHealth({ hooks, healthChecks, locale }: SiteHealthDeps): SiteHealth {
  const checksByLocale = new Map<string, { startedAt: number; checks: Promise<readonly HealthCheck[]> }>();

  async function collectChecks(): Promise<readonly HealthCheck[]> {
    const checks = await hooks.applyFilters<readonly HealthCheck[]>('site_status_tests', await healthChecks());
    return [...checks].sort((a, b) => SEVERITY_ORDER[a.state] - SEVERITY_ORDER[b.state]);
  }

  function runChecks(): Promise<readonly HealthCheck[]> {
    const checks = collectChecks();
    const entry = { startedAt: Date.now(), checks };
    checksByLocale.set(locale(), entry);
    checks.catch(() => {
      if (checksByLocale.get(locale()) === entry) checksByLocale.delete(locale());
    });
    return checks;
  }

  return {
    runChecks,
    async glance() {
      const cachedRun = checksByLocale.get(locale());
      const checks = cachedRun && Date.now() - cachedRun.startedAt < CACHE_MS ? cachedRun.checks : runChecks();
      return withTimeout<readonly HealthCheck[] | undefined>(checks, TIMEOUT_MS, () => new Error('late')).catch(
        () => undefined,
      );
    },
    clearCache: () => checksByLocale.clear(),
  };
}

/** The site health screen (`site-health.php`). */
export function healthScreen(deps: AdminDeps, health: SiteHealth): AdminPage {
  const { __ } = deps.text;
  return {
    slug: 'site-health.php',
    title: () => __('Site Health'),
    menuTitle: () => __('Tools'),
    capability: 'view_site_health_checks',
    icon: 'tools',
    position: 75,
    async handler() {
      const sorted = await health.runChecks();
      const stateText = { critical: __('Critical'), recommended: __('Recommended'), good: __('Good') };
      const data = {
        checks: sorted.map((check) => ({ ...check, stateText: stateText[check.state] })),
        critical: sorted.filter((check) => check.state === 'critical').length,
        recommended: sorted.filter((check) => check.state === 'recommended').length,
      };
      return { kind: 'page', title: __('Site Health'), html: deps.views.renderCore('admin/health', data) };
    },
  };
}
