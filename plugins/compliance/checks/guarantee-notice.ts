import { durabilityOf } from '../notices/durability.js';
import { noticeState } from '../notices/notice-state.js';
import { NOTICES_PAGE } from '../notices/notices-screen.js';
import type { Notice, Notices } from '../notices/notices.js';
import { type Check, type CheckWords, good, lacking, type Sight } from './check.js';
import { byTag, find, type SeenElement } from './seen-element.js';

/** The official notice on the legal guarantee before goods are ordered, and the producer's label beside the product that has one (Implementing Regulation (EU) 2025/1960). */
export function guaranteeNoticeCheck(words: CheckWords, notices: Notices, home: string): Check {
  const { __ } = words;
  const shows = (body: SeenElement, urls: readonly string[]): boolean =>
    find(body, byTag('img')).some(({ attributes }) => urls.some((url) => pathOf(attributes.src ?? '') === pathOf(url)));
  const pathOf = (url: string): string => (URL.canParse(url, home) ? new URL(url, home).pathname : '');

  function unseen({ view, goods }: Sight, all: readonly Notice[]): string[] {
    const ships = goods.samples.some(({ card, record }) => card.kind === 'physical' && record.stock !== 'outofstock');
    const silent =
      ships && view.live
        ? view.at('checkout').filter(({ html, body, locale }) => {
            const own = all.filter((notice) => notice.locale === locale);
            return (
              html !== '' &&
              !shows(
                body,
                (own.length > 0 ? own : all).map(({ url }) => url),
              )
            );
          })
        : [];
    const labels = view.at('product').flatMap(({ html, body, product, where }) => {
      const durability = product && durabilityOf(product.record, home);
      if (!durability || html === '') return [];
      if (durability.label === '') return [__('%s promises durability without the official label.', where)];
      return shows(body, [durability.label]) ? [] : [__('%s does not show the producer’s label.', where)];
    });
    return [...silent.map(({ where }) => __('%s does not show the official notice.', where)), ...labels];
  }

  return {
    id: 'guarantee_notice',
    law: 'guarantee',
    label: __('Notice on the legal guarantee'),
    fix: NOTICES_PAGE,
    async look(sight) {
      const { state, seen, cure } = await noticeState(words, notices);
      if (state === 'missing') return lacking('missing', [seen], cure, words);
      const problems = unseen(sight, await notices.list());
      if (problems.length > 0)
        return lacking('missing', problems, __('Look which theme or extension leaves it out.'), words);
      return state === 'good' ? good(seen) : lacking('advice', [seen], cure, words);
    },
  };
}
