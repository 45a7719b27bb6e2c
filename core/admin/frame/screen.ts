import type { AdminPage, AdminScreen, HelpTab, PageRequest } from '../../api/index.js';
import { CURRENT_SCREEN, currentContext } from '../../context/index.js';

/** Screens whose base name differs from their file name. */
const BASES: Readonly<Record<string, string>> = {
  'index.php': 'dashboard',
  'post-new.php': 'post',
  'user-new.php': 'user',
};

/**
 * Creates the requested screen and makes it the current one.
 * @param page page that handles the request; absent if there is no such screen
 * @param owner plugin that owns the screen; empty for the host
 */
export function openScreen(
  request: PageRequest,
  file: string,
  page: AdminPage | undefined,
  owner: string,
  postType: string,
): AdminScreen {
  const taxonomy = file === 'edit-tags.php' || file === 'term.php' ? request.field('taxonomy') || 'post_tag' : '';
  const isHostScreen = owner === '' && !(page && file === 'admin.php');
  const parent = page?.parent?.replace(/\?.*$/, '').replace(/\.php$/, '');
  const pluginId = `${parent === undefined ? 'toplevel' : parent}_page_${page?.slug ?? ''}`;
  const base = isHostScreen ? (BASES[file] ?? file.replace(/\.php$/, '')) : pluginId;
  const id = isHostScreen ? hostScreenId(base, postType, taxonomy) : pluginId;
  let tabs: readonly HelpTab[] = [];
  const screen: AdminScreen = {
    id,
    base,
    action: file.endsWith('-new.php') ? 'add' : '',
    postType,
    taxonomy,
    hookSuffix: isHostScreen ? file : pluginId,
    addHelpTab: (tab) => void (tabs = [...tabs.filter((existingTab) => existingTab.id !== tab.id), tab]),
    removeHelpTab: (tabId) => void (tabs = tabs.filter((tab) => tab.id !== tabId)),
    getHelpTabs: () => tabs,
  };
  currentContext()?.memo.set(CURRENT_SCREEN, screen);
  return screen;
}

function hostScreenId(base: string, postType: string, taxonomy: string): string {
  if (base === 'edit') return `edit-${postType}`;
  if (base === 'post') return postType;
  return taxonomy === '' ? base : `edit-${taxonomy}`;
}
