import { type CallInput, runCalls } from './site-free.js';

/** Runs one recorded case of the block functions. */
export function runBlocksCase(input: CallInput): Promise<unknown> {
  return runCalls(input, ({ blocks, content }) => ({
    ...blocks,
    // The recording helper sets up a post without a main query, so blocks receive only its id and type.
    '@do_blocks_post': (text: string, id: number) => blocks.doBlocks(text, { postId: id, postType: 'page' }),
    '@roundtrip': (text: string) => blocks.serializeBlocks(blocks.parseBlocks(text)),
    the_content: (text: string) => content.theContent(text),
    do_blocks: (text: string) => blocks.doBlocks(text),
  }));
}
