import {
  type CommentInput,
  type Database,
  type HookApi,
  type RolesApi,
  toUtcString,
  WpError,
} from '../../api/index.js';
import { comparedExactColumn, comparedText } from '../../db/index.js';
import { currentContext } from '../../context/index.js';
import { toUnixTime } from '../site-time.js';
import type { CommentDeps } from './deps.js';

const HOUR_SECONDS = 3600;
/** Minimum number of seconds between two comments from the same person. */
const MIN_INTERVAL_SECONDS = 15;

/** Detects duplicate comments and comment flooding. */
export interface FloodChecks {
  duplicate(comment: CommentInput): Promise<WpError | undefined>;
  flood(comment: CommentInput): Promise<WpError | undefined>;
}

export function createFloodChecks({
  db,
  hooks,
  roles,
  translate: __,
}: Pick<CommentDeps, 'db' | 'hooks' | 'roles' | 'translate'>): FloodChecks {
  registerFloodFilters({ db, hooks, roles });
  return {
    async duplicate(comment) {
      const [duplicateId = null] = await findDuplicates(db, comment);
      if (!(await hooks.applyFilters<number | null>('duplicate_comment_id', duplicateId, comment))) return undefined;
      await hooks.doAction('comment_duplicate_trigger', comment);
      return new WpError(
        'comment_duplicate',
        await hooks.applyFilters(
          'comment_duplicate_message',
          __('Duplicate comment detected; it looks as though you&#8217;ve already said that!'),
        ),
        409,
      );
    },
    async flood({
      comment_author_ip: ip = '',
      comment_author_email: email = '',
      comment_date_gmt: commentDateGmt = '',
    }) {
      await hooks.doAction('check_comment_flood', ip, email, commentDateGmt, true);
      if (!(await hooks.applyFilters('wp_is_comment_flood', false, ip, email, commentDateGmt, true))) return undefined;
      return new WpError(
        'comment_flood',
        await hooks.applyFilters('comment_flood_message', __('You are posting comments too quickly. Slow down.')),
        429,
      );
    },
  };
}

function findDuplicates(
  db: Database,
  {
    comment_post_id = 0,
    comment_parent = 0,
    comment_author = '',
    comment_author_email: email = '',
    comment_content: text = '',
  }: CommentInput,
): Promise<number[]> {
  const rows = db()('comments')
    .where({ comment_post_id, comment_parent })
    .whereNot({ comment_approved: 'trash' })
    .whereRaw(`${comparedExactColumn(db)} = ?`, ['comment_content', comparedText(db, text)]);
  void rows.where((builder) => {
    void builder.where({ comment_author });
    if (email !== '') void builder.orWhere({ comment_author_email: email });
  });
  return rows.limit(1).pluck<number[]>('comment_id');
}

/**
 * Registers the default flood checks, which plugins can replace (`wp_check_comment_flood`,
 * `wp_throttle_comment_flood`).
 */
function registerFloodFilters({
  db,
  hooks,
  roles,
}: {
  db: Database;
  hooks: HookApi;
  roles: Pick<RolesApi, 'currentUserCan'>;
}): void {
  hooks.addFilter(
    'wp_is_comment_flood',
    async (isFlood: boolean, ip: string, email: string, time: string) => {
      if (isFlood) return true;
      if ((await roles.currentUserCan('manage_options')) || (await roles.currentUserCan('moderate_comments')))
        return false;
      const userId = currentContext()?.userId ?? 0;
      if (userId === 0 && ip === '' && email === '') return false;
      const commentTime = toUnixTime(time);
      const rows = db()('comments')
        .where('comment_date_gmt', '>=', toUtcString((commentTime - HOUR_SECONDS) * 1000))
        .orderBy('comment_date_gmt', 'desc')
        .limit(1);
      void rows.where((builder) => {
        // Logged-in users are distinguished from others in the same network; comments without an IP address are assumed
        // to have different origins.
        if (userId > 0) void builder.where({ user_id: userId });
        else if (ip !== '') void builder.where({ comment_author_ip: ip });
        if (email !== '') void builder.orWhere({ comment_author_email: email });
      });
      const [lastDate] = await rows.pluck<string[]>('comment_date_gmt');
      if (
        lastDate === undefined ||
        !(await hooks.applyFilters('comment_flood_filter', false, toUnixTime(lastDate), commentTime))
      )
        return false;
      await hooks.doAction('comment_flood_trigger', toUnixTime(lastDate), commentTime);
      return true;
    },
    10,
    4,
  );
  hooks.addFilter(
    'comment_flood_filter',
    (isFlood: boolean, last: number, now: number) => isFlood || now - last < MIN_INTERVAL_SECONDS,
    10,
    3,
  );
}
