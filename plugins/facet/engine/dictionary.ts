import { itemAt } from './array-access.js';
interface Column {
  readonly keys: string[];
  readonly index: Map<string, number>;
}

/**
 * The values of every source in the order of first occurrence. It is append-only, so that the number of a value
 * remains valid in every segment.
 */
export interface Dictionary {
  /** Returns the number of a value, assigning one if it is new. */
  intern(source: string, key: string): { readonly source: number; readonly local: number };
  /** Returns the number of a source, assigning one if it is new. */
  sourceNumber(source: string): number;
  find(source: string, key: string): number | undefined;
  keys(source: string): readonly string[];
  sources(): readonly string[];
  sizes(): number[];
}

export function createDictionary(): Dictionary {
  const names: string[] = [];
  const numbers = new Map<string, number>();
  const columns: Column[] = [];
  const column = (source: string): Column | undefined => {
    const number = numbers.get(source);
    return number === undefined ? undefined : itemAt(columns, number);
  };
  function sourceNumber(source: string): number {
    let number = numbers.get(source);
    if (number === undefined) {
      number = names.length;
      names.push(source);
      numbers.set(source, number);
      columns.push({ keys: [], index: new Map() });
    }
    return number;
  }
  return {
    sourceNumber,
    intern(source, key) {
      const number = sourceNumber(source);
      const { keys, index } = itemAt(columns, number);
      let local = index.get(key);
      if (local === undefined) {
        local = keys.length;
        keys.push(key);
        index.set(key, local);
      }
      return { source: number, local };
    },
    find: (source, key) => column(source)?.index.get(key),
    keys: (source) => column(source)?.keys ?? [],
    sources: () => names,
    sizes: () => columns.map(({ keys }) => keys.length),
  };
}
