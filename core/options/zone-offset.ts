/** How many hours a time zone is ahead of UTC at a moment; an unknown zone counts as UTC. */
export function zoneOffsetHours(zone: string, atMs: number): number {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(atMs);
    const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
    const match = /^GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(name);
    if (!match?.[1]) return 0;
    const hours = Number(match[2]) + Number(match[3]) / 60;
    return Math.round((match[1] === '-' ? -hours : hours) * 100) / 100;
  } catch {
    return 0;
  }
}
