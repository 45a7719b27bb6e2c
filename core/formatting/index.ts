import type { Formatting } from '../api/formatting.js';
import { createEscaping } from './site/escaping.js';
import { wpPreKsesLessThan } from './kses/kses.js';
import { createFormHelpers } from './site/form-pieces.js';
import { createPresentation } from './site/presentation.js';
import { createSanitizing } from './site/sanitizing.js';
import { createDataFunctions } from './site/structured.js';
import { createFormattingSite, type FormattingOptions } from './site/site.js';

/**
 * Creates WordPress's formatting functions for one site. WordPress's own callbacks on `sanitize_title` and `pre_kses`
 * are registered as filters, so that plugins can replace them.
 * @since 0.1.0
 */
export function createFormatting(options: FormattingOptions): Formatting {
  const site = createFormattingSite(options);
  const escaping = createEscaping(site);
  const sanitizing = createSanitizing(site);
  options.hooks.addFilter('sanitize_title', sanitizing.sanitizeTitleWithDashes, 10, 3);
  options.hooks.addFilter('pre_kses', wpPreKsesLessThan);
  return {
    ...escaping,
    ...sanitizing,
    ...createPresentation(site, escaping),
    ...createDataFunctions((text) => sanitizing.sanitizeTitle(text), site),
    ...createFormHelpers(site, { ...escaping, ...sanitizing }),
  };
}
export { decodeSiteName } from './entities/specialchars.js';
export { encodePhpJson } from './php/php-json.js';
export { cacheByText } from './site/cached-texts.js';
