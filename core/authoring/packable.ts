import type { Site } from '../boot/site.js';

/** What is packed, and how it shows that it works. */
export interface Packable {
  readonly id: string;
  readonly version: string;
  /** Installs the zip and uses it. @throws PlinthError what keeps it from working */
  tryOut(site: Site, zip: string): Promise<void>;
}
