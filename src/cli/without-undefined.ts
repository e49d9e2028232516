/** The object without the fields that are `undefined`: an option that was not given says nothing. */
export function withoutUndefined<T extends object>(
  value: T,
): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(entries) as { readonly [K in keyof T]?: Exclude<T[K], undefined> };
}
