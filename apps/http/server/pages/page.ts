/**
 * Something a browser reads beside the interface; the same bytes for as long as the process runs.
 */
export interface Page {
  /** Below the base path. */
  readonly path: string;
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
  read(): Promise<Buffer>;
}

export function textPage(
  path: string,
  type: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Page {
  const bytes = Buffer.from(text);
  return { path, type, headers, read: async () => bytes };
}
