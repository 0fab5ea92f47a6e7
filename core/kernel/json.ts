/** What crosses a plugin's boundary or the wire as free-form data; quantities are digit strings. */
export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };
