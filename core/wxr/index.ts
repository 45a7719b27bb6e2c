export type { AuthorChoice, Choices } from './import/deps.js';
export type { ImportRecord } from './import/import-records.js';
export { createImports, type Imports, type ImportsDeps } from './import/imports.js';
export type { JournalEntry, Outcome } from './import/import-outcomes.js';
export type { ImportPreview } from './import/preflight.js';
export { describeProblem } from './import/import-task.js';
export { createExports, type Exports } from './export/export-wxr.js';
