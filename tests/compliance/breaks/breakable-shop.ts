import type { CheckResult } from '../../../plugins/compliance/checks/check.js';
import { LEGAL_PAGE_TYPES } from '../../../plugins/compliance/pages/page-type.js';
import type { Engine } from '../../kit/databases.js';
import { untilTrue } from '../../kit/until-true.js';
import { type MailServer, openMailServer } from '../../kit/mail-server.js';
import type { Browser } from '../../store/shopper.js';
import { confirmRequirement, furnish, publishOtherPages } from '../lawful-shop.js';
import { bootRealShop, type RealShop } from '../real-shop.js';
import { all, canCombine } from './breaking.js';
import type { Row } from './row.js';

/** Longest scan with a browser on a busy machine. */
const MAX_ATTEMPTS = 10;
const MAX_SCAN_MS = 230_000;
const DASHBOARD = '/wp-admin/admin.php?page=compliance';

/** The exported dashboard. */
interface Dashboard {
  readonly checks: readonly CheckResult[];
  readonly coverage: object;
}

/** A lawful shop whose outcomes are broken one by one. */
export interface BreakableShop {
  readonly shop: RealShop;
  /** Results of a scan. */
  scan(): Promise<readonly CheckResult[]>;
  /** What the last scan looked at. */
  coverage(): Promise<object>;
  /** Makes breaks, scans, and undoes them. @returns those breaks that were not seen, with what was found instead */
  findUnseen(rows: readonly Row[]): Promise<ReadonlyMap<string, unknown>>;
  close(): Promise<void>;
}

/** Opens the shop, in which each requirement is seen or confirmed. @param withBrowser whether scans render the pages */
export async function openBreakableShop(engine: Engine, withBrowser = false): Promise<BreakableShop> {
  const server: MailServer = await openMailServer({});
  const shop = await bootRealShop(engine, { uncached: true, smtpUrl: server.url });
  await furnish(shop);
  await publishOtherPages(shop, LEGAL_PAGE_TYPES);
  const owner: Browser = await shop.admin();
  await confirmRequirement(owner, 'guarantee_notice');
  /** Starts a scan with a browser on the dashboard, and waits for it. */
  async function scanWithBrowser(): Promise<void> {
    await owner.get(DASHBOARD);
    await owner.submit({}, {}, 'look');
    await shop.inContext(() => shop.scope.runJobs());
    await untilTrue(async () => {
      const [job] = await shop.inContext(() => shop.scope.getJobs({ queue: 'compliance/scan_site' }));
      return job?.state === 'done' || job?.state === 'dead';
    }, MAX_SCAN_MS);
  }

  /** Returns what the owner's dashboard says. */
  async function readDashboard(): Promise<Dashboard> {
    let page = await owner.get(`${DASHBOARD}&export=json`);
    // On a busy machine, a scan can exceed the time that a plugin has for a page.
    for (let attempt = 1; page.status === 503 && attempt < MAX_ATTEMPTS; attempt++)
      page = await owner.get(`${DASHBOARD}&export=json`);
    if (page.status !== 200) throw new Error(`The dashboard answered with ${page.status}: ${page.text.slice(0, 500)}`);
    return JSON.parse(page.text) as Dashboard;
  }

  const scan = async (): Promise<readonly CheckResult[]> => {
    if (withBrowser) await scanWithBrowser();
    return (await readDashboard()).checks;
  };
  return {
    shop,
    scan,
    coverage: async () => (await readDashboard()).coverage,
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
