/** A rate as FA(3) names it, of those that goods and their delivery have. */
export type RateCode = '23' | '22' | '8' | '7' | '5' | '0 KR' | 'zw';

/** What a rate of 0 means to a seller: taxed at 0 % in Poland, or exempt. */
export type ZeroRate = Extract<RateCode, '0 KR' | 'zw'>;

/** The sums of a group of rates in FA(3). */
export interface RateGroup {
  readonly net: string;
  /** Absent where there is no tax. */
  readonly tax?: string;
  readonly codes: readonly RateCode[];
}

/** The groups in the order of the structure. */
export const RATE_GROUPS: readonly RateGroup[] = [
  { net: 'P_13_1', tax: 'P_14_1', codes: ['23', '22'] },
  { net: 'P_13_2', tax: 'P_14_2', codes: ['8', '7'] },
  { net: 'P_13_3', tax: 'P_14_3', codes: ['5'] },
  { net: 'P_13_6_1', codes: ['0 KR'] },
  { net: 'P_13_7', codes: ['zw'] },
];

const TAXED: readonly RateCode[] = ['23', '22', '8', '7', '5'];

/** The code of a rate; undefined for one that Polish goods do not have. @param percent as orders keep it */
export function rateCode(percent: number, zero: ZeroRate): RateCode | undefined {
  return percent === 0 ? zero : TAXED.find((code) => Number(code) === percent);
}

/** How a rate is written for people. */
export function rateText(code: RateCode): string {
  return code === 'zw' ? 'zw' : `${code === '0 KR' ? '0' : code}%`;
}
