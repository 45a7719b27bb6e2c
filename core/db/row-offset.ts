/** How many rows a list leaves out: however far somebody asks, no further than databases count. */
export function rowOffset(wanted: number): number {
  return Math.min(Math.abs(wanted), Number.MAX_SAFE_INTEGER);
}
