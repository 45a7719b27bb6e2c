import { CONTENT } from './content.js';
import { HOOKS_AND_PLUGINS } from './hooks-and-plugins.js';
import { PAGES_AND_ADMIN } from './pages-and-admin.js';
import { PEOPLE_AND_REQUESTS } from './people-and-requests.js';
import { TEXT } from './text.js';
import type { Subject } from './wordpress-function.js';

/** The functions most used by WordPress plugins, by topic. */
export const SUBJECTS: readonly Subject[] = [
  ...HOOKS_AND_PLUGINS,
  ...CONTENT,
  ...TEXT,
  ...PEOPLE_AND_REQUESTS,
  ...PAGES_AND_ADMIN,
];
