import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { RequestHandler } from 'express';
import { getPngCopy } from '../images/index.js';

/** Path of an SVG drawing followed by `.png`. */
const COPY = /\.svg\.png$/i;
const ASSET = /^\/wp-content\/(plugins|themes)\/([a-z0-9-]+)\/assets\/(.+)$/;
const UPLOAD = /^\/wp-content\/uploads\/(.+)$/;

interface DrawnImagesDeps {
  /** Returns the folders in which a plugin or theme of that name may have its assets. */
  assets(kind: string, name: string): readonly string[];
  readonly uploads: string;
  /** Folder of the copies. */
  readonly pngCopies: string;
}

/**
 * Serves `….svg.png`, a PNG copy of an SVG drawing, for clients that do not support SVG, such as social networks that
 * links are shared in.
 */
export function drawnImages({ assets, uploads, pngCopies }: DrawnImagesDeps): RequestHandler {
  function located(path: string): string | undefined {
    const asset = ASSET.exec(path);
    const rest = asset?.[3] ?? UPLOAD.exec(path)?.[1];
    // Hidden files are not served.
    if (
      rest === undefined ||
      rest.split('/').some((part) => part === '' || part.startsWith('.') || part.includes('\\') || part.includes('\0'))
    )
      return undefined;
    const folders = asset ? assets(asset[1] ?? '', asset[2] ?? '') : [uploads];
    return folders
      .map((folder) => ({ folder, file: join(folder, rest) }))
      .find(({ folder, file }) => !relative(folder, file).startsWith(`..${sep}`) && existsSync(file))?.file;
  }

  return (request, response, next) => {
    if (!COPY.test(request.path) || !['GET', 'HEAD'].includes(request.method)) return void next();
    void renderCopy(request.path.slice(0, -'.png'.length)).then(
      (copy) => (copy === undefined ? next() : response.sendFile(copy, { maxAge: '1y', dotfiles: 'allow' })),
      next,
    );
  };

  async function renderCopy(path: string): Promise<string | undefined> {
    const file = located(decoded(path));
    return file === undefined ? undefined : getPngCopy(file, pngCopies);
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}
