import { randomUUID } from 'node:crypto';
import type { PluginNotes } from './plugin-notes.js';

/**
 * Which state of a plugin's folder is meant, by plugin: replaced whenever the folder is, so that every process
 * that shares the folder starts the plugin anew.
 */
interface Revisions {
  all(): Promise<Readonly<Record<string, string>>>;
  renew(id: string): Promise<void>;
}

export function createRevisions(notes: PluginNotes<string>): Revisions {
  return { all: notes.all, renew: (id) => notes.set(id, randomUUID().slice(0, 8)) };
}
