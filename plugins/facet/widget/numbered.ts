/** Numbers of things that stay the same while they last; within a process, they tell each from any other. */
const numbers = new WeakMap<object, number>();
let last = 0;

export function numberOf(thing: object): number {
  const number = numbers.get(thing) ?? ++last;
  numbers.set(thing, number);
  return number;
}

/** Whether a thing has a number already, and so is one that lasts. */
export const hasNumber = (thing: object): boolean => numbers.has(thing);
