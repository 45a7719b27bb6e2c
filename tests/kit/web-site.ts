import type { Express } from 'express';
import type {
  ContentTypesApi,
  Formatting,
  MetadataApi,
  NonceApi,
  ObjectCacheApi,
  OptionsApi,
  Post,
  UsersApi,
} from '../../core/api/index.js';
import { type ApplicationPasswords, createApplicationPasswords } from '../../core/auth/application-passwords.js';
import { createNonces } from '../../core/auth/nonces.js';
import { createRestAuthentication } from '../../core/auth/rest-auth.js';
import { createRoles, type SiteRoles } from '../../core/auth/roles.js';
import { createUsers } from '../../core/auth/users.js';
import { createMetadata } from '../../core/content/meta/index.js';
import { createContentTypes } from '../../core/content/types/index.js';
import { currentContext } from '../../core/context/index.js';
import { migrate, type SiteDatabase } from '../../core/db/index.js';
import { coreMigrations } from '../../core/db/core-migrations/index.js';
import { createFormatting } from '../../core/formatting/index.js';
import { createHooks, type Hooks } from '../../core/hooks/index.js';
import {
  pluginsIdentifyUsers,
  createApp,
  createPageRequests,
  createSessions,
  type MakePageRequest,
  type Sessions,
  sessionToken,
} from '../../core/http/index.js';
import { createOptions } from '../../core/options/index.js';
import { createRest, type Rest, siteInfo } from '../../core/rest/index.js';
import type { AppDeps } from '../../core/http/index.js';
import { type Engine, scratchDatabase } from './databases.js';
import { createObjectCache } from '../../core/cache/index';

/** The web layer of a site with a separate database, without plugins, theme and content. */
export interface WebSite {
  app: Express;
  db: SiteDatabase;
  rest: Rest;
  hooks: Hooks;
  formatting: Formatting;
  options: OptionsApi;
  meta: MetadataApi;
  users: UsersApi;
  roles: SiteRoles;
  types: ContentTypesApi;
  cache: ObjectCacheApi;
  passwords: ApplicationPasswords;
  nonces: NonceApi;
  sessions: Sessions;
  pageRequests: MakePageRequest;
  /** Errors thrown inside requests. */
  errors: unknown[];
  drop(): Promise<void>;
}

export interface WebSiteOptions {
  engine?: Engine;
  siteUrl?: string;
  strict?: boolean;
  /** Hooks and text functions that other parts already use. */
  text?: { hooks: Hooks; formatting: Formatting };
  handlers?(site: Omit<WebSite, 'app'>): Partial<Pick<AppDeps, 'login' | 'actions' | 'admin' | 'front'>>;
}

const SECRET = 'a secret of the tests, which is long enough for a key';

export async function createWebSite({
  engine = 'sqlite',
  siteUrl = 'http://127.0.0.1:8181',
  strict = true,
  text,
  handlers,
}: WebSiteOptions = {}): Promise<WebSite> {
  const scratch = await scratchDatabase(engine);
  const { db } = scratch;
  await migrate(db, 'core', coreMigrations);
  const hooks = text?.hooks ?? createHooks();
  const formatting = text?.formatting ?? createFormatting({ hooks, homeUrl: siteUrl });
  const cache = createObjectCache();
  const options = createOptions({ db, hooks, formatting, cache, siteUrl });
  const meta = createMetadata({ db, hooks });
  const types = createContentTypes(hooks);
  const post = async (id: number): Promise<Post | null> => (await db()<Post>('posts').where({ id }).first()) ?? null;
  const roles = createRoles({
    db,
    hooks,
    cache,
    options,
    meta,
    types,
    post,
    postStatus: async (id) => (await post(id))?.post_status ?? false,
  });
  const users = createUsers({
    db,
    hooks,
    formatting,
    options,
    meta,
    roles,
    posts: () => ({ wpDeletePost: async () => null }),
    typesDeletedWithUser: () => [],
  });
  await roles.populateRoles();
  const errors: unknown[] = [];
  const currentUserId = (): number => currentContext()?.userId ?? 0;
  const nonces = createNonces({
    hooks,
    secret: SECRET,
    holder: () => ({ userId: currentUserId(), token: sessionToken() }),
    escAttr: formatting.escAttr,
  });
  const passwords = createApplicationPasswords({ db, hooks });
  const rest = createRest({
    hooks,
    formatting,
    strict,
    invoke: (_owner, _entry, work) => work(),
    hasListeners: hooks.hasPluginListeners,
    currentOwner: () => '',
    currentUserId,
    homeUrl: () => siteUrl,
    siteInfo: () => siteInfo(options, siteUrl, async () => ''),
    onError: (error) => void errors.push(error),
  });
  const sessions = createSessions({ db, hooks, users, secret: SECRET, siteUrl });
  const pageRequests = createPageRequests({
    sessions,
    siteUrl,
    locale: () => 'en_US',
    verifyNonce: (nonce, action) => nonces.wpVerifyNonce(nonce, action) !== false,
    canUpload: async () => false,
  });
  const authenticate = createRestAuthentication({
    hooks,
    users,
    passwords,
    nonces,
    currentUserId,
    async setCurrentUser(userId, applicationPassword) {
      const context = currentContext();
      if (!context) return;
      context.userId = userId;
      if (applicationPassword !== undefined) context.memo.set('application_password', applicationPassword);
    },
    clientIp: () => '127.0.0.1',
    hasPluginAuth: () => pluginsIdentifyUsers(hooks),
  });
  const parts = {
    db,
    cache,
    meta,
    rest,
    hooks,
    formatting,
    options,
    users,
    roles,
    types,
    passwords,
    nonces,
    sessions,
    pageRequests,
    errors,
    drop: scratch.drop,
  };
  const page: AppDeps['front'] = async (_request, response) =>
    void response.setHeader('Content-Type', 'text/html; charset=UTF-8').end('<!DOCTYPE html><title>Front</title>');
  const app = createApp({
    hooks,
    rest,
    authenticate,
    sessions,
    login: page,
    actions: page,
    admin: page,
    front: page,
    ...handlers?.(parts),
    checkDatabase: async () => void (await db().raw('select 1')),
    onError: (error) => void errors.push(error),
    siteUrl,
    trustProxy: 0,
  });
  return { ...parts, app };
}
