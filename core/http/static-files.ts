import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { isVersionOf } from '../view/index.js';
import { drawnImages } from './svg-to-png.js';
import express, { type RequestHandler, type Response, Router } from 'express';

/**
 * Serves public files: the assets of the host, themes and plugins, and nothing else from their folders; and uploads.
 * PNG copies of SVG drawings are stored in `drawings`.
 * @param paths folders of individual plugins, whose siblings are not served
 */
export function staticFiles(
  root: string,
  {
    plugins,
    themes,
    uploads,
    pngCopies,
    paths = [],
  }: {
    readonly plugins: readonly string[];
    themes(): readonly string[];
    readonly uploads: string;
    readonly pngCopies: string;
    readonly paths?: readonly string[];
  },
): RequestHandler {
  const options = { index: false, redirect: false, dotfiles: 'ignore', maxAge: '1y', fallthrough: true } as const;
  const router = Router();
  const handlers = new Map<string, RequestHandler>();
  function serveFrom(parent: string, name: string): RequestHandler {
    if (!NAME.test(name)) return pass;
    const folder = join(parent, name, 'assets');
    // Files in development are revalidated on each request.
    const isWorkedOn = paths.includes(join(parent, name));
    const known = handlers.get(folder);
    if (known) return known;
    // Only existing folders get a handler, so that made-up names take no memory.
    if (!existsSync(folder)) return pass;
    const handler = express.static(folder, {
      ...options,
      maxAge: isWorkedOn ? 0 : '1h',
      ...(isWorkedOn ? {} : { setHeaders: cacheForAYear }),
    });
    handlers.set(folder, handler);
    return handler;
  }
  // Bundled scripts take precedence over the modules they are made from.
  router.use('/wp-includes/assets', express.static(join(root, 'dist', 'assets'), options));
  router.use('/wp-includes/assets', express.static(join(root, 'templates', 'assets'), options));
  const assets = (kind: string, name: string): string[] =>
    (kind === 'themes'
      ? [...themes()]
      : [...paths.filter((path) => basename(path) === name).map(dirname), ...plugins]
    ).map((folder) => join(folder, name, 'assets'));
  router.use(drawnImages({ assets, uploads, pngCopies }));
  router.use('/wp-content/uploads', images(uploads, options));
  /** Serves a file from the first folder that has it. */
  const fromFirst =
    (folders: readonly string[], name: string): RequestHandler =>
    (request, response, next) => {
      const candidates = folders.map((folder) => serveFrom(folder, name));
      const tryNext = (index: number): void => {
        const candidate = candidates[index];
        if (!candidate) return next();
        candidate(request, response, (error?: unknown) => (error === undefined ? tryNext(index + 1) : next(error)));
      };
      tryNext(0);
    };
  router.use('/wp-content/themes/:theme/assets', (request, response, next) => {
    fromFirst(themes(), String(request.params.theme))(request, response, next);
  });
  router.use('/wp-content/plugins/:plugin/assets', (request, response, next) => {
    const own = paths.filter((path) => basename(path) === request.params.plugin).map(dirname);
    fromFirst([...own, ...plugins], String(request.params.plugin))(request, response, next);
  });
  return router;
}

/** Only when the URL identifies the content. */
function cacheForAYear(response: ServerResponse, file: string): void {
  const url = new URL((response as Response).req.originalUrl, 'http://x.invalid');
  if (isVersionOf(file, url.searchParams.get('ver') ?? undefined))
    response.setHeader('Cache-Control', 'public, max-age=31536000');
}

/** An image that may have a WebP copy next to it (`core/images/web-copy.ts`). */
const IMAGE = /\.(?:jpe?g|jpe|png)$/i;
/** An SVG drawing opened on its own executes, loads and sends nothing, whatever it contains. */
const DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/**
 * Serves uploads. A page that embeds an image gets its WebP copy under the same URL if the browser accepts it; opening
 * or downloading the image itself returns the upload.
 * Texts, feeds and API clients therefore reference images as in WordPress, and no browser gets a format it cannot show.
 */
function images(folder: string, options: NonNullable<Parameters<typeof express.static>[1]>): RequestHandler {
  const files: RequestHandler = express.static(folder, {
    ...options,
    setHeaders: (response, path) =>
      void (path.endsWith('.svg') && response.setHeader('Content-Security-Policy', DRAWING_POLICY)),
  });
  return (request, response, next) => {
    if (!IMAGE.test(request.path)) return void files(request, response, next);
    response.vary('Accept');
    const accepted = request.headers.accept ?? '';
    if (!accepted.includes('image/webp') || accepted.includes('text/html')) return void files(request, response, next);
    const originalUrl = request.url;
    request.url = originalUrl.replace(/^[^?#]*/, (path) => `${path}.webp`);
    files(request, response, (error?: unknown) => {
      request.url = originalUrl;
      if (error === undefined) files(request, response, next);
      else next(error);
    });
  };
}

const pass: RequestHandler = (_request, _response, next) => next();
const NAME = /^[a-z0-9-]+$/;
