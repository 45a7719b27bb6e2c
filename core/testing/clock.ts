/** The time of a site under test. It applies to the whole process: all code that uses `Date` sees it. */
export interface Clock {
  /** Returns the site's current time. */
  now(): Date;
  /** Advances the time by milliseconds, and runs what is scheduled in between. */
  advance(ms: number): Promise<void>;
  /** Sets the time, and runs what is scheduled until then. */
  setTime(moment: Date | string): Promise<void>;
  /** Runs what is due now: events and jobs. */
  runDue(): Promise<void>;
}

/** Offset of the process's time, shared by all clocks. */
const shift = { ms: 0, users: 0 };
const real = Date;
const now = (): number => real.now() + shift.ms;

/** Everything in `Date` is unchanged except the current time. */
const Moved: DateConstructor = new Proxy(real, {
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget === Moved ? target : newTarget) as object,
  apply: () => new real(now()).toString(),
  get: (target, key, receiver): unknown => (key === 'now' ? now : Reflect.get(target, key, receiver)),
});

/** Creates a clock for a site; the `release` of the last one restores the process's real time. */
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
    async setTime(moment) {
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
  if (Number.isNaN(ms))
    throw new RangeError(`"${String(moment)}" is not a valid date; use the format 2030-01-31T12:00:00Z.`);
  return ms;
}
