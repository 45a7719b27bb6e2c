import { trim } from '../php/text.js';

const EDGE_CHARACTERS = ' \t\n\r\0\v';
const LOCAL_PART = /^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~.-]+$/;

/** Validates an email address. If it is invalid, the reason is returned (`is_email`). */
export function checkEmail(email: string): { ok: true } | { ok: false; reason: string } {
  const no = (reason: string): { ok: false; reason: string } => ({ ok: false, reason });
  if (Buffer.byteLength(email) < 6) return no('email_too_short');
  if (email.indexOf('@', 1) < 0) return no('email_no_at');
  const at = email.indexOf('@');
  const domain = email.slice(at + 1);
  if (!LOCAL_PART.test(email.slice(0, at))) return no('local_invalid_chars');
  if (domain.includes('..')) return no('domain_period_sequence');
  if (trim(domain, `${EDGE_CHARACTERS}.`) !== domain) return no('domain_period_limits');
  const labels = domain.split('.');
  if (labels.length < 2) return no('domain_no_periods');
  for (const label of labels) {
    if (trim(label, `${EDGE_CHARACTERS}-`) !== label) return no('sub_hyphen_limits');
    if (!/^[a-z0-9-]+$/i.test(label)) return no('sub_invalid_chars');
  }
  return { ok: true };
}

/**
 * Removes characters that are not allowed in an email address. If nothing remains, the reason is returned
 * (`sanitize_email`).
 */
export function cleanEmail(email: string): { email: string; reason: string | null } {
  const no = (reason: string): { email: string; reason: string } => ({ email: '', reason });
  if (Buffer.byteLength(email) < 6) return no('email_too_short');
  if (email.indexOf('@', 1) < 0) return no('email_no_at');
  const at = email.indexOf('@');
  const local = email.slice(0, at).replace(/[^a-zA-Z0-9!#$%&'*+/=?^_`{|}~.-]+/g, '');
  if (local === '') return no('local_invalid_chars');
  let domain = email.slice(at + 1).replace(/\.{2,}/g, '');
  if (domain === '') return no('domain_period_sequence');
  domain = trim(domain, `${EDGE_CHARACTERS}.`);
  if (domain === '') return no('domain_period_limits');
  const labels = domain.split('.');
  if (labels.length < 2) return no('domain_no_periods');
  const clean = labels
    .map((label) => trim(label, `${EDGE_CHARACTERS}-`).replace(/[^a-z0-9-]+/gi, ''))
    .filter((label) => label !== '');
  if (clean.length < 2) return no('domain_no_valid_subs');
  return { email: `${local}@${clean.join('.')}`, reason: null };
}
