import type { TranslationApi } from '../api/index.js';
import type { Entry } from './entry.js';
import type { Verification } from './verify.js';

/** Returns a readable name of an actor. */
export function actorText(
  { actor_kind: kind, user_id: id, actor }: Pick<Entry, 'actor_kind' | 'user_id' | 'actor'>,
  { __ }: Pick<TranslationApi, '__'>,
): string {
  switch (kind) {
    case 'user':
      return actor || __('Account %d', id);
    case 'visitor':
      return __('Visitor');
    case 'command':
      return __('Command line');
    case 'schedule':
      return __('Schedule');
    case 'site':
      return __('System');
  }
}

/** Describes the result of a verification. */
export function verificationText(
  verification: Verification | undefined,
  { __, _n }: Pick<TranslationApi, '__' | '_n'>,
): string {
  if (!verification) return __('The log is being checked. Open this page again in a moment.');
  if (verification.isValid)
    return _n(
      'The log is intact: %d entry is unchanged.',
      'The log is intact: all %d entries are unchanged.',
      verification.entries,
    );
  switch (verification.reason) {
    case 'unreadable':
      return __('Could not read the log. See the server log for details.');
    case 'changed':
      return __(
        'The log was tampered with: entry %1$d (number %2$d in the chain) was changed.',
        verification.id,
        verification.row,
      );
    case 'missing':
      return __('The log was tampered with: number %d in the chain is missing.', verification.row);
    case 'foreign':
      return __(
        'The log was tampered with: entry %1$d (number %2$d in the chain) was inserted.',
        verification.id,
        verification.row,
      );
    case 'ends':
      return __('The log was tampered with: its end does not match the site’s own record.');
  }
}

/** Returns the details of an entry, one line each. */
export function detailRows(
  details: string,
): { readonly name: string; readonly value: string; readonly from?: string; readonly to?: string }[] {
  const all = JSON.parse(details) as Record<string, unknown>;
  const changes = Object.entries(
    (all.changes ?? {}) as Record<string, { readonly from: unknown; readonly to: unknown }>,
  ).map(([name, { from, to }]) => ({ name, value: '', from: formatValue(from), to: formatValue(to) }));
  return [
    ...changes,
    ...Object.entries(all)
      .filter(([name]) => name !== 'changes')
      .map(([name, value]) => ({ name: name.replaceAll('_', ' '), value: formatValue(value) })),
  ];
}

function formatValue(value: unknown): string {
  if (value === null || value === '') return '–';
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ') || '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
