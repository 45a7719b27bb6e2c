import type { SiteAttachments } from '../../content/attachments/index.js';
import type { SiteContent } from '../../content/index.js';
import type { NonceApi } from '../../api/index.js';
import type { PluginHost } from '../../plugins/index.js';
import type { Views } from '../../view/index.js';

/** Parts called by parts that were created earlier, once the site runs. */
interface LateServiceMap {
  readonly content: SiteContent;
  readonly attachments: SiteAttachments;
  readonly nonces: NonceApi;
  readonly views: Views;
  readonly plugins: PluginHost;
}

/** Late binding of mutually dependent parts: each is provided when it is created and resolved when it is called. */
export interface LateServices {
  /** @throws Error if the part is requested before it is created */
  get<Name extends keyof LateServiceMap>(name: Name): LateServiceMap[Name];
  has(name: keyof LateServiceMap): boolean;
  provide(parts: Partial<LateServiceMap>): void;
}

export function createLateServices(): LateServices {
  const providedParts: Partial<LateServiceMap> = {};
  return {
    get(name) {
      const part = providedParts[name];
      if (part === undefined) throw new Error(`The site service "${name}" was requested before it was created.`);
      return part;
    },
    has: (name) => providedParts[name] !== undefined,
    provide: (parts) => void Object.assign(providedParts, parts),
  };
}
