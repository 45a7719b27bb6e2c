import express from 'express';
import { answerQuestions } from './answer-questions.mjs';

/** Bare Express: `/N` returns the Nth of the bodies received over IPC, for any request. */
const bodies = [];
const app = express();
app.disable('x-powered-by');
app.all('/:index', (request, response) => {
  const { type, text } = bodies[Number(request.params.index)];
  response.setHeader('Content-Type', type);
  response.end(text);
});
const server = app.listen(0, '127.0.0.1', () =>
  answerQuestions(/** @type {import('node:net').AddressInfo} */ (server.address()).port, {
    take: (body) => bodies.push(body) - 1,
  }),
);
