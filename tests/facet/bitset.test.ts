import fc from 'fast-check';
import {
  and,
  andNot,
  clearBit,
  countBits,
  eachBit,
  emptyBits,
  fullBits,
  hasBit,
  orInto,
  setBit,
  type Bitset,
} from '../../plugins/facet/engine/bitset';

const SIZE = 150;
const numbers = fc.uniqueArray(fc.integer({ min: 0, max: SIZE - 1 }), { maxLength: SIZE });
const ends = fc.tuple(fc.integer({ min: 0, max: SIZE }), fc.integer({ min: 0, max: SIZE }));

function bitsOf(members: readonly number[], size = SIZE): Bitset {
  const bits = emptyBits(size);
  for (const member of members) setBit(bits, member);
  return bits;
}

const everyOf = (bits: Bitset): number[] =>
  Array.from({ length: bits.length * 32 }, (_, i) => i).filter((i) => hasBit(bits, i));
const ascending = (members: Iterable<number>): number[] => [...members].sort((a, b) => a - b);

describe('bitset', () => {
  it('contains what was set and not cleared', () => {
    fc.assert(
      fc.property(numbers, numbers, (added, cleared) => {
        const bits = bitsOf(added);
        for (const item of cleared) clearBit(bits, item);
        expect(everyOf(bits)).toEqual(ascending(added.filter((candidate) => !cleared.includes(candidate))));
      }),
      { seed: 1 },
    );
  });

  it.each([
    [0, 0],
    [1, 1],
    [31, 1],
    [32, 1],
    [33, 2],
    [64, 2],
    [65, 3],
  ])('stores %i numbers in %i words and fills exactly those', (size, words) => {
    expect(emptyBits(size)).toEqual(new Uint32Array(words));
    expect(fullBits(size)).toHaveLength(words);
    expect(everyOf(fullBits(size))).toEqual(Array.from({ length: size }, (_, i) => i));
  });

  it('intersects, subtracts and unites as sets do; only union mutates', () => {
    fc.assert(
      fc.property(numbers, numbers, (left, right) => {
        const [a, b] = [bitsOf(left), bitsOf(right)];
        expect(everyOf(and(a, b))).toEqual(ascending(left.filter((candidate) => right.includes(candidate))));
        expect(everyOf(andNot(a, b))).toEqual(ascending(left.filter((candidate) => !right.includes(candidate))));
        expect([everyOf(a), everyOf(b)]).toEqual([ascending(left), ascending(right)]);
        orInto(a, b);
        expect([everyOf(a), everyOf(b)]).toEqual([ascending(new Set([...left, ...right])), ascending(right)]);
      }),
      { seed: 2 },
    );
  });

  it('counts and lists the members of any range', () => {
    fc.assert(
      fc.property(numbers, ends, (members, [from, to]) => {
        const bits = bitsOf(members);
        const inside = ascending(members.filter((member) => member >= from && member < to));
        const visited: number[] = [];
        eachBit(bits, from, to, (bit) => visited.push(bit));
        expect([countBits(bits, from, to), visited]).toEqual([inside.length, inside]);
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  it.each([
    [0, 150],
    [0, 32],
    [32, 64],
    [31, 33],
    [5, 5],
    [40, 40],
    [64, 0],
    [3, 1],
  ])('counts and lists all members of a full set from %i to %i', (from, to) => {
    const visited: number[] = [];
    eachBit(fullBits(SIZE), from, to, (bit) => visited.push(bit));
    const expected = Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
    expect([countBits(fullBits(SIZE), from, to), visited]).toEqual([expected.length, expected]);
  });
});
