import type { Post } from '../../api/index.js';
import { escapeText } from '../../document/index.js';
import { wordsOf } from '../../fields/index.js';
import type { AdminDeps } from '../deps.js';

/** The panels of plugins beside an entry's text, as finished HTML: what they show without scripts, and where their scripts are. */
export async function editorPanels(
  { plugins, roles }: Pick<AdminDeps, 'plugins' | 'roles'>,
  post: Post,
): Promise<string> {
  const shown: string[] = [];
  for (const { owner, value: panel } of plugins.registries.editorPanels.all()) {
    if (panel.types && !panel.types.includes(post.post_type)) continue;
    if (panel.capability !== undefined && !(await roles.currentUserCan(panel.capability))) continue;
    const id = escapeText(`panel-${owner}-${panel.id}`);
    const html = (await panel.render?.(post)) ?? '';
    shown.push(
      `<section class="panel editor-panel" id="${id}" aria-labelledby="${id}-title" data-editor-panel="${escapeText(panel.src)}"><h2 id="${id}-title">${escapeText(wordsOf(panel.title))}</h2><div data-panel-body>${html}</div></section>`,
    );
  }
  return shown.join('\n');
}
