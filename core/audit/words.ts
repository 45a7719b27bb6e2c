import type { AuditApi } from '../api/index.js';

type Said = () => Readonly<Record<string, string>>;

/** What actions are called. */
export interface Words extends Pick<AuditApi, 'describe'> {
  /** What an action or a group is called, in the language of the request; its own name when nobody says. */
  wordFor(name: string): string;
}

export function createWords(): Words {
  const all = new Set<Said>();
  return {
    describe(words) {
      all.add(words);
      return () => void all.delete(words);
    },
    wordFor(name) {
      for (const words of all) {
        const word = words()[name];
        if (word !== undefined) return word;
      }
      return name;
    },
  };
}
