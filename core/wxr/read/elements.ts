import { SaxesParser } from 'saxes';
import { PlinthError } from '../../api/index.js';

/** An element with its content. */
export interface WxrElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly line: number;
  text: string;
  readonly children: WxrElement[];
}

/** A child of the channel, complete or broken. */
export interface WxrPart {
  readonly element: WxrElement;
  /** What is wrong with it; undefined for a complete one. */
  readonly error?: { readonly reason: 'malformed' | 'too_large' | 'unfinished'; readonly detail: string };
}

/** Maximum length in characters of one child of the channel, and of the text between two tags. */
const MAX_CHARACTERS = 32 * 1024 * 1024;
/** Maximum number of elements in one child, and their maximum depth; the format needs three levels. */
const MAX_ELEMENTS = 100_000;
const MAX_DEPTH = 8;
/** Characters that are not allowed in XML, but that old databases contain. */
const INVALID_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * Reads the children of the channel one after another, with bounded memory. Entities declared in the file are not
 * resolved and external files are never fetched: a file with a document type is refused.
 * @throws PlinthError `wxr_doctype`, `wxr_too_large`, `wxr_invalid`
 */
export async function* readElements(chunks: AsyncIterable<Buffer>): AsyncGenerator<WxrPart> {
  const reader = createReader();
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(detectEncoding(chunk));
    yield* reader.write(decoder.decode(chunk, { stream: true }));
  }
  yield* reader.end();
}

/** Returns the encoding declared in the first line; UTF-8 when it is unknown. */
function detectEncoding(start: Buffer): string {
  const declaredEncoding =
    /^[^<]{0,3}<\?xml[^>]{0,100}encoding=["']([\w-]{2,40})["']/i.exec(start.subarray(0, 200).toString('latin1'))?.[1] ??
    'utf-8';
  try {
    return new TextDecoder(declaredEncoding).encoding;
  } catch {
    return 'utf-8';
  }
}

function createReader(): { write(text: string): WxrPart[]; end(): WxrPart[] } {
  const parser = new SaxesParser({});
  const finishedParts: WxrPart[] = [];
  let open: WxrElement[] = [];
  let ancestors: string[] = [];
  let [characters, elements, textLength] = [0, 0, 0];
  let partError: WxrPart['error'];
  let hasChannel = false;
  let problem: PlinthError | undefined;

  function finishPart(): void {
    const [element] = open;
    if (element) finishedParts.push(partError ? { element, error: partError } : { element });
    open = [];
    partError = undefined;
    [characters, elements] = [0, 0];
  }
  const markTooLarge = (): void => void (partError ??= { reason: 'too_large', detail: '' });
  function onText(text: string): void {
    textLength = 0;
    const element = open.at(-1);
    if (!element) return;
    characters += text.length;
    if (characters > MAX_CHARACTERS) markTooLarge();
    else element.text += text;
  }

  parser.on(
    'doctype',
    () =>
      void (problem ??= new PlinthError(
        'wxr_doctype',
        'The file declares a document type, which WordPress exports never do.',
        { status: 400, kind: 'refusal', hint: 'Export the site again and use the file unchanged.' },
      )),
  );
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('comment', () => void (textLength = 0));
  parser.on('opentag', ({ name, attributes }) => {
    textLength = 0;
    hasChannel ||= name === 'channel';
    if (open.length === 0 && ancestors.at(-1) !== 'channel') return void ancestors.push(name);
    // An unclosed item ends where the next one begins.
    if (name === 'item' && open.length > 0) {
      partError = { reason: 'unfinished', detail: '' };
      finishPart();
    }
    elements += 1;
    const element: WxrElement = { name, attributes, line: parser.line, text: '', children: [] };
    if (open.length >= MAX_DEPTH || elements > MAX_ELEMENTS) markTooLarge();
    else open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', ({ name }) => {
    textLength = 0;
    if (open.length === 0) {
      if (ancestors.at(-1) === name) ancestors = ancestors.slice(0, -1);
      return;
    }
    if (!open.some((candidate) => candidate.name === name)) return;
    if (open.at(-1)?.name !== name) open = open.slice(0, open.findLastIndex((element) => element.name === name) + 1);
    if (open.length === 1) finishPart();
    else open.pop();
  });
  parser.on('error', ({ message }) => {
    // An entity such as `&nbsp;` that only exists in HTML is left unresolved.
    if (open.length > 0 && !message.includes('undefined entity'))
      partError ??= { reason: 'malformed', detail: message.replace(/^\d+:\d+:\s*/, '') };
  });

  const takeReady = (): WxrPart[] => {
    if (problem) throw problem;
    return finishedParts.splice(0);
  };
  return {
    write(text) {
      parser.write(text.replace(INVALID_CHARACTERS, ''));
      textLength += text.length;
      if (textLength > MAX_CHARACTERS)
        throw new PlinthError('wxr_too_large', 'A value in the file exceeds the size limit.', {
          status: 400,
          kind: 'refusal',
          hint: 'Look for an unclosed tag, or export in smaller parts.',
        });
      return takeReady();
    },
    end() {
      const unfinished = ancestors.length > 0;
      try {
        parser.close();
      } catch {
        // The missing end is reported below.
      }
      if (!hasChannel)
        throw new PlinthError('wxr_invalid', 'This is not a WordPress export file.', {
          status: 400,
          kind: 'refusal',
          hint: 'In WordPress, open Tools → Export and use the file it downloads (its name ends in .xml).',
        });
      if (unfinished) {
        if (open.length === 0) open = [{ name: 'channel', attributes: {}, line: parser.line, text: '', children: [] }];
        partError = { reason: 'unfinished', detail: '' };
        finishPart();
      }
      return takeReady();
    },
  };
}
