import type { Site } from '../../../../core/app/site.js';
import setup from '../../../fixtures/oracle/trace-setup.json';
import type { TraceRequest } from './trace-case.js';
import { ADMIN, type NamedResponses, fillAll } from './trace-names.js';
import type { TraceSender } from './trace-sender.js';
import { assertDefined } from '../../../kit/assert-defined.js';

type SetupCall = TraceRequest & { readonly name?: string; readonly cli?: readonly string[] };

/** Creates the content of the recording over REST, as the recording did. */
export async function setUpTrace(site: Site, sender: TraceSender): Promise<NamedResponses> {
  const responses: NamedResponses = new Map();
  for (const call of setup as unknown as SetupCall[]) {
    if (call.cli) await site.options.updateOption(assertDefined(call.cli[2]), call.cli[3]);
    if (call.name === undefined) continue;
    const { status, text } = await sender.send(await sender.prepare(fillAll({ ...call, as: ADMIN.login }, responses)));
    if (status >= 300)
      throw new Error(`The content "${call.name}" of the recording could not be made: ${status} ${text}`);
    responses.set(call.name, JSON.parse(text) as Record<string, unknown>);
  }
  return responses;
}
