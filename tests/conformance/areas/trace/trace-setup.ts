import type { Site } from '../../../../core/boot/site.js';
import { createContext, runInContext } from '../../../../core/context/index.js';
import setup from '../../../fixtures/oracle/trace-setup.json';
import { SITE_URL } from '../rest-home.js';
import type { TraceRequest } from './trace-case.js';
import { ADMIN, type Answers, fillAll } from './trace-names.js';
import type { TraceSender } from './trace-sender.js';

type SetupCall = TraceRequest & { readonly name?: string; readonly cli?: readonly string[] };

/** Makes the content of the recording: over REST, and where no route is there yet, by what the site has. */
export async function setUpTrace(site: Site, sender: TraceSender): Promise<Answers> {
  const answers: Answers = new Map();
  for (const call of setup as unknown as SetupCall[]) {
    if (call.cli) await site.options.updateOption(call.cli[2], call.cli[3]);
    if (call.name === undefined) continue;
    const request = fillAll({ ...call, as: ADMIN.login }, answers);
    const { status, text } = await sender.send(await sender.prepare(request));
    if (status < 300) answers.set(call.name, JSON.parse(text) as Record<string, unknown>);
    else await runInContext(createContext('seed'), () => makeWithout(site, call.name ?? '', request, answers));
  }
  return answers;
}

async function makeWithout(site: Site, name: string, { path, png }: TraceRequest, answers: Answers): Promise<void> {
  if (path.endsWith('/media')) {
    const slug = (png ?? '').replace(/\.png$/, '');
    const id = await site.content.wpInsertPost({ post_type: 'attachment', post_status: 'inherit', post_title: slug, post_name: slug, post_mime_type: 'image/png' });
    answers.set(name, { id, link: `${SITE_URL}/${slug}/` });
  }
}
