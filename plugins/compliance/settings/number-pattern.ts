/** Whether an owner's pattern makes numbers: `{n}` once, `{year}` and `{month}` as wished, and nothing else in braces. */
export function isNumberPattern(pattern: string): boolean {
  return (
    pattern.split('{n}').length === 2 &&
    !/[{}]/.test(pattern.replace(/\{(?:n|year|month)\}/g, '')) &&
    pattern.trim() === pattern &&
    !/\s\s/.test(pattern)
  );
}
