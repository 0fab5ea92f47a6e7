import { type DevnetReport, readDevnetReport } from './devnet-report.ts';

const answerDeadlineMs = 3_000;

/** A devnet that another process on this machine runs; it cannot be stopped through this. */
export type AttachedDevnet = DevnetReport & { url: string };

/**
 * Reads the report of the devnet at this URL, or at its report's URL; throws when no devnet answers
 * there.
 */
export async function attachDevnet(url: string): Promise<AttachedDevnet> {
  const base = url.replace(/(\/devnet)?\/*$/, '');
  const { status, text } = await ask(`${base}/devnet`, base);
  try {
    if (status !== 200) throw new Error(`GET /devnet gives status ${status}`);
    return { ...readDevnetReport(JSON.parse(text)), url: base };
  } catch (error) {
    throw new Error(`${base} answers but is not a devnet: ${messageOf(error)}`, { cause: error });
  }
}

async function ask(address: string, base: string): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(answerDeadlineMs) });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw new Error(`no devnet answers at ${base}; start one with "npm run devnet"`, {
      cause: error,
    });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
