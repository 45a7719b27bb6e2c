import { isCalendarDay } from 'plinth';

/** Constraints of an FA(3) text type. */
export interface SimpleType {
  readonly pattern?: RegExp;
  /** Number of characters. */
  readonly min?: number;
  readonly max?: number;
  readonly values?: readonly string[];
  /** Inclusive bounds; compared as strings, which works for dates and times. */
  readonly from?: string;
  readonly to?: string;
  /** Whether it must be a valid calendar day, with or without a time. */
  readonly day?: true;
}

const text = (min: number, max: number): SimpleType => ({ min, max });
const day = (from: string): SimpleType => ({ pattern: /^\d{4}-\d{2}-\d{2}$/, from, to: '2050-01-01', day: true });

/**
 * Simple types of the published structure, under its own names; country and currency codes are validated by format
 * only.
 */
export const SIMPLE_TYPES = {
  TKodFormularza: { values: ['FA'] },
  WariantFormularza: { values: ['3'] },
  DataWytworzeniaFa: {
    pattern: /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/,
    from: '2025-09-01T00:00:00Z',
    to: '2050-01-01T23:59:59Z',
    day: true,
  },
  TZnakowy: text(1, 256),
  TZnakowy20: text(1, 20),
  TZnakowy50: text(1, 50),
  TZnakowy512: text(1, 512),
  IDNabywcy: text(1, 32),
  TGLN: text(1, 13),
  TNumerTelefonu: text(1, 16),
  TAdresEmail: { pattern: /^.+@.+$/s, min: 3, max: 255 },
  TKodKraju: { pattern: /^[A-Z]{2}$/ },
  TKodyKrajowUE: {
    values: [
      'AT',
      'BE',
      'BG',
      'CY',
      'CZ',
      'DK',
      'EE',
      'FI',
      'FR',
      'DE',
      'EL',
      'HR',
      'HU',
      'IE',
      'IT',
      'LV',
      'LT',
      'LU',
      'MT',
      'NL',
      'PL',
      'PT',
      'RO',
      'SK',
      'SI',
      'ES',
      'SE',
      'XI',
    ],
  },
  TKodWaluty: { pattern: /^[A-Z]{3}$/ },
  TNrNIP: { pattern: /^[1-9](?:\d[1-9]|[1-9]\d)\d{7}$/ },
  TNrVatUE: { pattern: /^[\dA-Z+*]{1,12}$/ },
  TNrIdentyfikacjiPodatkowej: text(1, 50),
  TNrKRS: { pattern: /^\d{10}$/ },
  TNrREGON: { pattern: /^(?:\d{9}|\d{14})$/ },
  BDO: text(1, 9),
  TTekstowy: text(1, 3500),
  TKwotowy: { pattern: /^-?(?:[1-9]\d{0,15}|0)(?:\.\d{1,2})?$/ },
  TKwotowy2: { pattern: /^-?(?:[1-9]\d{0,13}|0)(?:\.\d{1,8})?$/ },
  TIlosci: { pattern: /^-?(?:[1-9]\d{0,15}|0)(?:\.\d{1,6})?$/ },
  TNaturalny: { pattern: /^[1-9]\d{0,13}$/ },
  TData: day('2016-07-01'),
  TDataT: day('2006-01-01'),
  TDataU: day('1990-01-01'),
  TWybor1: { values: ['1'] },
  TWybor1_2: { values: ['1', '2'] },
  TRodzajFaktury: { values: ['VAT', 'KOR', 'ZAL', 'ROZ', 'UPR', 'KOR_ZAL', 'KOR_ROZ'] },
  TTypKorekty: { values: ['1', '2', '3'] },
  TNumerKSeF: {
    pattern:
      /^(?:[1-9](?:\d[1-9]|[1-9]\d)\d{7}|M\d{9}|[A-Z]{3}\d{7})-(?:20[2-9]\d|2[1-9]\d{2}|[3-9]\d{3})(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-[0-9A-F]{6}-?[0-9A-F]{6}-[0-9A-F]{2}$/,
  },
  TStawkaPodatku: {
    values: ['23', '22', '8', '7', '5', '4', '3', '0 KR', '0 WDT', '0 EX', 'zw', 'oo', 'np I', 'np II'],
  },
  TGTU: { pattern: /^GTU_(?:0[1-9]|1[0-3])$/ },
  TFormaPlatnosci: { values: ['1', '2', '3', '4', '5', '6', '7'] },
  TNrRB: text(10, 34),
  SWIFT: { pattern: /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/ },
} as const satisfies Readonly<Record<string, SimpleType>>;

export type SimpleTypeName = keyof typeof SIMPLE_TYPES;

/** Returns what is wrong with a text; empty when it is valid. */
export function findTypeProblem(name: SimpleTypeName, value: string): string {
  const type: SimpleType = SIMPLE_TYPES[name];
  const length = [...value].length;
  if (type.min !== undefined && length < type.min) return `has fewer than ${type.min} characters`;
  if (type.max !== undefined && length > type.max) return `has more than ${type.max} characters`;
  if (type.values && !type.values.includes(value)) return `is not one of ${type.values.join(', ')}`;
  if (type.pattern && !type.pattern.test(value)) return `does not match the format of ${name}`;
  if ((type.from !== undefined && value < type.from) || (type.to !== undefined && value > type.to))
    return `is not between ${type.from} and ${type.to}`;
  return type.day && !isCalendarDay(value.slice(0, 10)) ? 'is not a valid calendar date' : '';
}
