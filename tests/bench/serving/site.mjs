import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerQuestions } from './answer-questions.mjs';

/** A site as `npm start` runs it, without scheduled jobs; reports its resource usage over IPC. Configured by environment variables. */
const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const load = createRequire(import.meta.url);
const core = (file) => load(path.join(root, 'dist', 'core', file));
const { readConfig } = core('app/config.js');
const { createSite } = core('app/site.js');
const { installSite } = core('app/first-start.js');
const { createSiteApp } = core('app/web.js');
const { createContext, runInContext } = core('context/index.js');
const { listen } = core('http/index.js');

const site = await createSite(readConfig(root, process.env));
await runInContext(createContext('start'), () => installSite(site));
let asked = 0;
site.db().on('query', () => void asked++);
const server = await listen(createSiteApp(site), 0, '127.0.0.1');
answerQuestions(server.port, { asked: () => asked });
