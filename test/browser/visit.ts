import type { Browser, Page } from 'playwright-core';
import { longestWaitMs } from '../support/longest-wait.ts';

/** A page that is open, and what was heard of it since before it was. */
export interface Visit {
  readonly page: Page;
  /**
   * Errors told on the console, where the browser also tells what a policy refused; scripts that
   * threw; requests that failed.
   */
  readonly troubles: readonly string[];
  /** Every origin that anything was requested from. */
  readonly origins: ReadonlySet<string>;
}

interface VisitOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
  /** Runs in the page before its own scripts do. */
  readonly before?: () => void;
  /** The same from outside, for what the page is to find there. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** Each visit is a browser of its own: nothing is kept from the one before. */
export async function visit(
  browser: Browser,
  url: string,
  { width = 1_280, height = 844, colorScheme = 'light', before, prepare }: VisitOptions = {},
): Promise<Visit> {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  page.setDefaultTimeout(longestWaitMs);
  const troubles: string[] = [];
  const origins = new Set<string>();
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text());
  });
  page.on('pageerror', ({ message }) => troubles.push(message));
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  page.on('requestfailed', (request) =>
    troubles.push(`${request.url()}: ${request.failure()?.errorText}`),
  );
  page.on('response', (response) => {
    if (!response.ok()) troubles.push(`${response.url()}: ${response.status()}`);
  });
  if (before !== undefined) await page.addInitScript(before);
  await prepare?.(page);
  await page.goto(url);
  return { page, troubles, origins };
}
