import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';

/** Lighthouse scores of a page on a simulated phone with a slow connection, from 0 to 100. */
export interface Scores {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  /** Largest Contentful Paint, in milliseconds. */
  readonly largestPaint: number;
  /** Cumulative Layout Shift. */
  readonly shift: number;
  /** Bytes transferred. */
  readonly bytes: number;
  /** Audits that reduced the score. */
  readonly errors: readonly string[];
}

interface Report {
  readonly categories: Readonly<
    Record<
      string,
      { readonly score: number | null; readonly auditRefs: readonly { readonly id: string; readonly weight: number }[] }
    >
  >;
  readonly audits: Readonly<
    Record<
      string,
      {
        readonly score: number | null;
        readonly title: string;
        readonly numericValue?: number;
        readonly displayValue?: string;
      }
    >
  >;
  readonly runtimeError?: { readonly message: string };
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Runs Lighthouse on a URL in the browser with the given debugging port. */
export async function scoresOf(url: string, port: number, cookie: string): Promise<Scores> {
  const lighthouse = createRequire(__filename).resolve('lighthouse/cli/index.js');
  const args = [
    lighthouse,
    url,
    `--port=${port}`,
    '--output=json',
    '--quiet',
    '--disable-full-page-screenshot',
    `--only-categories=${CATEGORIES.join(',')}`,
  ];
  // The session and the cart depend on the cookie, so Lighthouse must not clear storage first.
  if (cookie !== '') args.push(`--extra-headers=${JSON.stringify({ Cookie: cookie })}`);
  const report = JSON.parse(await printed(args)) as Report;
  if (report.runtimeError) throw new Error(`${url}: ${report.runtimeError.message}`);
  const score = (category: string): number => Math.round((report.categories[category]?.score ?? 0) * 100);
  const metric = (audit: string): number => report.audits[audit]?.numericValue ?? Number.NaN;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    largestPaint: Math.round(metric('largest-contentful-paint')),
    shift: metric('cumulative-layout-shift'),
    bytes: Math.round(metric('total-byte-weight')),
    errors: errorsOf(report),
  };
}

function errorsOf({ categories, audits }: Report): string[] {
  const counted = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
  );
  return [...new Set(counted)].flatMap((id) => {
    const audit = audits[id];
    return audit?.score != null && audit.score < 0.9
      ? [`${id}: ${audit.title}${audit.displayValue === undefined ? '' : ` (${audit.displayValue})`}`]
      : [];
  });
}

function printed(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => void chunks.push(chunk));
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0
        ? resolve(Buffer.concat(chunks).toString('utf8'))
        : reject(new Error(`Lighthouse ended with ${code}.`)),
    );
  });
}
