const UNSET = /^0{4}-/;

/** Returns a date of the file as stored; undefined for none. */
export const dateOf = (date: string): string | undefined => (date === '' || UNSET.test(date) ? undefined : date);
