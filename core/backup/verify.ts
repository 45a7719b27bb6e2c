import { stat } from 'node:fs/promises';
import { PassThrough, type Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PlinthError } from '../api/index.js';
import { isRow, parseLines, type RowCounts } from '../db/index.js';
import { type BackupManifest, DATABASE_FILE, isMemberName, MANIFEST_FILE } from './manifest.js';
import { eachMember, readManifest } from './archive-members.js';
import { createMeter } from './archive.js';
import { isSigned } from './digest.js';

/** The result of verifying a whole backup. */
export interface VerifyResult {
  readonly manifest: BackupManifest | undefined;
  /** The errors, in English; empty if the backup is good. */
  readonly problems: readonly string[];
  /** Size of the file. */
  readonly bytes: number;
}

const MAX_PROBLEMS = 20;

/**
 * Reads a whole backup and reports changed bytes and missing or extra members and rows.
 * @throws PlinthError `backup_not_found`
 */
export async function verifyBackup(
  file: string,
  onProgress?: (done: number, total: number) => void,
): Promise<VerifyResult> {
  const { size } = await stat(file).catch((cause: unknown) => {
    throw new PlinthError('backup_not_found', `The file ${file} was not found.`, {
      hint: 'Run `backup list` to see the available backups.',
      status: 404,
      cause,
    });
  });
  let done = 0;
  // The file is read twice: as bytes, and as members.
  const step = (bytes: number): void => onProgress?.(Math.min((done += bytes), size * 2), size * 2);
  const problems: string[] = [];
  if (!(await isSigned(file, step))) problems.push('The file was changed, damaged or truncated after it was written.');
  let manifest: BackupManifest | undefined;
  try {
    manifest = await readManifest(file);
    const found = await verifyMembers(file, manifest, step);
    problems.push(...found);
  } catch (error) {
    problems.push(
      error instanceof PlinthError ? error.message : `The file cannot be read as a zip: ${(error as Error).message}`,
    );
  }
  return { manifest, problems: problems.slice(0, MAX_PROBLEMS), bytes: size };
}

async function verifyMembers(file: string, manifest: BackupManifest, step: (bytes: number) => void): Promise<string[]> {
  const problems: string[] = [];
  const readNames = new Set<string>();
  await eachMember(file, async (name, content) => {
    if (readNames.has(name)) problems.push(`${name} is included twice.`);
    readNames.add(name);
    if (name === MANIFEST_FILE) return void content.destroy();
    const expected = Object.hasOwn(manifest.files, name) ? manifest.files[name] : undefined;
    if (!expected || !isMemberName(name)) {
      problems.push(`${name} is not part of the backup.`);
      return void content.destroy();
    }
    const { stream, record } = createMeter(step);
    try {
      if (name === DATABASE_FILE) problems.push(...(await countLines(content, stream, manifest.tables)));
      else await pipeline(content, stream.resume());
    } catch (error) {
      problems.push(`${name} cannot be read: ${(error as Error).message}`);
      return;
    }
    const actual = record();
    if (actual.bytes !== expected.bytes)
      problems.push(`${name} has ${actual.bytes} bytes instead of ${expected.bytes}.`);
    else if (actual.sha256 !== expected.sha256) problems.push(`${name} differs from the file that was backed up.`);
  });
  const missing = [...Object.keys(manifest.files), DATABASE_FILE].filter(
    (name, index, all) => !readNames.has(name) && all.indexOf(name) === index,
  );
  return [...problems, ...missing.map((name) => `${name} is missing.`)];
}

async function countLines(content: Readable, through: Transform, expectedCounts: RowCounts): Promise<string[]> {
  const text = new PassThrough();
  const streaming = pipeline(content, through, text);
  streaming.catch(() => undefined);
  const counts: Record<string, number> = {};
  let table = '';
  for await (const line of parseLines(text)) {
    if (isRow(line)) counts[table] = (counts[table] ?? 0) + 1;
    else if ('table' in line) counts[(table = line.table)] = 0;
  }
  await streaming;
  return [...new Set([...Object.keys(expectedCounts), ...Object.keys(counts)])]
    .filter((name) => counts[name] !== expectedCounts[name])
    .map((name) => `The table ${name} has ${counts[name] ?? 'no'} rows, not ${expectedCounts[name] ?? 'any'}.`);
}
