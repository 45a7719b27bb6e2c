const NIP_WEIGHTS = [6, 5, 7, 2, 3, 4, 5, 6, 7];
const REGON_9_WEIGHTS = [8, 9, 2, 3, 4, 5, 6, 7];
const REGON_14_WEIGHTS = [2, 4, 8, 5, 0, 9, 7, 3, 6, 1, 2, 4, 8];

function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);
}

/** Returns the ten digits of a NIP written with spaces, hyphens or `PL`. */
export function nipDigits(text: string): string {
  return text.trim().replace(/^PL/i, '').replace(/[\s-]/g, '');
}

/** Whether a text is a NIP (Polish tax number): weights 6 5 7 2 3 4 5 6 7, modulo 11; remainder 10 never occurs. */
export function isNip(text: string): boolean {
  const digits = nipDigits(text);
  // No tax office code starts with 0 or ends in two zeros.
  return /^[1-9](?:\d[1-9]|[1-9]\d)\d{7}$/.test(digits) && weightedSum(digits, NIP_WEIGHTS) % 11 === Number(digits[9]);
}

/** Whether a text is a REGON of 9 or 14 digits with correct check digits. */
export function isRegon(text: string): boolean {
  const digits = text.replace(/[\s-]/g, '');
  if (!/^(\d{9}|\d{14})$/.test(digits) || /^0+$/.test(digits)) return false;
  const isFirstPartValid = (weightedSum(digits, REGON_9_WEIGHTS) % 11) % 10 === Number(digits[8]);
  return (
    isFirstPartValid &&
    (digits.length === 9 || (weightedSum(digits, REGON_14_WEIGHTS) % 11) % 10 === Number(digits[13]))
  );
}

/** Whether a text has the format of a KRS number, which has no check digit. */
export function isKrs(text: string): boolean {
  return /^\d{10}$/.test(text.trim());
}

/** Whether a text is an IBAN (ISO 13616, modulo 97); 26 digits without a country code are a Polish account. */
export function isIban(text: string): boolean {
  const compact = text.replace(/[\s-]/g, '').toUpperCase();
  const iban = /^\d{26}$/.test(compact) ? `PL${compact}` : compact;
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban) || (iban.startsWith('PL') && iban.length !== 28)) return false;
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

/**
 * Whether a pattern entered by the shop owner is valid for invoice numbers: `{n}` once, `{year}` and `{month}` any
 * number of times, and nothing else in braces.
 */
export function isNumberPattern(pattern: string): boolean {
  return (
    pattern.split('{n}').length === 2 &&
    !/[{}]/.test(pattern.replace(/\{(?:n|year|month)\}/g, '')) &&
    pattern.trim() === pattern &&
    !/\s\s/.test(pattern)
  );
}
