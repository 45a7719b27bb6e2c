import type { PluginScope } from 'plinth';
import type { CatalogueParts } from '../catalogue/boot.js';
import { createMoney } from '../money/money.js';
import { settingsScreen } from './settings-screen.js';
import { offerCondition } from '../products/condition.js';
import type { StoreOptions } from '../products/store-settings.js';
import { offerAddedFields } from './added-fields.js';
import { attributesScreen } from './attributes-screen.js';
import { fileCommands } from './files/file-commands.js';
import { filesScreen } from './files/files-screen.js';
import { createImportJob } from './files/import-job.js';
import { createImportRuns } from './files/import-runs.js';
import { createProductImport } from './files/product-import.js';
import { productScreen } from './form/product-screen.js';
import { productsScreen } from './products-screen.js';
import { termsScreen } from './terms-screen.js';

/** Starts the screens of products in the admin. */
export function bootProductsAdmin(scope: PluginScope, parts: CatalogueParts, settings: StoreOptions): void {
  const money = createMoney(scope);
  scope.enqueueStyle('store-products-admin', 'products-admin.css', { on: 'admin', onDemand: true });
  scope.enqueueScript('store-products-admin-script', 'products-admin.js', { on: 'admin', onDemand: true });
  offerCondition(scope);
  offerAddedFields(scope);
  const productImport = createProductImport({ scope, parts, money });
  const runs = createImportRuns(scope);
  const job = createImportJob({ scope, runs, productImport });
  for (const screen of [productsScreen({ scope, parts }), productScreen({ scope, parts, money, settings }), termsScreen({ scope, parts }), attributesScreen({ scope, parts }), filesScreen({ scope, parts, money, productImport, runs, job }), settingsScreen({ scope, settings, currency: parts.currency })]) scope.addMenuPage(screen);
  for (const command of fileCommands({ scope, parts, money, productImport })) scope.addCommand(command);
}
