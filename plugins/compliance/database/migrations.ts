import type { Migration } from 'plinth';
import { boxTables, consentPurpose, formTokens } from './box-tables.js';
import { declarationEnd, declarationTables, doubtColumn, indexAddresses, reportCases } from './declaration-tables.js';
import { contractTables, invoiceTables } from './order-tables.js';
import { legalPageTable, pageTranslations, settingsTable, wizardTable } from './page-tables.js';
import { confirmationTable, refusedLetters, safetyContacts } from './person-tables.js';
import { offeredPrices, priceLedger, widePrices } from './price-tables.js';
import { anchorTable, lookTable, retentionRuns, verifiedHead } from './record-tables.js';

/** All of the plugin, in the order in which they run. */
export const MIGRATIONS: readonly Migration[] = [
  settingsTable,
  boxTables,
  legalPageTable,
  wizardTable,
  formTokens,
  priceLedger,
  declarationTables,
  confirmationTable,
  doubtColumn,
  widePrices,
  declarationEnd,
  refusedLetters,
  indexAddresses,
  contractTables,
  invoiceTables,
  lookTable,
  pageTranslations,
  consentPurpose,
  anchorTable,
  safetyContacts,
  reportCases,
  retentionRuns,
  verifiedHead,
  offeredPrices,
];
