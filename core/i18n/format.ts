/** Puts arguments into `%s`, `%d` and `%1$s`; `%%` is a percent sign. A place without an argument stays as it is. */
export function format(text: string, args: readonly (string | number)[]): string {
  if (!text.includes(args.length === 0 ? '%%' : '%')) return text;
  let next = 0;
  return text.replace(/%(?:(\d+)\$)?([sd%])/g, (place, position: string | undefined, kind: string) => {
    if (kind === '%') return '%';
    const value = args[position === undefined ? next++ : Number(position) - 1];
    return value === undefined ? place : String(value);
  });
}
