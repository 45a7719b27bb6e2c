import type { AnyCallback } from '../api/index.js';
import type { Tally } from './trace.js';

/** Stands before an entry into a plugin's code that failed: lets it be called, or not for a while. */
export interface Breaker {
  /** Whether the entry may be called now; once a pause is over, one call is let through to see whether it is well. */
  allows(): boolean;
  /** The entry did its work. */
  worked(): void;
}

/** One registered callback. */
export interface Entry {
  readonly callback: AnyCallback;
  readonly acceptedArgs: number;
  /** The plugin it belongs to; empty for the host's own. */
  readonly owner: string;
  /** Where its time is counted. */
  readonly tally: Tally;
  /** An async function of the host: it carries the hook along, as plugins' names do for theirs. */
  readonly framed: boolean;
  /** With the hook's one argument it can be called as it is. */
  readonly direct: boolean;
  /** Stands before it since it failed for the first time. */
  breaker: Breaker | undefined;
}

/** The callbacks of a priority that has none. */
export const NOBODY: readonly Entry[] = [];

/** One running pass over a list: which priorities are still to come, as WordPress's array pointer keeps it. */
export interface Pass {
  priorities: readonly number[];
  /** Index of the priority that runs now; past the end when the pass is over. */
  index: number;
  current: number;
}

/**
 * The callbacks of one hook. A pass iterates over a priority's callbacks as they were when it reached that priority,
 * while additions and removals at other priorities take effect at once: WordPress's `WP_Hook`, to its corner cases.
 */
export class CallbackList {
  // Arrays are replaced, never changed, so a running pass keeps the one it holds.
  private readonly groups = new Map<number, readonly Entry[]>();
  private readonly passes: Pass[] = [];
  private priorities: readonly number[] = [];

  get empty(): boolean {
    return this.priorities.length === 0;
  }

  /** Adds a callback; the same one under the same priority is replaced in its place. */
  add(priority: number, entry: Entry): void {
    const group = this.groups.get(priority);
    if (group) {
      const place = group.findIndex((other) => other.callback === entry.callback);
      this.groups.set(priority, place < 0 ? [...group, entry] : group.with(place, entry));
    } else {
      this.groups.set(priority, [entry]);
      // A priority that is no number, which untyped callers may pass, sorts as 0.
      this.priorities = [...this.priorities, priority].sort((a, b) => (Number(a) || 0) - (Number(b) || 0));
    }
    this.realign(group ? undefined : priority);
  }

  /** Removes a callback; false when it was not there. */
  remove(callback: AnyCallback, priority: number): boolean {
    const group = this.groups.get(priority);
    if (!group?.some((entry) => entry.callback === callback)) return false;
    const rest = group.filter((entry) => entry.callback !== callback);
    if (rest.length > 0) this.groups.set(priority, rest);
    else this.drop(priority);
    return true;
  }

  removeAll(priority?: number): void {
    if (priority === undefined) {
      this.groups.clear();
      this.priorities = [];
      this.realign();
    } else if (this.groups.has(priority)) {
      this.drop(priority);
    }
  }

  /** The priority of a callback, the lowest when it stands under several. */
  priorityOf(callback: AnyCallback): number | undefined {
    return this.priorities.find((priority) => this.holds(callback, priority));
  }

  holds(callback: AnyCallback, priority: number): boolean {
    return this.groups.get(priority)?.some((entry) => entry.callback === callback) ?? false;
  }

  /** Every callback in the order it would run. */
  *entries(): Generator<[priority: number, entry: Entry]> {
    for (const priority of this.priorities) {
      for (const entry of this.groups.get(priority) ?? []) yield [priority, entry];
    }
  }

  /** Whether somebody besides the host is among them. */
  hasPlugins(): boolean {
    for (const priority of this.priorities)
      if (this.groups.get(priority)?.some(({ owner }) => owner !== '')) return true;
    return false;
  }

  /** The priorities in order, for a pass that begins. */
  get order(): readonly number[] {
    return this.priorities;
  }

  /** Starts a pass at the first priority; end it with {@link end}. */
  begin(pass: Pass): void {
    this.passes.push(pass);
  }

  end(pass: Pass): void {
    const { passes } = this;
    if (passes[passes.length - 1] === pass) passes.pop();
    else passes.splice(passes.indexOf(pass), 1);
  }

  /** The callbacks of the priority that a pass stands at. */
  group(pass: Pass): readonly Entry[] {
    const priority = pass.priorities[pass.index];
    if (priority === undefined) return NOBODY;
    pass.current = priority;
    return this.groups.get(priority) ?? NOBODY;
  }

  private drop(priority: number): void {
    this.groups.delete(priority);
    this.priorities = this.priorities.filter((other) => other !== priority);
    this.realign();
  }

  /** Points every running pass at the right place of the changed list of priorities; `added` is one that was not there before. */
  private realign(added?: number): void {
    for (const pass of this.passes) this.realignPass(pass, added);
  }

  private realignPass(pass: Pass, added: number | undefined): void {
    const { priorities } = this;
    const at = pass.priorities[pass.index];
    if (at === undefined) return;
    const [first] = priorities;
    if (first !== undefined && at < first) {
      pass.priorities = [at, ...priorities];
      pass.index = 0;
      return;
    }
    pass.priorities = priorities;
    pass.index = priorities.findIndex((priority) => priority >= at);
    if (pass.index < 0) pass.index = priorities.length;
    // The running priority was emptied, so the pass stood before its successor, and now exists again:
    // step back so that the next step of the pass lands on it.
    if (added === pass.current && priorities[pass.index - 1] === added) pass.index -= 1;
  }
}
