/** What a log says of an error: its stack where it has one. */
export function describeError(error: unknown): string {
  const { stack } = (error ?? {}) as { readonly stack?: unknown };
  return error instanceof Error || typeof stack === 'string' ? String(stack) : String(error);
}
