import type { Migration } from '../../api/index.js';
import { createOptionTables } from './001-options.js';
import { createUserTables } from './002-users.js';
import { createPostTables } from './003-posts.js';
import { createTermTables } from './004-terms.js';
import { createCommentTables } from './005-comments.js';
import { createJobTables } from './006-jobs.js';
import { createRateLimitTable } from './008-rate-limits.js';
import { addOpenEntries } from './009-open-entries.js';
import { createAuditLog } from './010-audit-log.js';
import { hashSessionIds } from './011-session-tokens.js';
import { createTwoFactor } from './012-second-factors.js';
import { addTableVersions } from './013-table-versions.js';
import { indexCommentAddresses } from './014-comment-addresses.js';
import { addCommentOrigins } from './015-comment-origins.js';
import { createRevisions } from './016-revisions.js';
import { createImports } from './017-imports.js';
import { createPluginTables } from './018-plugin-tables.js';
import { decodeTermNames } from './019-term-names.js';
import { addEventPlans } from './020-event-plans.js';
import { renameCoreTables } from './021-standard-names.js';
import { renameTableVersions } from './022-table-versions.js';
import { renameStoredNames } from './023-stored-names.js';
import { indexSameTexts } from './024-same-texts.js';
import { renameImportNames } from './025-import-names.js';
import { createSiteRecordTables } from './007-site-records.js';

/** The host's migrations, in order. Released migrations never change; a change is a new migration. */
export const coreMigrations: Migration[] = [
  renameCoreTables,
  renameTableVersions,
  renameStoredNames,
  renameImportNames,
  createOptionTables,
  createUserTables,
  createPostTables,
  createTermTables,
  createCommentTables,
  createJobTables,
  createSiteRecordTables,
  createRateLimitTable,
  addOpenEntries,
  createAuditLog,
  hashSessionIds,
  createTwoFactor,
  addTableVersions,
  indexCommentAddresses,
  addCommentOrigins,
  createRevisions,
  createImports,
  createPluginTables,
  decodeTermNames,
  addEventPlans,
  indexSameTexts,
];
