import type { Request } from 'express';
import { type FormFields, type PageRequest, type UploadedFile } from '../api/index.js';
import { currentContext, PAGE_REQUEST, type RequestContext } from '../context/index.js';
import { parsePhpQuery } from '../rest/index.js';
import { BODY_LIMIT, hasBody, readBody } from './body.js';
import { isMultipart, readStreamedForm } from './streamed-form.js';
import { openSession, type Sessions } from './session.js';
import { trackedCookies, trackedHeader } from './vary.js';
import { bypassCaching } from '../cache/index.js';

/** A page request of the host's own screens, which may log users in and out. */
export interface SitePageRequest extends PageRequest {
  logIn(userId: number, remember: boolean): Promise<void>;
  /**
   * Logs the user in again with the same lifetime after a change of their own password, which ends all sessions opened
   * with the old one.
   */
  logInAgain(): Promise<void>;
  signOut(): Promise<void>;
  /** Gives the visitor's session a new id and preserves its data. */
  renewSession(): Promise<void>;
}

interface PageRequestDeps {
  sessions: Sessions;
  siteUrl: string;
  locale(): string;
  verifyNonce(nonce: unknown, action: string): boolean;
  /** Whether a logged-in user may upload files. */
  canUpload(userId: number): Promise<boolean>;
}

/**
 * @param max maximum bytes of this route's form including its files; files beyond the usual limit are held on disk
 * meanwhile
 */
export type MakePageRequest = (
  request: Request,
  params?: Readonly<Record<string, string>>,
  max?: number,
) => Promise<SitePageRequest>;

/** Maximum bytes of a form from a user who may upload files: the largest plugin zip and the fields around it. */
export const UPLOAD_LIMIT = 33 * 1024 * 1024;
/** Maximum size of a file in such a form, in MiB; the rest is for the form's other fields. */
export const FILE_MEGABYTES = UPLOAD_LIMIT / 1024 / 1024 - 1;

interface Form {
  readonly form: FormFields;
  readonly files: readonly UploadedFile[];
}

/** Returns the first string of that name in the form, otherwise in the query. */
function readField(form: FormFields, query: FormFields, name: string): string {
  const source = Object.hasOwn(form, name) ? form : query;
  const value = Object.hasOwn(source, name) ? source[name] : '';
  return typeof value === 'string' ? value : '';
}

/** Returns the request as a GET that contains the input submitted before. */
export function restoredRequest(request: SitePageRequest, form: FormFields): SitePageRequest {
  return changedRequest(request, {
    method: 'GET',
    form,
    files: [],
    restored: true,
    field: (name) => readField(form, request.query, name),
  });
}

/** Returns a request with some parts replaced; the rest is read lazily. */
export function changedRequest(request: SitePageRequest, parts: Partial<SitePageRequest>): SitePageRequest {
  return Object.assign(Object.create(request) as SitePageRequest, parts);
}

/** Creates the page handlers' view of an HTTP request; the body is read once, however often it is accessed. */
export function createPageRequests(deps: PageRequestDeps): MakePageRequest {
  const bodies = new WeakMap<Request, Promise<Form>>();
  const { origin } = new URL(deps.siteUrl);

  async function bodyOf(request: Request, max: number): Promise<Form> {
    if (!hasBody(request)) return { form: {}, files: [] };
    let body = bodies.get(request);
    if (!body) {
      body = readForm(request, Math.min(max, UPLOAD_LIMIT));
      bodies.set(request, body);
    }
    return body;
  }

  async function readForm(request: Request, max: number): Promise<Form> {
    // A user whose session has just ended may still submit images; the text beside them must not be lost.
    const userId = currentContext()?.userId || deps.sessions.lastUser(request);
    const isLarge = userId > 0 && request.method === 'POST' && (await deps.canUpload(userId));
    if (max > BODY_LIMIT && isMultipart(request)) {
      const streamed = await readStreamedForm(request, isLarge ? UPLOAD_LIMIT : max);
      request.res?.once('close', () => void streamed.discard());
      return { form: streamed.form as FormFields, files: streamed.files };
    }
    const { form, files } = await readBody(request, isLarge ? UPLOAD_LIMIT : BODY_LIMIT);
    return { form: form as FormFields, files };
  }

  return async (request, params = {}, max = 0) => {
    const body = await bodyOf(request, max);
    const context = currentContext();
    // Concatenated, not resolved: a path that begins with two slashes is still a path.
    const pageRequest = new HttpPageRequest(
      { deps, http: request, context },
      new URL(origin + request.originalUrl),
      params,
      body,
    );
    context?.memo.set(PAGE_REQUEST, pageRequest);
    return pageRequest;
  };
}

