import { PlinthError } from '../api/index.js';
import { currentContext } from '../context/index.js';
import type { Domains } from './standard-helpers.js';
import type { createTemplates } from './templates.js';

interface RenderDeps {
  readonly templates: ReturnType<typeof createTemplates>;
  language(): string;
  /** Called when a template was rendered. */
  onRendered(file: string): void;
  /** Called when a template failed, and another is used instead. */
  onFailed(file: string, error: unknown): void;
}

/** Renders the first existing file. */
export type RenderFirst = (candidates: readonly string[], data: object, domains: (file: string) => Domains) => string;

/** Creates the function that renders template files with fallbacks. */
export function createRenderFirst({ templates, language, onRendered, onFailed }: RenderDeps): RenderFirst {
  /**
   * Renders the first existing file or, if that fails, the next. A broken template affects the design of a page, but
   * not its availability.
   */
  function render(candidates: readonly string[], data: object, domains: (file: string) => Domains): string {
    const file = templates.find(candidates);
    if (file === undefined) {
      throw new PlinthError('view_not_found', `The view ${candidates.at(-1) ?? ''} was not found.`, {
        hint: 'Create it, or correct its name.',
      });
    }
    try {
      const text = templates.render(file, data, {
        domains: domains(file),
        cspNonce: currentContext()?.memo.get('cspNonce') ?? '',
        language: language(),
      });
      onRendered(file);
      return text;
    } catch (error) {
      const fallbacks = candidates.slice(candidates.indexOf(file) + 1);
      if (templates.find(fallbacks) === undefined) throw error;
      onFailed(file, error);
      return render(fallbacks, data, domains);
    }
  }
  return render;
}
