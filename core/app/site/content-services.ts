import { join } from 'node:path';
import { warnAsyncCapability } from '../../auth/capability-checks.js';
import { createRoles } from '../../auth/roles.js';
import { createUsers } from '../../auth/users.js';
import { createAttachments } from '../../content/attachments/index.js';
import { createContent, type SiteContent } from '../../content/index.js';
import { createMetadata } from '../../content/meta/index.js';
import { createContentTypes } from '../../content/types/index.js';
import { currentContext } from '../../context/index.js';
import { createCron, type RunLogged } from '../../jobs/index.js';
import { fetchSafely } from '../../network/index.js';
import { createSiteUploads, UPLOADS_PATH } from '../../uploads/index.js';
import type { BaseServices } from './base-services.js';
import { describeError } from '../log.js';

export type ContentServices = Awaited<ReturnType<typeof createContentServices>>;

/** Creates accounts, scheduling, posts, terms, comments and the media library. */
export async function createContentServices(base: BaseServices) {
  const accounts = createAccountParts(base);
  await accounts.roles.populateRoles();
  const { db, hooks, options, log, late, config } = base;
  const runLogged: RunLogged = async (owner, description, work) => {
    try {
      return await work();
    } catch (error) {
      log.error({ owner, what: description, error: describeError(error) }, 'scheduled work failed');
      return undefined;
    }
  };
  const cron = createCron({ db, hooks, fire: hooks.doActionWithoutTimeout, runLogged });
  const content = createSiteContent({ ...base, ...accounts, cron });
  const folder = join(config.dataDir, 'uploads');
  const { formatting, text } = base;
  const uploads = createSiteUploads({ folder, siteUrl: config.siteUrl, hooks, options, formatting, text });
  const attachments = createAttachments({
    db,
    hooks,
    formatting,
    options,
    meta: accounts.meta,
    content,
    uploads,
    folder,
    baseUrl: config.siteUrl + UPLOADS_PATH,
    text,
    fetchSafely: (url) => fetchSafely(url),
    memo: () => currentContext()?.memo,
  });
  late.provide({ content, attachments });
  return { ...accounts, runLogged, cron, content, uploads, attachments };
}

/**
 * Creates metadata, content types, roles and users. Roles and users depend on posts, and content depends on their
 * capabilities.
 */
function createAccountParts({ db, dataCache, hooks, cache, options, formatting, log, late }: BaseServices) {
  const meta = createMetadata({ db, dataCache: dataCache, hooks });
  const types = createContentTypes(hooks);
  const roles = createRoles({
    db,
    hooks,
    cache,
    options,
    meta,
    types,
    post: (id) => late.get('content').getPost(id),
    postStatus: (id) => late.get('content').getPostStatus(id),
    comment: (id) => late.get('content').getComment(id),
    onUnavailable: warnAsyncCapability(hooks, log),
  });
  const users = createUsers({
    db,
    dataCache: dataCache,
    hooks,
    formatting,
    options,
    meta,
    roles,
    posts: () => late.get('content'),
    typesDeletedWithUser: () =>
      types
        .getPostTypes()
        .filter((type) => type.deleteWithUser ?? type.supports.includes('author'))
        .map((type) => type.name),
  });
  return { meta, types, roles, users };
}

type SiteContentDeps = BaseServices &
  ReturnType<typeof createAccountParts> & { readonly cron: ReturnType<typeof createCron> };

function createSiteContent({ late, ...parts }: SiteContentDeps): SiteContent {
  const { db, dataCache, hooks, cache, formatting, options, meta, types, roles, users, cron, text } = parts;
  return createContent({
    db,
    dataCache: dataCache,
    hooks,
    cache,
    formatting,
    options,
    meta,
    types,
    roles,
    users,
    cron,
    translate: text.__,
    verifyNonce: (nonce, action) => late.get('nonces').wpVerifyNonce(nonce, action) !== false,
    onRefusedQuery(filters, error) {
      const owners = new Map(
        filters.flatMap((name) => hooks.listeners(name).map(({ owner }) => [owner, name] as const)),
      );
      for (const [owner, name] of owners)
        if (owner !== '') late.get('plugins').pluginErrors.record(owner, `hook ${name}`, error);
    },
    attachments: {
      updateAttachedFile: (id, file) => late.get('attachments').updateAttachedFile(id, file),
      wpDeleteAttachment: (id, force) => late.get('attachments').wpDeleteAttachment(id, force),
    },
  });
}
