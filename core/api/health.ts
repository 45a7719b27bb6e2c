/**
 * A site health check; plugins add theirs with the filter `site_status_tests`.
 * @since 0.1.0
 */
export interface HealthCheck {
  readonly id: string;
  readonly label: string;
  readonly state: 'good' | 'recommended' | 'critical';
  /** Result of the check. */
  readonly description: string;
  /** Recommended fix; empty if none is needed. */
  readonly recommendation: string;
  /** Admin screen for the fix, relative to `wp-admin/`. */
  readonly fixUrl?: string;
  /**
   * Short description of the fix as a setup step; the dashboard lists these steps for a new owner until all are done.
   */
  readonly setupStep?: string;
}
