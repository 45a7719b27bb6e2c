import type { MetaType } from '../metadata.js';

/** WordPress's hooks of metadata, as fired here. */
declare module '../hooks.js' {
  interface Filters {
    is_protected_meta: (isProtected: boolean, key: string, metaType: MetaType | '') => boolean;
  }

  interface Actions {
    delete_postmeta: (metaIds: number[] | number) => void;
    deleted_postmeta: (metaIds: number[] | number) => void;
    update_postmeta: (metaId: number, objectId: number, key: string, value: string) => void;
    updated_postmeta: (metaId: number, objectId: number, key: string, value: string) => void;
  }
}

export type {};
