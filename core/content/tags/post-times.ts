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

/** Creates the functions that return publication and modification times of posts for templates. */
export function createPostTimes({ hooks, options, dates, post }: PostTimesDeps): PostTimes {
  /** Creates a function that returns a time of a post in the site's format. `filter` is the name of the function. */
  const createTimeGetter =
    (field: TimeField, option: 'date_format' | 'time_format', filter: string) =>
    async (id: number, format = ''): Promise<string> => {
      const found = await post(id);
      if (!found) return '';
      const formattedDate = await dates.mysql2date(
        format === '' ? await options.getOption<string>(option, '') : format,
        found[COLUMNS[field].local] ?? '',
      );
      return hooks.applyFilters(filter, formattedDate === false ? '' : String(formattedDate), format, found);
    };
  const createPostTimeGetter =
    (field: TimeField, filter: string) =>
    async (id: number, format = 'U', gmt = false): Promise<string | number | false> => {
      const found = await post(id);
      if (!found) return false;
      const time = await dates.mysql2date(format, found[COLUMNS[field][gmt ? 'utc' : 'local']] ?? '', true);
      return hooks.applyFilters(filter, time, format, gmt);
    };

  return {
    getTheDate: createTimeGetter('date', 'date_format', 'get_the_date'),
    getTheTime: createTimeGetter('date', 'time_format', 'get_the_time'),
    getTheModifiedDate: createTimeGetter('modified', 'date_format', 'get_the_modified_date'),
    getTheModifiedTime: createTimeGetter('modified', 'time_format', 'get_the_modified_time'),
    getPostTime: createPostTimeGetter('date', 'get_post_time'),
    getPostModifiedTime: createPostTimeGetter('modified', 'get_post_modified_time'),
    async getPostTimestamp(id, field = 'date') {
      const found = await post(id);
      const timestampMs = found ? Date.parse(`${(found[COLUMNS[field].utc] ?? '').replace(' ', 'T')}Z`) : NaN;
      return Number.isNaN(timestampMs) ? false : Math.floor(timestampMs / 1000);
    },
  };
}
