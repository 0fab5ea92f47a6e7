import type Router from '@koa/router';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { StellarDesk } from '../stellar-desk.ts';
import { presentTransaction } from './present-transaction.ts';
import { submitAsync, submitTransaction } from './submit-transaction.ts';

const asyncStatus = { PENDING: 201, DUPLICATE: 409, TRY_AGAIN_LATER: 503, ERROR: 400 } as const;

/** Both ways to hand in a transaction. */
export function serveSubmissions(router: Router, desk: StellarDesk): void {
  router.post('/transactions', async (ctx) => {
    const row = await submitTransaction(await envelopeIn(ctx.req), desk);
    ctx.body = presentTransaction(row, ctx.origin);
  });
  router.post('/transactions_async', async (ctx) => {
    const { envelope, submission } = submitAsync(await envelopeIn(ctx.req), desk);
    ctx.status = asyncStatus[submission.status];
    ctx.body = {
      tx_status: submission.status,
      hash: envelope.hash,
      ...(submission.status === 'ERROR'
        ? { error_result_xdr: submission.result.toXDR('base64') }
        : {}),
    };
  });
}

async function envelopeIn(request: IncomingMessage): Promise<string | null> {
  return new URLSearchParams(await text(request)).get('tx');
}
