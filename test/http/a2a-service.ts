import { type Receipt, receiptOf } from '@interline/core/transfer';
import { recipient, sampleRoute } from '@interline/http/testing';
import { RelayError } from '@interline/kernel';
import { type Service, startService } from './start-service.ts';

export const lane = { fromChain: 8453, toChain: 42161, amount: '25000000', token: 'USDC' };
export const rehearsal = { ...lane, toAddress: recipient, dryRun: true };
export const route = sampleRoute();
export const unknown = `rt_${'f'.repeat(32)}`;
const pace = { look: 10, heartbeat: 30, longest: 60_000 };

export const pulling = receiptOf(
  sampleRoute({ status: 'BRIDGING', stage: 'PULLING' }),
  1_800_000_007_000,
);
export const paying = receiptOf(
  sampleRoute({ status: 'BRIDGING', stage: 'PAYING' }),
  1_800_000_008_000,
);
export const done = receiptOf(sampleRoute({ status: 'DONE', stage: 'DONE' }), 1_800_000_009_000);
export const failed = receiptOf(
  sampleRoute({ status: 'FAILED', stage: 'REFUNDED' }),
  1_800_000_009_000,
);
export const awaiting = receiptOf(sampleRoute({ status: 'FUNDS_REQUIRED' }), 1_800_000_009_000);

/** Its card names where it listens, which the client goes by. */
export async function startAgentService(
  change: Parameters<typeof startService>[0] = {},
): Promise<Service> {
  let url: string | null = null;
  const service = await startService({ origin: () => url, streamPace: pace, ...change });
  ({ url } = service);
  return service;
}

/** Answers with these receipts in turn, the last one for ever. */
export function answering(...receipts: readonly Receipt[]) {
  let asked = 0;
  return {
    transfer: {
      readRoute: async (id: string): Promise<Receipt> => {
        const next = receipts[Math.min(asked, receipts.length - 1)];
        asked += 1;
        if (next === undefined || id !== route.id) throw new RelayError('UNKNOWN_ROUTE');
        return next;
      },
    },
  };
}

export interface Rpc {
  readonly status: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data: unknown };
}

export async function rpc(
  { url }: Pick<Service, 'url'>,
  method: string,
  params: object,
  headers: Record<string, string> = { 'a2a-version': '1.0' },
): Promise<Rpc> {
  const response = await fetch(`${url}/api/a2a`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
  });
  // CAST: an answer of JSON-RPC.
  return { status: response.status, ...((await response.json()) as Omit<Rpc, 'status'>) };
}

/** A message of these parts. */
export const sending = (...parts: object[]) => ({
  message: { messageId: 'm', role: 'ROLE_USER', parts },
});
