/** An object that has what each of the parts has. */
export type Joined<Parts extends readonly object[]> = Parts extends readonly [
  infer First,
  ...infer Rest extends readonly object[],
]
  ? First & Joined<Rest>
  : unknown;

/**
 * One object of many parts, each of them large; of one name the last part's counts. Where hundreds of functions are spread into one
 * literal, V8 takes megabytes for each such object after the second, which a process of tests has many of.
 */
export function joined<Parts extends readonly object[]>(...parts: Parts): Joined<Parts> {
  return Object.assign({}, ...parts) as Joined<Parts>;
}
