import fc from 'fast-check';
import { serialize, unserialize } from '../../core/options/serialized-text.js';
import { fromStoredText, toStoredText } from '../../core/options/stored-text.js';

const structures = fc.oneof(
  fc.array(fc.jsonValue({ maxDepth: 4 })),
  fc.dictionary(
    fc.oneof(fc.string({ unit: 'grapheme' }), fc.nat({ max: 12 }).map(String)),
    fc.jsonValue({ maxDepth: 4 }),
  ),
);
/** Ignores prototypes and the sign of zero. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

describe('stored text of a value', () => {
  it('matches WordPress’s serialization', () => {
    expect(toStoredText({ a: { b: [] } })).toBe('a:1:{s:1:"a";a:1:{s:1:"b";a:0:{}}}');
    expect(toStoredText(['ż', 1, 1.5, true, null])).toBe('a:5:{i:0;s:2:"ż";i:1;i:1;i:2;d:1.5;i:3;b:1;i:4;N;}');
    expect(toStoredText('s:1:"a";')).toBe('s:8:"s:1:"a";";');
    expect(unserialize('O:8:"stdClass":1:{s:1:"p";i:1;}')).toEqual({ p: 1 });
    expect([toStoredText(5), toStoredText(true), toStoredText(false), toStoredText('{"a":1}')]).toEqual([
      '5',
      '1',
      '',
      '{"a":1}',
    ]);
  });

  it('restores every list, object and string', () => {
    fc.assert(
      fc.property(structures, (value) => expect(plain(fromStoredText(toStoredText(value)))).toEqual(plain(value))),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), structures.map(serialize)), (text) =>
        expect(fromStoredText(toStoredText(text))).toBe(text),
      ),
      { numRuns: 2000 },
    );
    expect(fromStoredText(toStoredText({}))).toEqual({});
    expect(fromStoredText(toStoredText({ 0: 'a', 1: 'b' }))).toEqual({ 0: 'a', 1: 'b' });
  });

  it('leaves malformed serialized texts unchanged', () => {
    fc.assert(
      fc.property(structures.map(serialize), fc.nat(), fc.string(), (text, index, more) => {
        const corrupted = text.slice(0, index % text.length) + more;
        expect(() => fromStoredText(corrupted)).not.toThrow();
      }),
      { numRuns: 2000 },
    );
    expect(fromStoredText('a:99999999:{i:0;}')).toBe('a:99999999:{i:0;}');
    const deep = 'a:1:{i:0;'.repeat(5000) + 'N;' + '}'.repeat(5000);
    expect(fromStoredText(deep)).toBe(deep);
  });
});
