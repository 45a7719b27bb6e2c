/** Maximum size of an entry's details, in bytes. */
const MAX_BYTES = 8192;
/** Maximum length of a single text once the details are too large, in characters. */
const SHORT_TEXT_LENGTH = 200;
const REDACTED = '(hidden)';
const SECRET_NAME = /passw|secret|token|credential|api_?key|private_?key|auth_?key|smtp_?url|database_?url|redis_?url/i;
const MAX_DEPTH = 6;

/** Whether a name denotes a secret value. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** Returns details in storage format: secrets are hidden, and the size is limited to 8 KB. */
export function storedDetails(details: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(redact(details, 0));
  if (Buffer.byteLength(text) <= MAX_BYTES) return text;
  const cut = JSON.stringify({ ...(shorten(redact(details, 0)) as object), cut: true });
  if (Buffer.byteLength(cut) <= MAX_BYTES) return cut;
  return JSON.stringify({
    cut: true,
    names: Object.keys(details)
      .slice(0, 50)
      .map((name) => name.slice(0, 60)),
  });
}

function redact(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) return '…';
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  if (typeof value !== 'object' || value === null) return value ?? null;
  return Object.fromEntries(
    Object.entries(value).map(([name, propertyValue]) => [
      name,
      isSecretName(name) ? REDACTED : redact(propertyValue, depth + 1),
    ]),
  );
}

function shorten(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > SHORT_TEXT_LENGTH ? `${removeBrokenSurrogate(value.slice(0, SHORT_TEXT_LENGTH))}…` : value;
  if (Array.isArray(value)) return value.slice(0, 20).map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, propertyValue]) => [name, shorten(propertyValue)]));
}

/** Returns the differences between two values, by the path of each changed part. */
export function differences(
  before: unknown,
  after: unknown,
  path = '',
): Record<string, { readonly from: unknown; readonly to: unknown }> {
  if (JSON.stringify(before) === JSON.stringify(after)) return {};
  if (!isPlainObject(before) || !isPlainObject(after)) {
    const mask = (value: unknown): unknown => (isSecretName(path) ? REDACTED : (value ?? null));
    return { [path]: { from: mask(before), to: mask(after) } };
  }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.assign(
    {},
    ...names.map((name) => differences(before[name], after[name], path === '' ? name : `${path}.${name}`)),
  ) as ReturnType<typeof differences>;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Repairs a text whose last character may have been cut in half. */
export function removeBrokenSurrogate(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}
