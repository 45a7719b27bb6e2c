import type { DatesApi, HookApi, OptionsApi, Post, TemplateTagsApi } from '../../api/index.js';

type PostTimes = Pick<
  TemplateTagsApi,
  | 'getTheDate'
  | 'getTheTime'
  | 'getTheModifiedDate'
  | 'getTheModifiedTime'
  | 'getPostTime'
  | 'getPostModifiedTime'
  | 'getPostTimestamp'
>;

interface PostTimesDeps {
  readonly hooks: HookApi;
  readonly options: Pick<OptionsApi, 'getOption'>;
  readonly dates: Pick<DatesApi, 'mysql2date'>;
  post(id: number): Promise<Post | null>;
}

type TimeField = 'date' | 'modified';

const COLUMNS = {
  date: { local: 'post_date', utc: 'post_date_gmt' },
  modified: { local: 'post_modified', utc: 'post_modified_gmt' },
} as const;

/** Publication and modification times of posts, formatted for templates. */
export function createPostTimes({ hooks, options, dates, post }: PostTimesDeps): PostTimes {
  /** Returns a time of a post in the site's format, after the filter with the function's name. */
  const timeGetter =
    (which: TimeField, option: 'date_format' | 'time_format', filter: string) =>
    async (id: number, format = ''): Promise<string> => {
      const found = await post(id);
      if (!found) return '';
      const written = await dates.mysql2date(
        format === '' ? await options.getOption<string>(option, '') : format,
        found[COLUMNS[which].local] ?? '',
      );
      return hooks.applyFilters(filter, written === false ? '' : String(written), format, found);
    };
  const exact =
    (which: TimeField, filter: string) =>
    async (id: number, format = 'U', gmt = false): Promise<string | number | false> => {
      const found = await post(id);
      if (!found) return false;
      const time = await dates.mysql2date(format, found[COLUMNS[which][gmt ? 'utc' : 'local']] ?? '', true);
      return hooks.applyFilters(filter, time, format, gmt);
    };

  return {
    getTheDate: timeGetter('date', 'date_format', 'get_the_date'),
    getTheTime: timeGetter('date', 'time_format', 'get_the_time'),
    getTheModifiedDate: timeGetter('modified', 'date_format', 'get_the_modified_date'),
    getTheModifiedTime: timeGetter('modified', 'time_format', 'get_the_modified_time'),
    getPostTime: exact('date', 'get_post_time'),
    getPostModifiedTime: exact('modified', 'get_post_modified_time'),
    async getPostTimestamp(id, field = 'date') {
      const found = await post(id);
      const at = found ? Date.parse(`${(found[COLUMNS[field].utc] ?? '').replace(' ', 'T')}Z`) : NaN;
      return Number.isNaN(at) ? false : Math.floor(at / 1000);
    },
  };
}
