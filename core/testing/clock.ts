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

/** Offset of the process's time in milliseconds, and the number of clocks that use it. */
const offset = { ms: 0, users: 0 };
const RealDate = Date;
const shiftedNow = (): number => RealDate.now() + offset.ms;

/** `Date` with a shifted current time; everything else is unchanged. */
const ShiftedDate: DateConstructor = new Proxy(RealDate, {
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(
      target,
      args.length === 0 ? [shiftedNow()] : args,
      newTarget === ShiftedDate ? target : newTarget,
    ) as object,
  apply: () => new RealDate(shiftedNow()).toString(),
  get: (target, key, receiver): unknown => (key === 'now' ? shiftedNow : Reflect.get(target, key, receiver)),
});

/** Creates a clock for a site; the `release` of the last one restores the process's real time. */
export function createClock(runDue: () => Promise<void>, start?: Date | string): Clock & { release(): void } {
  if (offset.users++ === 0) globalThis.Date = ShiftedDate;
  const setOffset = (moment: Date | string): void => void (offset.ms = toMilliseconds(moment) - RealDate.now());
  if (start !== undefined) setOffset(start);
  return {
    now: () => new RealDate(shiftedNow()),
    async advance(ms) {
      offset.ms += ms;
      await runDue();
    },
    async setTime(moment) {
      setOffset(moment);
      await runDue();
    },
    runDue,
    release() {
      if (--offset.users > 0) return;
      globalThis.Date = RealDate;
      offset.ms = 0;
    },
  };
}

function toMilliseconds(moment: Date | string): number {
  const ms = new RealDate(moment).getTime();
  if (Number.isNaN(ms))
    throw new RangeError(`"${String(moment)}" is not a valid date; use the format 2030-01-31T12:00:00Z.`);
  return ms;
}
