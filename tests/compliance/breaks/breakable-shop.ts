import { type CommandOutput, PlinthError } from '../../../core/api/index.js';
import type { CheckResult } from '../../../plugins/compliance/checks/check.js';
import { createScans, type StoredScan } from '../../../plugins/compliance/checks/scans.js';
import { LEGAL_PAGE_TYPES } from '../../../plugins/compliance/pages/page-type.js';
import { createClock } from '../../../plugins/compliance/time/clock.js';
import { assertDefined } from '../../kit/assert-defined.js';
import type { Engine } from '../../kit/databases.js';
import { untilTrue } from '../../kit/until-true.js';
import { type MailServer, openMailServer } from '../../kit/mail-server.js';
import type { Browser } from '../../store/shopper.js';
import { confirmRequirement, furnish, openOverview, publishOtherPages } from '../lawful-shop.js';
import { bootRealShop, type RealShop } from '../real-shop.js';
import { all, canCombine } from './breaking.js';
import type { Row } from './row.js';

/** Longest scan with a browser on a busy machine, in milliseconds. */
const MAX_SCAN_MS = 230_000;

/** A lawful shop whose outcomes are broken one by one. */
export interface BreakableShop {
  readonly shop: RealShop;
  /** Scans the shop, however long it takes. */
  scan(): Promise<readonly CheckResult[]>;
  /** Has the dashboard scan in the background, where it uses a browser, and returns what it shows afterwards. */
  scanInBackground(): Promise<Pick<StoredScan, 'results' | 'coverage'>>;
  /** What the last scan looked at. */
  coverage(): Promise<StoredScan['coverage']>;
  /** Makes breaks, scans, and undoes them. @returns those breaks that were not seen, with what was found instead */
  findUnseen(rows: readonly Row[]): Promise<ReadonlyMap<string, unknown>>;
  close(): Promise<void>;
}

/** Runs `compliance check`, which stores what it finds. */
async function runCheckCommand({ site, inContext }: RealShop, browser: boolean): Promise<void> {
  const command = site.plugins.registries.commands.all().find(({ value }) => value.name === 'compliance check');
  const output = { rows: () => undefined, warn: () => undefined, line: () => undefined } as unknown as CommandOutput;
  await inContext(() => assertDefined(command).value.run([], { browser }, output)).catch((error: unknown) => {
    // Some requirements are not met.
    if (!(error instanceof PlinthError && error.kind === 'refusal')) throw error;
  });
}

/** Opens the shop, in which each requirement is seen or confirmed. @param withBrowser whether scans render the pages */
export async function openBreakableShop(engine: Engine, withBrowser = false): Promise<BreakableShop> {
  const server: MailServer = await openMailServer({});
  const shop = await bootRealShop(engine, { uncached: true, smtpUrl: server.url });
  await furnish(shop);
  await publishOtherPages(shop, LEGAL_PAGE_TYPES);
  const scans = createScans({ db: shop.site.db, clock: createClock(shop.scope) });
  const newest = async (): Promise<StoredScan> => assertDefined(await shop.inContext(() => scans.newest()));
  const scan = async (): Promise<readonly CheckResult[]> => {
    await runCheckCommand(shop, withBrowser);
    return (await newest()).results;
  };
  await runCheckCommand(shop, false);
  const owner: Browser = await shop.admin();
  await confirmRequirement(owner, 'guarantee_notice');
  return {
    shop,
    scan,
    coverage: async () => (await newest()).coverage,
    async scanInBackground() {
      await openOverview(owner);
      await owner.submit({}, {}, 'look');
      await shop.inContext(() => shop.scope.runJobs());
      await untilTrue(async () => {
        const [job] = await shop.inContext(() => shop.scope.getJobs({ queue: 'compliance/scan_site' }));
        return job?.state === 'done' || job?.state === 'dead';
      }, MAX_SCAN_MS);
      const { text } = await openOverview(owner, '&export=json');
      const { checks, coverage } = JSON.parse(text) as { checks: CheckResult[]; coverage: StoredScan['coverage'] };
      return { results: checks, coverage };
    },
    async findUnseen(rows) {
      const undo = await all(...rows.map(([, , , , brk]) => brk))(shop);
      try {
        const results = await scan();
        return new Map(
          rows.flatMap((row): [string, unknown][] => {
            const found = findDifference(row, results);
            return found === undefined ? [] : [[row[1], found]];
          }),
        );
      } finally {
        await undo();
      }
    },
    async close() {
      await shop.close();
      await server.close();
    },
  };
}

const textOf = (result: CheckResult | undefined): string => [result?.description, ...(result?.places ?? [])].join('\n');

/** Returns what a scan found instead of a break; undefined when it saw the break. */
function findDifference([, , check, seen, , state = 'missing']: Row, results: readonly CheckResult[]): unknown {
  const result = (id: string): CheckResult | undefined => results.find((one) => one.id === id);
  const found = result(check);
  return found?.state === state && seen.test(textOf(found)) && found.recommendation !== ''
    ? undefined
    : [check, found?.state, textOf(found)];
}

/** Checks that name everything they find, so that one scan can find several breaks by them. */
const ADDITIVE: ReadonlySet<string> = new Set([
  'boxes_others',
  'clauses',
  'form_report',
  'form_withdrawal',
  'green_claims',
  'page_faults',
  'percent',
  'price_notice',
  'prices',
  'seller',
  'trackers',
]);
const MAX_TOGETHER = 16;

/** Whether one scan can find both breaks, each still being seen for itself. */
function canShareScan([, , check, seen, brk, state]: Row, other: Row): boolean {
  const isDistinguishable =
    check !== other[2] || (ADDITIVE.has(check) && state === other[5] && seen.source !== other[3].source);
  return isDistinguishable && canCombine(brk, other[4]);
}

/** Groups breaks that one scan finds together. */
export function groupBreaks(rows: readonly Row[]): Row[][] {
  const groups: Row[][] = [];
  for (const row of rows) {
    const group = groups.find(
      (known) => known.length < MAX_TOGETHER && known.every((other) => canShareScan(row, other)),
    );
    if (group) group.push(row);
    else groups.push([row]);
  }
  return groups;
}
