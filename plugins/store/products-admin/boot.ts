import type { PluginScope } from 'plinth';
import type { CatalogParts } from '../catalog/boot.js';
import type { FileParts } from '../downloads/boot.js';
import { createMoney } from '../money/money.js';
import { settingsScreen } from './settings-screen.js';
import { addConditionField } from '../products/condition.js';
import type { StoreOptions } from '../products/store-settings.js';
import { registerAddedFields } from './added-fields.js';
import { createBulkPage } from './bulk/bulk-page.js';
import { createBulkActions } from './bulk/bulk-work.js';
import type { AlertParts } from '../back-in-stock/boot.js';
import { alertsScreen } from './back-in-stock-screen.js';
import { attributesScreen } from './attributes-screen.js';
import { createColumnsPage } from './files/columns-page.js';
import { createTaxClasses } from './files/tax-classes.js';
import { fileCommands } from './files/file-commands.js';
import { filesScreen } from './files/files-screen.js';
import { createImportJob } from './files/import-job.js';
import { createImportRuns } from './files/import-runs.js';
import { createColumnMappingStore } from './files/column-mappings.js';
import { createProductImport } from './files/product-import.js';
import { createFilesPanel } from './form/files-panel.js';
import { createLinkedPanel } from './form/linked-panel.js';
import { ORDERED_LIST } from './form/reorder-texts.js';
import { createProductRevisions } from './form/product-revisions.js';
import { productScreen } from './form/product-screen.js';
import { productsScreen } from './products-screen.js';
import type { ReviewParts } from '../reviews/boot.js';
import { reviewsScreen } from './reviews-screen.js';
import { termsScreen } from './terms-screen.js';

/** Services that the product screens use in addition to the catalog. */
interface ProductsAdminDeps {
  readonly settings: StoreOptions;
  readonly files: FileParts;
  readonly reviews: ReviewParts;
  readonly alerts: AlertParts;
}

/** Registers the product screens in the admin. */
export function bootProductsAdmin(
  scope: PluginScope,
  parts: CatalogParts,
  { settings, files, reviews, alerts }: ProductsAdminDeps,
): void {
  const money = createMoney(scope);
  scope.enqueueStyle('store-products-admin', 'products-admin.css', { on: 'admin', onDemand: true });
  scope.enqueueScript('store-products-admin-script', 'products-admin.js', { on: 'admin', onDemand: true });
  scope.enqueueScript(ORDERED_LIST, 'ordered-list.js', { on: 'admin', onDemand: true });
  addConditionField(scope);
  registerAddedFields(scope);
  const productRevisions = createProductRevisions({ scope, parts, money });
  scope.registerEditable(productRevisions.kind);
  const productImport = createProductImport({ scope, parts, money });
  const runs = createImportRuns(scope);
  const job = createImportJob({ scope, runs, productImport });
  const columnMappings = createColumnMappingStore(scope);
  const columns = createColumnsPage({
    scope,
    runs,
    columnMappings,
    taxClasses: createTaxClasses(scope),
    catalog: parts.catalog,
  });
  const bulkWork = createBulkActions({ scope, parts });
  const bulkChangePage = createBulkPage({ scope, parts, money, bulkActions: bulkWork });
  for (const screen of [
    productsScreen({ scope, parts, settings, bulkPage: bulkChangePage, bulkActions: bulkWork }),
    productScreen({
      scope,
      parts,
      money,
      settings,
      revisions: productRevisions,
      filesPanel: createFilesPanel({ scope, ...files }),
      linkedPanel: createLinkedPanel({ scope, products: parts.products }),
    }),
    termsScreen({ scope, parts }),
    attributesScreen({ scope, parts }),
    filesScreen({ scope, parts, money, productImport, runs, job, columns }),
    reviewsScreen({ scope, reviews }),
    alertsScreen({ scope, alerts }),
    settingsScreen({ scope, settings, currency: parts.currency, reviews: parts.reviews }),
  ])
    scope.addMenuPage(screen);
  for (const command of fileCommands({ scope, parts, money, productImport, columnMappings })) scope.addCommand(command);
}
