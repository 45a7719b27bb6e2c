import type { AnswerCost } from '../http/index.js';
import type { I18n } from '../i18n/index.js';
import type { Views } from '../view/index.js';

/** Makes the panel that tells an administrator what a page cost. */
export function createTimingPanel(views: Pick<Views, 'renderCore'>, i18n: Pick<I18n, 'domain' | 'locale'>): (cost: AnswerCost) => string {
  return ({ ms, questions, statements, cspNonce }) => {
    const { format } = new Intl.NumberFormat(i18n.locale().replace('_', '-'), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    return views.renderCore('site/timing', {
      cspNonce,
      summary: i18n.domain('default').__('Made in %s ms · questions to the database: %s, in %s ms', format(ms), questions.times, format(questions.ms)),
      statements: statements.map(({ sql, times, ms: spent }) => ({ sql, times, ms: format(spent) })),
    });
  };
}
