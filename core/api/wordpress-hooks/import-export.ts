import type { ExportArgs, ImportedItem } from '../import-export.js';
import type { PostInput } from '../posts.js';

/** WordPress's hooks of its export file and of the importer plugin, as fired here. */
declare module '../hooks.js' {
  interface Filters {
    export_args: (args: ExportArgs) => ExportArgs;
    export_wp_filename: (name: string, sitename: string, date: string) => string;
    import_post_meta_key: (key: string, postId: number, item: ImportedItem) => string | false;
    the_content_export: (content: string) => string;
    the_excerpt_export: (excerpt: string) => string;
    the_title_export: (title: string) => string;
    wp_import_post_data_processed: (input: PostInput, item: ImportedItem) => PostInput;
    wxr_export_skip_commentmeta: (skip: boolean, key: string, row: object) => boolean;
    wxr_export_skip_postmeta: (skip: boolean, key: string, row: object) => boolean;
    wxr_export_skip_termmeta: (skip: boolean, key: string, row: object) => boolean;
  }

  interface Actions {
    export_filters: () => void;
    export_wp: (args: ExportArgs) => void;
    import_end: () => void;
    import_start: () => void;
    wp_import_insert_post: (postId: number, oldId: number, input: PostInput, item: ImportedItem) => void;
  }
}

export type {};