/** Data for the accessors of a request, hidden from plugins and from serialization. */
const HOST = Symbol('host');

interface HostData {
  readonly deps: Pick<PageRequestDeps, 'sessions' | 'siteUrl' | 'locale' | 'verifyNonce'>;
  readonly http: Request;
  readonly context: RequestContext | undefined;
}

/**
 * A class, since V8 creates an object literal with accessors fifteen times as slowly, and no two of those share a
 * shape.
 */
class HttpPageRequest implements SitePageRequest {
  readonly method: PageRequest['method'];
  readonly path: string;
  readonly query: FormFields;
  readonly form: FormFields;
  readonly files: readonly UploadedFile[];
  readonly cookies: Readonly<Record<string, string>>;
  readonly session: PageRequest['session'];
  readonly header: PageRequest['header'];
  readonly field: PageRequest['field'];
  readonly verifyNonce: PageRequest['verifyNonce'];
  readonly logIn: SitePageRequest['logIn'];
  readonly logInAgain: SitePageRequest['logInAgain'];
  readonly signOut: SitePageRequest['signOut'];
  readonly renewSession: SitePageRequest['renewSession'];
  readonly [HOST]: HostData;

  constructor(
    host: HostData,
    readonly url: URL,
    readonly params: Readonly<Record<string, string>>,
    { form, files }: Form,
  ) {
    const { deps, http, context } = host;
    this[HOST] = host;
    this.method = http.method as PageRequest['method'];
    this.path = url.pathname;
    this.query = parsePhpQuery(url.search.slice(1)) as FormFields;
    this.form = form;
    this.files = files;
    this.cookies = trackedCookies(http);
    this.session = sessionOf(http);
    this.header = (name) => trackedHeader(http, name);
    this.field = (name) => readField(form, this.query, name);
    // All visitors share the same nonces, so a third-party page could contain one.
    this.verifyNonce = (action, name = '_wpnonce') =>
      deps.verifyNonce(this.field(name), action) && ((context?.userId ?? 0) > 0 || isFromHere(http, deps.siteUrl));
    this.logIn = (userId, remember) => deps.sessions.logIn(http, userId, remember);
    // A session that ends with the browser has an explicit end.
    this.logInAgain = () => deps.sessions.logIn(http, this.userId, http.session.ends === undefined);
    this.signOut = () => deps.sessions.signOut(http);
    this.renewSession = () => deps.sessions.renew(http);
  }

  /** Logging in during the request changes it. */
  get userId(): number {
    return this[HOST].context?.userId ?? 0;
  }

  get locale(): string {
    return this[HOST].deps.locale();
  }

  get ip(): string {
    bypassCaching('it reads the visitor’s IP address');
    return this[HOST].http.ip ?? '';
  }

  get id(): string {
    bypassCaching('it reads the request ID');
    return this[HOST].context?.id ?? '';
  }
}

function sessionOf(request: Request): PageRequest['session'] {
  return {
    id: () => {
      request.session.values ??= {};
      return request.session.id;
    },
    get: <T>(key: string) => openSession(request)?.values?.[key] as T | undefined,
    set: (key, value) => {
      const sessionValues = openSession(request)?.values ?? {};
      if (value === undefined && !Object.hasOwn(sessionValues, key)) return;
      const others = Object.entries(sessionValues).filter(([name]) => name !== key);
      request.session.values = Object.fromEntries(value === undefined ? others : [...others, [key, value]]);
    },
  };
}

/**
 * Whether a browser sent the request from a page of this site or on the user's own navigation. API clients and old
 * browsers, which do not send this information, are accepted: they do not attach cookies to cross-site requests.
 */
export function isFromHere(request: { get(name: string): string | undefined }, siteUrl: string): boolean {
  const relation = request.get('sec-fetch-site');
  if (relation !== undefined) return relation === 'same-origin' || relation === 'none';
  const origin = request.get('origin');
  if (origin === undefined || !URL.canParse(origin)) return origin === undefined;
  // A proxy may use another name for the site than its visitors do.
  return [new URL(siteUrl).host, request.get('host')].includes(new URL(origin).host);
}
