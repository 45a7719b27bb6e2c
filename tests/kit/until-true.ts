/**
 * Polls until a condition is true, for the results of asynchronous work.
 * @param within milliseconds, far more than a loaded machine needs
 */
export async function untilTrue(condition: () => Promise<boolean>, within = 30_000): Promise<void> {
  for (const end = performance.now() + within; !(await condition());) {
    if (performance.now() > end) throw new Error(`It was not so within ${within / 1000} seconds.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
