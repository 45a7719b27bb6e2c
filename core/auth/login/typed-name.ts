/** What the session of a visitor keeps of the name that was typed, so that it stands in the next form. */
const NAME_KEY = 'sign_in_name';

interface Kept {
  readonly session: { get<T>(key: string): T | undefined; set(key: string, value: unknown): void };
}

/** Keeps the name that somebody typed for the forms that follow. */
export function keepName({ session }: Kept, name: string): void {
  session.set(NAME_KEY, name.slice(0, 100));
}

/** The name that was typed last. */
export function keptName({ session }: Kept): string {
  return session.get<string>(NAME_KEY) ?? '';
}
