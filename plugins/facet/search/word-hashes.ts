/** Numbers of words, grouped by the leading bits of a hash. */
export interface WordBuckets {
  /** By bucket: the start of its words; one extra entry at the end. */
  readonly start: Uint32Array;
  readonly numbers: Uint32Array;
}

/** Returns the function that maps a hash to its bucket; the number of buckets is a power of two. */
export function createBucketOf({ start }: Pick<WordBuckets, 'start'>): (number: number) => number {
  const shift = 1 + Math.clz32(start.length - 1);
  return (number) => number >>> shift;
}
