import type { PluginScope } from 'plinth';
import type { Clock } from '../time/clock.js';
import type { CheckResult } from './check.js';
import { type CheckReport, SEVERITY } from './checks.js';

/** What the last scan with a browser found. */
interface StoredFindings {
  /** UTC. */
  readonly scannedAt: string;
  readonly coverage: CheckReport['coverage'];
  readonly results: readonly CheckResult[];
}

/**
 * Findings of the last scan with a browser. They stay until the next one, since only a browser can tell whether they
 * are remedied.
 */
interface BrowserFindings {
  /** Stores the findings of a scan with a browser; those of an earlier one stay when the browser failed. */
  save(report: CheckReport): Promise<void>;
  /** Adds what only the browser saw to a scan without one. */
  addTo(report: CheckReport): Promise<CheckReport>;
}

const OPTION = 'compliance_browser_findings';

export function createBrowserFindings(
  scope: Pick<PluginScope, 'getOption' | 'updateOption' | '__'>,
  clock: Pick<Clock, 'now' | 'local'>,
): BrowserFindings {
  const { __ } = scope;
  return {
    async save({ coverage, results }) {
      const stored = await scope.getOption<StoredFindings | null>(OPTION, null);
      // Without its browser, a scan neither confirms nor refutes what the browser saw.
      const findings: StoredFindings | null =
        coverage.browser === '' ? stored && { ...stored, coverage } : { scannedAt: clock.now(), coverage, results };
      if (findings) await scope.updateOption(OPTION, findings, false);
    },
    async addTo(report) {
      const stored = await scope.getOption<StoredFindings | null>(OPTION, null);
      if (stored === null) return report;
      const day = (await clock.local(stored.scannedAt)).slice(0, 10);
      const results = report.results.map((result) => {
        const seen = stored.results.find(({ id }) => id === result.id);
        if (!seen || SEVERITY[seen.state] <= SEVERITY[result.state] || seen.state === 'unconfirmed') return result;
        return {
          ...seen,
          description: `${seen.description} ${__('(Seen with a browser on %s; scan again after a correction.)', day)}`,
        };
      });
      return { ...report, results, coverage: stored.coverage };
    },
  };
}
