const UNSET = /^0{4}-/;

/** A date of the file as it is stored; undefined for none. */
export const dateOf = (date: string): string | undefined => (date === '' || UNSET.test(date) ? undefined : date);
