import { type Debugger, Session } from 'node:inspector';
import type { SourceFrame } from './source-frames.js';

/** The state of the main thread at an inspection. */
export interface ThreadState {
  /** The functions on the stack, innermost first. */
  readonly frames: readonly SourceFrame[];
  /** The plugin on whose behalf they ran; empty for the host. */
  readonly owner: string;
}

/** Key of the symbol by which the second thread reads the owner of the code running in the blocked main thread. */
export const OWNER_SYMBOL_KEY = 'plinth.owner';

/**
 * Inspects the main thread from another thread. The main thread continues at once; while native code runs, the result
 * is delayed.
 */
export function inspectMainThread(): Promise<ThreadState> {
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
      const finish = (owner: string): void => {
        session.post('Debugger.resume');
        session.post('Debugger.disable', () => {
          session.disconnect();
          resolve({ frames, owner });
        });
      };
      const [innermost] = callFrames;
      if (!innermost) return finish('');
      const evaluateParams = {
        callFrameId: innermost.callFrameId,
        expression: `process[Symbol.for(${JSON.stringify(OWNER_SYMBOL_KEY)})]?.()`,
        returnByValue: true,
        silent: true,
      };
      session.post(
        'Debugger.evaluateOnCallFrame',
        evaluateParams,
        (_error: Error | null, response?: Partial<Debugger.EvaluateOnCallFrameReturnType>) => {
          const owner: unknown = response?.result?.value;
          finish(typeof owner === 'string' ? owner : '');
        },
      );
    });
    session.post('Debugger.enable');
    session.post('Debugger.pause');
  });
}
