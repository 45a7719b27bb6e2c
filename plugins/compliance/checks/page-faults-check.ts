import type { PageFaults } from '../pages/page-faults.js';
import { type Check, type CheckWords, good, lacking, PAGES_SCREEN, type Sight } from './check.js';

/** The published legal pages say what the shop does, all nine of them. */
export function pageFaultsCheck(words: CheckWords, pageFaults: PageFaults): Check {
  const { __ } = words;
  return {
    id: 'page_faults',
    law: 'terms',
    label: __('Legal pages agree with the shop'),
    fix: PAGES_SCREEN,
    async look({ pages }: Sight) {
      const [wrong, stale]: [string[], string[]] = [[], []];
      for (const page of pages.filter(({ post }) => post.post_status === 'publish')) {
        for (const { code, text } of await pageFaults(page))
          (code === 'stale' ? stale : wrong).push(`${page.post.post_title}: ${text}`);
      }
      const cure = __('Generate the page anew, or write what holds.');
      if (wrong.length > 0) return lacking('missing', wrong, cure, words);
      return stale.length > 0 ? lacking('advice', stale, cure, words) : good(__('No page contradicts the shop.'));
    },
  };
}
