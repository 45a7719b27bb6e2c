import type { CommentsApi } from '../../api/index.js';
import type { CommentDeps } from './deps.js';
import { discussionIsOn, discussionNumber, discussionText } from './discussion.js';

type ModerationRules = Pick<CommentsApi, 'checkComment' | 'wpCheckCommentDisallowedList'>;

/** Moderates comments by their content: shown at once, held, or rejected. */
export function createModerationRules({
  db,
  hooks,
  formatting,
  options,
  users,
}: Pick<CommentDeps, 'db' | 'hooks' | 'formatting' | 'options' | 'users'>): ModerationRules {
  async function holdsAny(name: 'moderation_keys' | 'disallowed_keys', texts: readonly string[]): Promise<boolean> {
    const words = wordsOf(await discussionText(options, name));
    const foldedTexts = texts.map(folded);
    return words.some((word) => foldedTexts.some((text) => text.includes(word)));
  }

  async function isKnown(author: string, email: string): Promise<boolean> {
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
      if (await holdsAny('moderation_keys', [author, email, url, filteredText, ip, agent])) return false;
      if (!(await discussionIsOn(options, 'comment_previously_approved'))) return true;
      return type !== 'trackback' && type !== 'pingback' && isKnown(author, email);
    },
    async wpCheckCommentDisallowedList(author, email, url, text, ip, agent) {
      await hooks.doAction('wp_check_comment_disallowed_list', author, email, url, text, ip, agent);
      return holdsAny('disallowed_keys', [author, email, url, text, formatting.wpStripAllTags(text), ip, agent]);
    },
  };
}

/** Returns the entries of a list with one entry per line. */
function wordsOf(list: string): string[] {
  return list
    .split('\n')
    .map((line) => folded(line.trim()))
    .filter((word) => word !== '');
}

function folded(text: string): string {
  return text.toLowerCase();
}
