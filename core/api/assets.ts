/** Where and how a script or style goes into the page. */
export interface AssetOptions {
  /** Handles that must come first. */
  readonly deps?: readonly string[];
  /** Changes the address when the file changes; the plugin's version when absent. */
  readonly version?: string;
  /** `front` (the default), `admin`, or `both`. */
  readonly on?: 'front' | 'admin' | 'both';
  /** Only where a view or block asked for it during the request, with `useAsset`. */
  readonly onDemand?: boolean;
}
