import { type SiteProcess, startSite } from '../chaos/site-process.js';
import { seeded } from '../kit/seeded.js';
import { type StockedProduct } from '../kills/audit.js';
import { customers } from '../kills/customers.js';
import { type OrderLog, openOrderLog } from '../kills/order-log.js';

/** Milliseconds between two forms of one customer. */
const READING_MS = 100;

/** The last value sent as the site's tagline, and the last one acknowledged. */
export interface SettingsLog {
  sent: number;
  acknowledged: number;
}

/** A node of the site, with customers and an owner who use only this node. */
export interface OrderTraffic {
  readonly journal: OrderLog;
  readonly settings: SettingsLog;
  site(): SiteProcess;
  restart(): Promise<void>;
  /** Orders, declarations and settings that the node acknowledged. */
  acknowledged(): AcknowledgedCounts;
  /** Stops the clients and the node. */
  close(): Promise<void>;
}

export interface AcknowledgedCounts {
  readonly orders: number;
  readonly declarations: number;
  readonly settings: number;
}

export interface TradeOptions {
  readonly name: string;
  /** Environment variables of the node. */
  readonly environment: Readonly<Record<string, string>>;
  readonly products: readonly StockedProduct[];
  /** The owner's `Authorization` header. */
  readonly authorization: string;
}

/** Starts a node of the site, with customers and the owner as its clients. */
export async function startOrderTraffic({
  name,
  environment,
  products,
  authorization,
}: TradeOptions): Promise<OrderTraffic> {
  let site = await startSite(environment);
  let isOpen = true;
  const journal = openOrderLog();
  const settings: SettingsLog = { sent: 0, acknowledged: 0 };
  const open = async (): Promise<boolean> => {
    await pause(READING_MS);
    return isOpen;
  };
  const shop = { url: site.url, products, open };
  const clients = Promise.all([
    customers('buyer', shop, journal, seeded(`${name}/buyer`)),
    customers('declarer', shop, journal, seeded(`${name}/declarer`)),
    changeSettings(name, shop, settings, authorization),
  ]);
  // An error of a client fails the test at its end.
  clients.catch(() => undefined);
  return {
    journal,
    settings,
    site: () => site,
    async restart() {
      site = await startSite(environment);
    },
    acknowledged: () => ({
      orders: journal.orders.filter(({ key }) => key !== '').length,
      declarations: journal.declarations.filter(({ hash }) => hash !== '').length,
      settings: settings.acknowledged,
    }),
    async close() {
      isOpen = false;
      await clients;
      await site.stop();
    },
  };
}

/** The option changed by a node's owner: one per node, since concurrent changes overwrite each other. */
export function changedOption(name: string): string {
  return `cluster_test_${name}`;
}

/** Writes 1, 2, 3 … to a setting, waiting for each response. */
async function changeSettings(
  name: string,
  shop: { readonly url: string; open(): Promise<boolean> },
  log: SettingsLog,
  authorization: string,
): Promise<void> {
  while (await shop.open()) {
    log.sent++;
    const response = await fetch(`${shop.url}/wp-json/owner/v1/settings`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ name: changedOption(name), value: log.sent }),
    }).catch(() => undefined);
    await response?.text().catch(() => undefined);
    if (response?.status === 200) log.acknowledged = log.sent;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
