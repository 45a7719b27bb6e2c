import type { Migration } from 'plinth';
import {
  checkboxTables,
  checkboxTranslations,
  consentPurpose,
  formTokens,
  marketingSender,
} from './checkbox-tables.js';
import {
  declarationEnd,
  declarationTables,
  flagColumn,
  indexAddresses,
  receiptStatus,
  reportCases,
} from './declaration-tables.js';
import { contractTables, invoiceTables } from './order-tables.js';
import { legalPageTable, translationAndNoticeTables, settingsTable, wizardTable } from './page-tables.js';
import { confirmationTable, bouncedEmailTable, safetyContacts } from './person-tables.js';
import { offeredPrices, priceHistory, widePrices } from './price-tables.js';
import { scanResultNames, standardColumns, standardNames, storedNames } from './standard-names.js';
import {
  anchorTable,
  checkConfirmations,
  scanCoverage,
  scanTable,
  retentionRuns,
  verifiedHead,
} from './record-tables.js';

/** All migrations of the plugin, in execution order. */
export const MIGRATIONS: readonly Migration[] = [
  standardNames,
  standardColumns,
  settingsTable,
  checkboxTables,
  legalPageTable,
  wizardTable,
  formTokens,
  priceHistory,
  declarationTables,
  confirmationTable,
  flagColumn,
  widePrices,
  declarationEnd,
  bouncedEmailTable,
  indexAddresses,
  contractTables,
  invoiceTables,
  scanTable,
  translationAndNoticeTables,
  consentPurpose,
  anchorTable,
  safetyContacts,
  reportCases,
  retentionRuns,
  verifiedHead,
  offeredPrices,
  scanResultNames,
  storedNames,
  receiptStatus,
  checkConfirmations,
  scanCoverage,
  marketingSender,
  checkboxTranslations,
];
