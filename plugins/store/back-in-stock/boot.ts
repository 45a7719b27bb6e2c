import type { PluginScope } from 'plinth';
import type { CatalogParts } from '../catalog/boot.js';
import { createAttempts } from '../forms/attempts.js';
import type { AlertEmails } from '../emails/product-emails.js';
import { alertPages } from './subscription-page.js';
import { createAlertStore, type AlertStore } from './subscription-store.js';
import { registerAlertPersonalData } from './personal-data.js';
import { sendAlerts } from './send-notifications.js';
import { createSoldOut, type FindProduct } from './sold-out.js';

/** Back-in-stock subscription parts that admin screens need. */
export interface AlertParts {
  readonly store: Pick<AlertStore, 'counts'>;
  readonly findProduct: FindProduct;
}

/**
 * Starts back-in-stock subscriptions: the form, the emails, and the personal data exporter and eraser.
 * @param now returns the Unix time in milliseconds
 */
export async function bootAlerts(
  scope: PluginScope,
  { terms }: Pick<CatalogParts, 'terms'>,
  emails: AlertEmails,
  now: () => number = Date.now,
): Promise<AlertParts> {
  const store = createAlertStore(scope);
  const { listSoldOut, findProduct } = createSoldOut({ scope, terms });
  for (const route of alertPages({ scope, store, listSoldOut, findProduct, emails, attempts: createAttempts(scope) }))
    scope.registerFrontRoute(route);
  registerAlertPersonalData({ scope, store, findProduct });
  await sendAlerts({ scope, store, findProduct, emails, now });
  return { store, findProduct };
}
