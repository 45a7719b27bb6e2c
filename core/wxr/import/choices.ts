/** What becomes of an author: a new account, or what they wrote goes to one that is there. */
export type AuthorChoice = 'create' | number;

/** What whoever imports chose. */
export interface Choices {
  /** By login; whoever is not named goes to `otherAuthor`. */
  readonly authors: Readonly<Record<string, AuthorChoice>>;
  readonly otherAuthor: AuthorChoice;
  /** The type under which a kind of content comes in; empty: it is left out. Kinds that are not named keep theirs. */
  readonly kinds: Readonly<Record<string, string>>;
  /** Whether files are left out. */
  readonly skipsMedia: boolean;
}
