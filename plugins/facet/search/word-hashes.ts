/** Numbers of words, by the first bits of a number that is made of their letters. */
export interface WordBuckets {
  /** By bucket: where its words begin; one entry more at the end. */
  readonly start: Uint32Array;
  readonly numbers: Uint32Array;
}

/** Finds the bucket of a number; there are as many as a power of two. */
export function bucketIn({ start }: Pick<WordBuckets, 'start'>): (number: number) => number {
  const shift = 1 + Math.clz32(start.length - 1);
  return (number) => number >>> shift;
}
