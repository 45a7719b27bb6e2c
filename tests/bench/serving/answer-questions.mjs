/** Reports the port and the resources used so far over the IPC channel; `more` adds handlers. */
export function answerQuestions(port, more) {
  const answers = { cpu: () => process.cpuUsage(), memory: () => process.memoryUsage().rss, ...more };
  process.on('message', async ({ id, question, value }) =>
    process.send({ id, answer: await answers[question](value) }),
  );
  process.on('disconnect', () => process.exit(0));
  process.send({ port });
}
