import { readFile } from 'node:fs/promises';

/**
 * A file that a browser reads in addition to the interface; the same bytes for as long as the
 * process runs.
 */
export interface Page {
  /** Below the base path. */
  readonly path: string;
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Shown in place of the path's other content to a client that prefers this type. */
  readonly onlyFor?: string;
  read(): Promise<Buffer>;
}

/** A page that is a file: of the service's own, or of a package that is served as it is. */
export interface PageFile extends Pick<Page, 'path' | 'type' | 'headers' | 'onlyFor'> {
  readonly url: URL;
}

/** Read when it is first asked for, so that it takes no memory before. */
export function filePage({ url, ...page }: PageFile): Page {
  let bytes: Promise<Buffer> | undefined;
  return {
    ...page,
    async read() {
      bytes ??= readFile(url);
      return bytes;
    },
  };
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
