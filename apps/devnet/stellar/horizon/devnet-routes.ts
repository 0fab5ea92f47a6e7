import type Router from '@koa/router';
import { StrKey } from '@stellar/stellar-sdk';
import { readFields, readJsonBody, RequestRefused, shown } from '../../http/read-request.ts';
import type { StellarDesk } from '../stellar-desk.ts';
import { horizonFaults } from './horizon-faults.ts';
import { presentLedger } from './present-ledger.ts';
import { presentTransaction } from './present-transaction.ts';
import { badRequest } from './problem.ts';

/** Another Horizon of the same ledger. */
export type StartHorizon = () => Promise<{ horizonUrl: string }>;

/**
 * Endpoints that a real Horizon does not have, except friendbot: gifts, the clock, and faults for
 * tests.
 */
export function serveDevnet(router: Router, desk: StellarDesk, startHorizon: StartHorizon): void {
  router.register('/friendbot', ['get', 'post'], (ctx) => {
    const { addr } = ctx.query;
    if (typeof addr !== 'string' || !StrKey.isValidEd25519PublicKey(addr))
      throw badRequest('addr', 'wanted a G address');
    ctx.body = presentTransaction(desk.friendbot(addr), ctx.origin);
  });
  router.post('/devnet/faucet', async (ctx) => {
    const { to, amount } = readFields(await readJsonBody(ctx.req), 'the body', ['to', 'amount']);
    if (typeof to !== 'string' || !StrKey.isValidEd25519PublicKey(to))
      throw refused('to', to, 'a G address with a trustline to the USDC of this devnet');
    if (typeof amount !== 'string' || !/^[1-9]\d{0,18}$/.test(amount))
      throw refused('amount', amount, 'digits: ten-millionths of a USDC');
    ctx.body = presentTransaction(desk.giveUsdc(to, BigInt(amount)), ctx.origin);
  });
  router.post('/devnet/close', async (ctx) => {
    const known = ['advanceSec', 'closeTimeSec'];
    const fields = readFields(await readJsonBody(ctx.req), 'the body', known);
    ctx.body = presentLedger(
      desk.close({
        advanceSec: readSeconds(fields['advanceSec'], 'advanceSec'),
        closeTimeSec: readSeconds(fields['closeTimeSec'], 'closeTimeSec'),
      }),
      ctx.origin,
    );
  });
  router.post('/devnet/base-fee', async (ctx) => {
    const { stroops } = readFields(await readJsonBody(ctx.req), 'the body', ['stroops']);
    if (typeof stroops !== 'number' || !Number.isInteger(stroops) || stroops < 100)
      throw refused('stroops', stroops, 'a whole number from 100');
    desk.ledger.baseFee = BigInt(stroops);
    ctx.body = { stroops };
  });
  router.post('/devnet/horizons', async (ctx) => {
    const { horizonUrl } = await startHorizon();
    ctx.body = { horizonUrl };
  });
  router.post('/devnet/faults', async (ctx) => {
    const body = readFields(await readJsonBody(ctx.req), 'the body', ['fault', 'times']);
    const fault = horizonFaults.find((one) => one === body['fault']);
    if (body['fault'] === null) desk.faults.clear();
    else if (fault === undefined)
      throw refused('fault', body['fault'], `null or one of ${horizonFaults.join(', ')}`);
    else desk.faults.start(fault, readTimes(body['times']));
    ctx.body = { fault: fault ?? null };
  });
}

function readSeconds(value: unknown, field: string): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw refused(field, value, 'a whole number of seconds');
}

function readTimes(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value;
  throw refused('times', value, 'a whole number from 1');
}

function refused(field: string, value: unknown, wanted: string): RequestRefused {
  return new RequestRefused(400, `${field} is ${shown(value)}; wanted ${wanted}`);
}
