/** One thing that site health looked at; plugins add theirs by the filter `site_status_tests`. @since 0.2.0 */
export interface HealthCheck {
  readonly id: string;
  readonly label: string;
  readonly state: 'good' | 'recommended' | 'critical';
  /** What was seen. */
  readonly seen: string;
  /** What to do about it; empty when nothing. */
  readonly cure: string;
  /** The screen to do it on, below `wp-admin/`. */
  readonly fix?: string;
  /** What a new owner does about it, in a few words; the dashboard lists these first steps until all are done. */
  readonly step?: string;
}
