const DAYS = [
  /odstąpi\S* od umowy[^.<]{0,80}?(\d+) dni/gi,
  /withdraw from the contract[^.<]{0,80}?(\d+) days/gi,
  /(\d+) dni bez podania/gi,
  /(\d+) days without giving/gi,
];

/** The days that a text grants for withdrawal, in either language. */
export function grantedDays(text: string): number[] {
  return DAYS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, days]) => Number(days)));
}
