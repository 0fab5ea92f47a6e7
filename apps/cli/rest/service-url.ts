import { UsageError } from '../exit-codes.ts';

/** Where a service runs, for a command that has no `--url`. */
export function serviceUrl(): string {
  return readUrl(process.env['INTERLINE_URL'] ?? defaultUrl());
}

export function defaultUrl(): string {
  return `http://127.0.0.1:${process.env['PORT'] ?? '8787'}`;
}

export function readUrl(text: string): string {
  return urlIn(text, '--url');
}

export function readRelayUrl(text: string): string {
  return urlIn(text, '--relay');
}

/**
 * A password in it would be printed with every message, so it is not taken; nor is the text
 * repeated here.
 */
export function urlIn(text: string, option: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${option} must be an http or https URL, such as http://127.0.0.1:8787`);
  if (url.username !== '' || url.password !== '')
    throw new UsageError(`${option} must not have a user or password in it`);
  return text.replace(/\/+$/, '');
}

/** Whether the service runs here, as a devnet does. */
export function isThisMachine(url: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}
