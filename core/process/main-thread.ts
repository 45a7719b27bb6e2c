import { type Debugger, Session } from 'node:inspector';
import type { SourceFrame } from './source-frames.js';

/** What the main thread was found doing. */
export interface Look {
  /** The functions that ran, the innermost first. */
  readonly frames: readonly SourceFrame[];
  /** The plugin on whose behalf they ran; empty when it was nobody's. */
  readonly owner: string;
}

/** How the second thread asks the first, while that stands still, on whose behalf it runs. */
export const OWNER = 'plinth.owner';

/** What it does now, seen from another thread. It goes on at once; while native code works, the answer waits for that. */
export function inspectMainThread(): Promise<Look> {
  const session = new Session();
  session.connectToMainThread();
  const files = new Map<string, string>();
  return new Promise((resolve) => {
    session.on('Debugger.scriptParsed', ({ params }) => void files.set(params.scriptId, params.url));
    session.on('Debugger.paused', ({ params: { callFrames } }) => {
      const frames = callFrames.map((frame: Debugger.CallFrame) => ({
        name: frame.functionName,
        file: files.get(frame.location.scriptId) ?? frame.url,
        line: frame.location.lineNumber + 1,
        column: frame.location.columnNumber ?? 0,
      }));
      const leave = (owner: string): void => {
        session.post('Debugger.resume');
        session.post('Debugger.disable', () => {
          session.disconnect();
          resolve({ frames, owner });
        });
      };
      const [innermost] = callFrames;
      if (!innermost) return leave('');
      const ask = {
        callFrameId: innermost.callFrameId,
        expression: `process[Symbol.for(${JSON.stringify(OWNER)})]?.()`,
        returnByValue: true,
        silent: true,
      };
      session.post(
        'Debugger.evaluateOnCallFrame',
        ask,
        (_error: Error | null, answer?: Partial<Debugger.EvaluateOnCallFrameReturnType>) => {
          const owner: unknown = answer?.result?.value;
          leave(typeof owner === 'string' ? owner : '');
        },
      );
    });
    session.post('Debugger.enable');
    session.post('Debugger.pause');
  });
}
