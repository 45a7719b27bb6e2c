/** One thing that site health looked at. */
export interface HealthCheck {
  readonly id: string;
  readonly label: string;
  readonly state: 'good' | 'recommended' | 'critical';
  /** What was seen. */
  readonly seen: string;
  /** What to do about it; empty when nothing. */
  readonly cure: string;
}
