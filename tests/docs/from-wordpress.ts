import { SUBJECTS } from './wordpress/index.js';
import { coverage, twinOf } from './wordpress/twins.js';
import type { WordpressFunction } from './wordpress/wordpress-function.js';

/** `docs/from-wordpress.md`: where the functions are that plugins of WordPress call. */
export function fromWordpress(): string {
  const { count, present, weighted } = coverage();
  const parts = SUBJECTS.map(({ title, functions }) =>
    [
      `## ${title}`,
      '',
      '| WordPress | Here |',
      '|---|---|',
      ...[...functions].sort((a, b) => b.weight - a.weight).map(row),
      '',
    ].join('\n'),
  );
  return `# WordPress's functions, and where they are here

Written by \`UPDATE_DOCS=1 npx jest -c .config/jest.config.cjs tests/docs\` from \`tests/docs/wordpress\`; a test keeps every name true. How a plugin comes over is told in
[coming from WordPress](guide/coming-from-wordpress.md), what each function takes and answers in [every function](api.md).

${count} functions that plugins of WordPress call; ${present} of them (${percent(present / count)}, by weight ${percent(weighted)}) have their own name or a twin. Which they are, and how much each
weighs, from 10 (nearly every plugin calls it) to 4 (one in some fifty does), is our own estimate, from reading plugins and not from counting all of them. What is
missing is missing on purpose, and says what to do instead. Within a subject the heaviest stand first.

Two things hold for all of them. Whatever may have to ask the database answers with a promise: \`await\` it. And what WordPress prints is handed back here,
as text or as an answer, for whoever asked to put into its view.

${parts.join('\n')}`;
}

function row(one: WordpressFunction): string {
  const { name, twin, absence } = one;
  if (absence) return `| \`${name}\` | not here: ${cell(absence.reason)}; instead: ${cell(absence.instead)} |`;
  return `| \`${name}\` | \`${twinOf(one) ?? ''}\`${twin && twin.note !== '' ? ` (${cell(twin.note)})` : ''} |`;
}

function percent(share: number): string {
  return `${Math.floor(share * 1000) / 10} %`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
