/** The time of a site under test. It is the process's: all that asks `Date` in it is told the same. */
export interface Clock {
  /** What the site takes for now. */
  now(): Date;
  /** Goes on by milliseconds, and does what the site had planned for meanwhile. */
  advance(ms: number): Promise<void>;
  /** Goes to a moment, and does what the site had planned until then. */
  goTo(moment: Date | string): Promise<void>;
  /** Does what is due now: events and jobs. */
  runDue(): Promise<void>;
}

/** How far the process's time is moved, shared by all clocks. */
const shift = { ms: 0, users: 0 };
const real = Date;
const now = (): number => real.now() + shift.ms;

/** Everything of `Date` stays as it is, except what it takes for now. */
const Moved: DateConstructor = new Proxy(real, {
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget === Moved ? target : newTarget) as object,
  apply: () => new real(now()).toString(),
  get: (target, key, receiver): unknown => (key === 'now' ? now : Reflect.get(target, key, receiver)),
});

/** A clock of its own for a site; `release` gives the process its time back with the last of them. */
export function createClock(runDue: () => Promise<void>, start?: Date | string): Clock & { release(): void } {
  if (shift.users++ === 0) globalThis.Date = Moved;
  const move = (moment: Date | string): void => void (shift.ms = momentOf(moment) - real.now());
  if (start !== undefined) move(start);
  return {
    now: () => new real(now()),
    async advance(ms) {
      shift.ms += ms;
      await runDue();
    },
    async goTo(moment) {
      move(moment);
      await runDue();
    },
    runDue,
    release() {
      if (--shift.users > 0) return;
      globalThis.Date = real;
      shift.ms = 0;
    },
  };
}

function momentOf(moment: Date | string): number {
  const ms = new real(moment).getTime();
  if (Number.isNaN(ms)) throw new RangeError(`"${String(moment)}" is no moment; write it as 2030-01-31T12:00:00Z.`);
  return ms;
}
