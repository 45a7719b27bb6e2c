import { type CallInput, runCalls } from './site-free.js';

/** Runs one recorded case of the block functions. */
export function runBlocksCase(input: CallInput): Promise<unknown> {
  return runCalls(input, ({ blocks, content }) => ({
    ...blocks,
    // The recording's helper sets a post without the main query, so that blocks get its id and type only.
    '@do_blocks_post': (text: string, id: number) => blocks.doBlocks(text, { postId: id, postType: 'page' }),
    '@roundtrip': (text: string) => blocks.serializeBlocks(blocks.parseBlocks(text)),
    the_content: (text: string) => content.theContent(text),
    do_blocks: (text: string) => blocks.doBlocks(text),
  }));
}
