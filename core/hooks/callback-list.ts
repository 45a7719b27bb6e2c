import type { AnyCallback } from '../api/index.js';
import type { Tally } from './tracing/trace.js';

/** Circuit breaker in front of an entry point of a plugin that has failed: decides whether it may be called. */
export interface Breaker {
  /** Whether the entry may be called now. Once a pause is over, one call is let through as a trial. */
  allows(): boolean;
  /** Reports a successful call. */
  recordSuccess(): void;
}

/** One registered callback. */
export interface Entry {
  readonly callback: AnyCallback;
  readonly acceptedArgs: number;
  /** The plugin that owns the callback; empty for the host. */
  readonly owner: string;
  /** Tally to which its run time is added. */
  readonly tally: Tally;
  /**
   * Whether it is an async function of the host: the hook then travels in its async context, as the owner context does
   * for plugins.
   */
  readonly runsInContext: boolean;
  /** Set after its first failure. */
  breaker: Breaker | undefined;
}

/** The callbacks of a priority without any. */
export const NO_ENTRIES: readonly Entry[] = [];

/** One running pass over a list, with the priorities still to come; corresponds to WordPress's array pointer. */
export interface ListIteration {
  priorities: readonly number[];
  /** Index in `priorities` of the priority that the pass has reached; past the end when the pass is over. */
  priorityIndex: number;
  /** The priority whose callbacks were run last. */
  currentPriority: number;
}

/**
 * The callbacks of one hook. A pass iterates over a priority's callbacks as they were when it reached that priority,
 * while additions and removals at other priorities take effect at once, exactly as in WordPress's `WP_Hook`.
 */
export class CallbackList {
  // Arrays are replaced, never mutated, so a running pass keeps its own snapshot.
  private readonly groups = new Map<number, readonly Entry[]>();
  private readonly passes: ListIteration[] = [];
  private priorities: readonly number[] = [];

  get empty(): boolean {
    return this.priorities.length === 0;
  }

  /** Adds a callback; the same callback under the same priority is replaced in place. */
  add(priority: number, entry: Entry): void {
    const group = this.groups.get(priority);
    if (group) {
      const position = group.findIndex((other) => other.callback === entry.callback);
      this.groups.set(priority, position < 0 ? [...group, entry] : group.with(position, entry));
    } else {
      this.groups.set(priority, [entry]);
      // A non-numeric priority, which untyped callers may pass, sorts as 0.
      this.priorities = [...this.priorities, priority].sort((a, b) => (Number(a) || 0) - (Number(b) || 0));
    }
    this.realign(group ? undefined : priority);
  }

  /** Removes a callback. Returns false if it was not registered. */
  remove(callback: AnyCallback, priority: number): boolean {
    const group = this.groups.get(priority);
    if (!group?.some((entry) => entry.callback === callback)) return false;
    const rest = group.filter((entry) => entry.callback !== callback);
    if (rest.length > 0) this.groups.set(priority, rest);
    else this.removePriority(priority);
    return true;
  }

  removeAll(priority?: number): void {
    if (priority === undefined) {
      this.groups.clear();
      this.priorities = [];
      this.realign();
    } else if (this.groups.has(priority)) {
      this.removePriority(priority);
    }
  }

  /** Returns the priority of a callback; the lowest if it is registered under several. */
  priorityOf(callback: AnyCallback): number | undefined {
    return this.priorities.find((priority) => this.has(callback, priority));
  }

  has(callback: AnyCallback, priority: number): boolean {
    return this.groups.get(priority)?.some((entry) => entry.callback === callback) ?? false;
  }

  /** Returns every callback in execution order. */
  *entries(): Generator<[priority: number, entry: Entry]> {
    for (const priority of this.priorities) {
      for (const entry of this.groups.get(priority) ?? []) yield [priority, entry];
    }
  }

  /** Whether the list contains callbacks of plugins. */
  hasPlugins(): boolean {
    for (const priority of this.priorities)
      if (this.groups.get(priority)?.some(({ owner }) => owner !== '')) return true;
    return false;
  }

  /** The priorities in order, for a new pass. */
  get order(): readonly number[] {
    return this.priorities;
  }

  /** Starts a pass at the first priority; end it with {@link end}. */
  begin(pass: ListIteration): void {
    this.passes.push(pass);
  }

  end(pass: ListIteration): void {
    const { passes } = this;
    if (passes[passes.length - 1] === pass) passes.pop();
    else passes.splice(passes.indexOf(pass), 1);
  }

  /** Returns the callbacks at the current priority of a pass. */
  group(pass: ListIteration): readonly Entry[] {
    const priority = pass.priorities[pass.priorityIndex];
    if (priority === undefined) return NO_ENTRIES;
    pass.currentPriority = priority;
    return this.groups.get(priority) ?? NO_ENTRIES;
  }

  private removePriority(priority: number): void {
    this.groups.delete(priority);
    this.priorities = this.priorities.filter((other) => other !== priority);
    this.realign();
  }

  /**
   * Gives every running pass the changed list of priorities; `added` is a priority that was not in the list before.
   */
  private realign(added?: number): void {
    for (const pass of this.passes) this.realignPass(pass, added);
  }

  /**
   * Moves a pass to the priority it had reached. If that was removed, the pass moves to the next higher one, whose
   * callbacks it then skips, as in WordPress.
   */
  private realignPass(pass: ListIteration, added: number | undefined): void {
    const { priorities } = this;
    const reached = pass.priorities[pass.priorityIndex];
    if (reached === undefined) return;
    const [lowest] = priorities;
    if (lowest !== undefined && reached < lowest) {
      // The pass keeps the removed priority in front, so that its next step reaches the lowest one.
      pass.priorities = [reached, ...priorities];
      pass.priorityIndex = 0;
      return;
    }
    pass.priorities = priorities;
    pass.priorityIndex = priorities.findIndex((priority) => priority >= reached);
    if (pass.priorityIndex < 0) pass.priorityIndex = priorities.length;
    // The priority whose callbacks run had been removed, so the pass had moved to the next one, and now exists again:
    // the pass goes back, so that its next step reaches the next one.
    if (added === pass.currentPriority && priorities[pass.priorityIndex - 1] === added) pass.priorityIndex -= 1;
  }
}
