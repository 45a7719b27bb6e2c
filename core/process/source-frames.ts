import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';

/** One function on the stack. */
export interface SourceFrame {
  readonly name: string;
  readonly file: string;
  /** Line number, from 1. */
  readonly line: number;
  /** Column number, from 0. */
  readonly column: number;
}

/** The source map is inline in plugin modules and in a separate file for the site. */
const SOURCE_MAP_COMMENT = /\/\/# sourceMappingURL=(?:data:application\/json;base64,([A-Za-z0-9+/=]+)|([\w.-]+))\s*$/;

/**
 * Maps functions of bundled modules to their positions in the original files; a frame without a source map stays as it
 * is.
 */
export function mapToSources(frames: readonly SourceFrame[]): SourceFrame[] {
  const maps = new Map<string, SourceMap | undefined>();
  return frames.map((frame) => {
    const file = pathOf(frame.file);
    if (!maps.has(file)) maps.set(file, loadSourceMap(file));
    // Source maps count lines and columns from 0.
    const entry = maps.get(file)?.findEntry(frame.line - 1, frame.column);
    return entry && 'originalSource' in entry
      ? { ...frame, file: resolve(dirname(file), entry.originalSource), line: entry.originalLine + 1 }
      : frame;
  });
}

/** Returns a frame's file as a path. */
export function pathOf(file: string): string {
  return file.replace(/^file:\/\//, '');
}

function loadSourceMap(file: string): SourceMap | undefined {
  try {
    const [, inline, mapPath] = SOURCE_MAP_COMMENT.exec(readFileSync(file, 'utf8')) ?? [];
    const map =
      inline === undefined
        ? mapPath && readFileSync(resolve(dirname(file), mapPath), 'utf8')
        : Buffer.from(inline, 'base64').toString('utf8');
    return map ? new SourceMap(JSON.parse(map) as ConstructorParameters<typeof SourceMap>[0]) : undefined;
  } catch {
    // A module of Node's own, or one that has been deleted: its frame is reported unmapped.
    return undefined;
  }
}
