import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  isWpError,
  type Post,
  type PrivacyApi,
  type UserRequest,
  type UserRequestStatus,
  toUtcString,
  WpError,
} from '../api/index.js';
import type { PrivacyDeps } from './privacy-deps.js';

const POST_TYPE = 'user_request';
const OPEN_STATUSES = ['request-pending', 'request-confirmed'];
const CONFIRMED_META_KEY = '_wp_user_request_confirmed_timestamp';
const COMPLETED_META_KEY = '_wp_user_request_completed_timestamp';
/** Seconds for which the link in an email is valid. */
const KEY_LIFETIME = 86_400;
/** Maximum length of an email address, in characters. */
const MAX_EMAIL_LENGTH = 100;
/** Maximum number of requests that are marked as expired at once. */
const MAX_EXPIRED = 100;

/** Requests as posts of a separate type, as WordPress stores them. */
export interface UserRequests extends Pick<
  PrivacyApi,
  'wpCreateUserRequest' | 'wpGetUserRequest' | 'wpGenerateUserRequestKey' | 'wpValidateUserRequestKey'
> {
  /**
   * Returns the requests of an action, newest first.
   * @param status only this status; all when empty
   */
  list(
    actionName: string,
    status: string,
    search: string,
    page: number,
    perPage: number,
  ): Promise<{ readonly requests: readonly UserRequest[]; readonly total: number }>;
  /** Returns the number of requests in each status. */
  counts(actionName: string): Promise<Readonly<Record<string, number>>>;
  confirm(id: number): Promise<void>;
  complete(id: number): Promise<void>;
  remove(id: number): Promise<boolean>;
}

export function createUserRequests({ db, hooks, content, meta, users, formatting, now }: PrivacyDeps): UserRequests {
  const unixTime = (): number => Math.floor(now() / 1000);

  async function requestPost(id: number): Promise<Post | undefined> {
    const post = await content.getPost(id);
    return post?.post_type === POST_TYPE ? post : undefined;
  }

  async function updateStatus(id: number, status: UserRequestStatus, key: string): Promise<void> {
    if (!(await requestPost(id))) return;
    await db.transaction(async () => {
      await meta.updatePostMeta(id, key, unixTime());
      // The key can be used only once.
      await content.wpUpdatePost({ id, post_status: status, post_password: '' });
    });
  }

  const getKeyLifetime = async (): Promise<number> =>
    Number(await hooks.applyFilters('user_request_key_expiration', KEY_LIFETIME));

  /**
   * Marks unconfirmed requests as failed after the time limit, so that new ones can be made (WordPress:
   * _wp_personal_data_cleanup_requests).
   */
  async function failExpiredRequests(actionName: string): Promise<void> {
    const before = toUtcString(now() - (await getKeyLifetime()) * 1000);
    const expiredIds = await db()('posts')
      .where({ post_type: POST_TYPE, post_name: actionName, post_status: 'request-pending' })
      .where('post_modified_gmt', '<', before)
      .limit(MAX_EXPIRED)
      .pluck<number[]>('id');
    for (const id of expiredIds) await content.wpUpdatePost({ id, post_status: 'request-failed', post_password: '' });
  }

  return {
    async wpCreateUserRequest(emailAddress, actionName, data = {}, status = 'pending') {
      const email = String(formatting.sanitizeEmail(emailAddress)).slice(0, MAX_EMAIL_LENGTH);
      if (formatting.isEmail(email) === false) return new WpError('invalid_email', 'Invalid email address.');
      const name = formatting.sanitizeKey(actionName);
      if (name === '') return new WpError('invalid_action', 'Invalid action name.');
      const user = await users.getUserBy('email', email);
      await failExpiredRequests(name);
      const { total } = await content.queryPosts({
        post_type: POST_TYPE,
        post_name__in: [name],
        title: email,
        post_status: OPEN_STATUSES,
        fields: 'ids',
      });
      if (total > 0)
        return new WpError(
          'duplicate_request',
          'An incomplete personal data request for this email address already exists.',
        );
      return content.wpInsertPost(
        {
          post_author: user ? user.id : 0,
          post_name: name,
          post_title: email,
          post_content: JSON.stringify(data),
          post_status: `request-${status}`,
          post_type: POST_TYPE,
        },
        true,
      );
    },

    async wpGetUserRequest(id) {
      const post = await requestPost(id);
      return post ? readRequest(meta, post) : false;
    },

    async wpGenerateUserRequestKey(id) {
      const key = randomBytes(24).toString('base64url');
      await content.wpUpdatePost({
        id,
        post_status: 'request-pending',
        post_password: `${unixTime()}:${hashKey(key)}`,
      });
      return key;
    },

    async wpValidateUserRequestKey(id, key) {
      const post = await requestPost(id);
      if (!post) return new WpError('invalid_request', 'Invalid personal data request.');
      if (post.post_status !== 'request-pending' && post.post_status !== 'request-failed')
        return new WpError('expired_request', 'This personal data request has expired.');
      const [createdAt = '', stored = ''] = post.post_password.split(':', 2);
      if (key === '' || stored === '' || !isEqual(hashKey(key), stored))
        return new WpError('invalid_key', 'The confirmation key is invalid for this personal data request.');
      return Number(createdAt) + (await getKeyLifetime()) < unixTime()
        ? new WpError('expired_key', 'The confirmation key has expired for this personal data request.')
        : true;
    },

    async list(actionName, status, search, page, perPage) {
      await failExpiredRequests(actionName);
      const { posts, total } = await content.queryPosts({
        post_type: POST_TYPE,
        post_name__in: [actionName],
        post_status: status === '' ? 'any' : status,
        posts_per_page: perPage,
        paged: page,
        orderby: 'date ID',
        order: 'DESC',
        ...(search === '' ? {} : { s: search }),
      });
      return { requests: await Promise.all(posts.map((post) => readRequest(meta, post))), total };
    },

    async counts(actionName) {
      const rows = await db()('posts')
        .where({ post_type: POST_TYPE, post_name: actionName })
        .groupBy('post_status')
        .select('post_status')
        .count({ total: '*' });
      return Object.fromEntries(rows.map((row) => [row.post_status, Number(row.total)]));
    },

    confirm: (id) => updateStatus(id, 'request-confirmed', CONFIRMED_META_KEY),
    complete: (id) => updateStatus(id, 'request-completed', COMPLETED_META_KEY),
    async remove(id) {
      const removed = (await requestPost(id)) ? await content.wpDeletePost(id, true) : false;
      return removed !== null && removed !== false && !isWpError(removed);
    },
  };
}

async function readRequest(meta: PrivacyDeps['meta'], post: Post): Promise<UserRequest> {
  const time = async (key: string): Promise<number> => Number((await meta.getPostMeta(post.id, key, true)) || 0);
  return {
    id: post.id,
    userId: post.post_author,
    email: post.post_title,
    actionName: post.post_name,
    status: post.post_status as UserRequestStatus,
    created: toUnixTime(post.post_date_gmt),
    confirmed: await time(CONFIRMED_META_KEY),
    completed: await time(COMPLETED_META_KEY),
    requestData: parseData(post.post_content),
  };
}

function toUnixTime(utc: string | null): number {
  return utc === null ? 0 : Math.floor(Date.parse(`${utc.replace(' ', 'T')}Z`) / 1000);
}

function parseData(text: string): Readonly<Record<string, unknown>> {
  const data: unknown = text === '' ? {} : JSON.parse(text);
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Record<string, unknown>) : {};
}

export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

export function isEqual(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
