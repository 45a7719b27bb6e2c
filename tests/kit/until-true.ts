/** Asks again until it is so, for what other work brings about in its own time. @param within milliseconds, far above what a loaded machine needs */
export async function untilTrue(asked: () => Promise<boolean>, within = 30_000): Promise<void> {
  for (const end = performance.now() + within; !(await asked());) {
    if (performance.now() > end) throw new Error(`It was not so within ${within / 1000} seconds.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
