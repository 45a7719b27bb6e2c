/** Tells the bench, over the channel to it, where the process listens and what it has used so far; `more` are answers of one's own. */
export function answerQuestions(port, more) {
  const answers = { cpu: () => process.cpuUsage(), memory: () => process.memoryUsage().rss, ...more };
  process.on('message', async ({ id, question, value }) =>
    process.send({ id, answer: await answers[question](value) }),
  );
  process.on('disconnect', () => process.exit(0));
  process.send({ port });
}
