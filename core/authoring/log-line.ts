/** What tells machines where a line belongs, and says nothing to an author. */
const OF_MACHINES: ReadonlySet<string> = new Set(['level', 'time', 'pid', 'request', 'plugin', 'msg']);

/** A line of the log as people read it: `hours: a screen asks for an icon that there is not (page hours, icon serch)`. What is no such line stays as it is. */
export function logLine(line: string): string {
  const fields = read(line);
  if (fields === undefined) return line.trimEnd();
  const { plugin, msg } = fields;
  const more = Object.entries(fields)
    .filter(([name]) => !OF_MACHINES.has(name))
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return `${typeof plugin === 'string' ? `${plugin}: ` : ''}${typeof msg === 'string' ? msg : ''}${more.length === 0 ? '' : ` (${more.join(', ')})`}`;
}

function read(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
