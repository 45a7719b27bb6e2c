import type { CommentsApi } from '../../api/index.js';
import type { CommentDeps } from './deps.js';
import { discussionIsOn, discussionNumber, discussionText } from './discussion.js';

type ModerationRules = Pick<CommentsApi, 'checkComment' | 'wpCheckCommentDisallowedList'>;

/** Decides from the content of a comment whether it is approved, waits for approval, or is disallowed. */
export function createModerationRules({
  db,
  hooks,
  formatting,
  options,
  users,
}: Pick<CommentDeps, 'db' | 'hooks' | 'formatting' | 'options' | 'users'>): ModerationRules {
  async function matchesKeys(name: 'moderation_keys' | 'disallowed_keys', texts: readonly string[]): Promise<boolean> {
    const words = parseKeys(await discussionText(options, name));
    const foldedTexts = texts.map(toLowerCaseText);
    return words.some((word) => foldedTexts.some((text) => text.includes(word)));
  }

  async function hasApprovedComment(author: string, email: string): Promise<boolean> {
    if (author === '' || email === '') return false;
    const account = await users.getUserBy('email', email);
    const approved = db()('comments').where({ comment_approved: '1' }).limit(1);
    void (account
      ? approved.where({ user_id: account.id })
      : approved.where({ comment_author: author, comment_author_email: email }));
    return (await approved.pluck<number[]>('comment_id')).length > 0;
  }

  return {
    async checkComment(author, email, url, text, ip, agent, type = 'comment') {
      if (await discussionIsOn(options, 'comment_moderation')) return false;
      const filteredText = await hooks.applyFilters('comment_text', text, null, {});
      const max = await discussionNumber(options, 'comment_max_links');
      if (max > 0) {
        const links = filteredText.match(/<a [^>]*href/gi)?.length ?? 0;
        if ((await hooks.applyFilters('comment_max_links_url', links, url, filteredText)) >= max) return false;
      }
      if (await matchesKeys('moderation_keys', [author, email, url, filteredText, ip, agent])) return false;
      if (!(await discussionIsOn(options, 'comment_previously_approved'))) return true;
      return type !== 'trackback' && type !== 'pingback' && hasApprovedComment(author, email);
    },
    async wpCheckCommentDisallowedList(author, email, url, text, ip, agent) {
      await hooks.doAction('wp_check_comment_disallowed_list', author, email, url, text, ip, agent);
      return matchesKeys('disallowed_keys', [author, email, url, text, formatting.wpStripAllTags(text), ip, agent]);
    },
  };
}

/** Returns the entries of a setting with one entry per line. */
function parseKeys(list: string): string[] {
  return list
    .split('\n')
    .map((line) => toLowerCaseText(line.trim()))
    .filter((word) => word !== '');
}

function toLowerCaseText(text: string): string {
  return text.toLowerCase();
}
