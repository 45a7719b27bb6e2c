import type { Formatting } from '../api/formatting.js';
import { createEscaping } from './site/escaping.js';
import { wpPreKsesLessThan } from './kses/kses.js';
import { createFormPieces } from './site/form-pieces.js';
import { createPresentation } from './site/presentation.js';
import { createSanitizing } from './site/sanitizing.js';
import { createStructured } from './site/structured.js';
import { createTextSite, type FormattingOptions } from './site/site.js';

/**
 * Creates WordPress's text functions for one site. Registers WordPress's own callbacks on `sanitize_title` and
 * `pre_kses`, so that plugins can replace them.
 * @since 0.1.0
 */
export function createFormatting(options: FormattingOptions): Formatting {
  const site = createTextSite(options);
  const escaping = createEscaping(site);
  const sanitizing = createSanitizing(site);
  options.hooks.addFilter('sanitize_title', sanitizing.sanitizeTitleWithDashes, 10, 3);
  options.hooks.addFilter('pre_kses', wpPreKsesLessThan);
  return {
    ...escaping,
    ...sanitizing,
    ...createPresentation(site, escaping),
    ...createStructured((text) => sanitizing.sanitizeTitle(text), site),
    ...createFormPieces(site, { ...escaping, ...sanitizing }),
  };
}
export { plainName } from './entities/specialchars.js';
export { encodePhpJson } from './php/php-json.js';
export { cacheTexts } from './site/cached-texts.js';
