import { SUBJECTS } from './wordpress/index.js';
import { coverage, equivalentOf } from './wordpress/twins.js';
import type { WordpressFunction } from './wordpress/wordpress-function.js';

/** Returns `docs/from-wordpress.md`: the functions that WordPress plugins call, and their equivalents. */
export function fromWordpress(): string {
  const { count, present, weighted } = coverage();
  const parts = SUBJECTS.map(({ title, functions }) =>
    [
      `## ${title}`,
      '',
      '| WordPress | Plinth |',
      '|---|---|',
      ...[...functions].sort((a, b) => b.weight - a.weight).map(row),
      '',
    ].join('\n'),
  );
  return `# WordPress functions and their Plinth equivalents

Generated from \`tests/docs/wordpress\` by \`UPDATE_DOCS=1 npx jest -c .config/jest.config.cjs tests/docs\`; a test checks that it is up to date and
that every function exists. [Coming from WordPress](guide/coming-from-wordpress.md) explains how to migrate a plugin; the parameters and return
values of the functions are in the [API reference](api.md).

This page lists ${count} functions that WordPress plugins call. Plinth has ${present} of them (${percent(present / count)}, weighted by use ${percent(weighted)}), under the same name in camelCase
or as the listed equivalent. The selection and the weights, from 10 (used by nearly every plugin) to 4 (used by about one plugin in fifty), are our
own estimate, based on reading plugins rather than on a full count. Functions that are not available were left out deliberately; the table gives
the reason and an alternative. Each section is sorted by weight.

Two differences apply to all functions. Functions that may query the database return a promise, so \`await\` them. Functions that print in
WordPress return their output as a string or a response here; the caller adds it to its view.

${parts.join('\n')}`;
}

function row(wpFunction: WordpressFunction): string {
  const { name, equivalent, absence } = wpFunction;
  if (absence) return `| \`${name}\` | not available: ${cell(absence.reason)}; instead: ${cell(absence.instead)} |`;
  return `| \`${name}\` | \`${equivalentOf(wpFunction) ?? ''}\`${equivalent && equivalent.note !== '' ? ` (${cell(equivalent.note)})` : ''} |`;
}

function percent(share: number): string {
  return `${Math.floor(share * 1000) / 10} %`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
