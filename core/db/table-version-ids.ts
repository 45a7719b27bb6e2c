/** The generations that the host itself raises, by the row of `options_generation` that counts them. */
export const GENERATIONS = { options: 1, content: 2, users: 3, comments: 4 } as const;

/** Of the host, or of tables that a plugin has watched. */
export type GenerationName = string;

/** Rows from here on are those of plugins. */
const FIRST = 1000;
/** Rows that count one generation of a plugin together, so that transactions which write its tables seldom wait for each other. */
const ROWS = 16;
const GROUPS = 100_000_000;

/** By which generations are told apart: the row of one of the host, or the first of a plugin's. */
export function keyOf(name: GenerationName): number {
  return Object.hasOwn(GENERATIONS, name)
    ? GENERATIONS[name as keyof typeof GENERATIONS]
    : FIRST + (hash(name) % GROUPS) * ROWS;
}

/** The generation to which a row belongs. */
export function keyOfRow(id: number): number {
  return id < FIRST ? id : id - ((id - FIRST) % ROWS);
}

/** The statement that raises a generation: in any of its rows where several may be written at once. */
export function raising(name: GenerationName, engine: 'sqlite' | 'mysql'): string {
  const key = keyOf(name);
  if (key < FIRST) return `update options_generation set generation = generation + 1 where id = ${key}`;
  const row = key + (engine === 'mysql' ? Math.floor(Math.random() * ROWS) : 0);
  // No row stands for zero.
  const once = engine === 'mysql' ? 'on duplicate key update' : 'on conflict (id) do update set';
  return `insert into options_generation (id, generation) values (${row}, 1) ${once} generation = generation + 1`;
}

/** FNV-1a: the same on every node, whatever starts first. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return sum >>> 0;
}
