const UNSET_DATE = /^0{4}-/;

/** Returns a date of the file as stored; undefined for none. */
export const toStoredDate = (date: string): string | undefined =>
  date === '' || UNSET_DATE.test(date) ? undefined : date;
