/** Tax rate codes of FA(3) that apply to goods and their delivery. */
export type RateCode = '23' | '22' | '8' | '7' | '5' | '0 KR' | 'zw';

/** Meaning of a rate of 0 for the seller: taxed at 0 % in Poland, or exempt. */
export type ZeroRate = Extract<RateCode, '0 KR' | 'zw'>;

/** FA(3) fields for the sums of a group of rates. */
export interface RateGroup {
  readonly net: string;
  /** Absent for a group without tax. */
  readonly tax?: string;
  readonly codes: readonly RateCode[];
}

/** Groups in the order of the structure. */
export const RATE_GROUPS: readonly RateGroup[] = [
  { net: 'P_13_1', tax: 'P_14_1', codes: ['23', '22'] },
  { net: 'P_13_2', tax: 'P_14_2', codes: ['8', '7'] },
  { net: 'P_13_3', tax: 'P_14_3', codes: ['5'] },
  { net: 'P_13_6_1', codes: ['0 KR'] },
  { net: 'P_13_7', codes: ['zw'] },
];

const TAXED_RATES: readonly RateCode[] = ['23', '22', '8', '7', '5'];

/**
 * Returns the code of a rate; undefined for a rate that does not exist for goods in Poland.
 * @param percent rate as stored in orders
 */
export function getRateCode(percent: number, zero: ZeroRate): RateCode | undefined {
  return percent === 0 ? zero : TAXED_RATES.find((code) => Number(code) === percent);
}

/** Returns a rate for display. */
export function formatRate(code: RateCode): string {
  return code === 'zw' ? 'zw' : `${code === '0 KR' ? '0' : code}%`;
}
