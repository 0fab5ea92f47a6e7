import { gasReservationId, type TransactionReads } from '@interline/core/transactions';
import {
  maxGasWei,
  type MulticallPlace,
  nativeAddress,
  type Order,
  type Plan,
  type SignedPermit,
  type TxFields,
} from '@interline/kernel';
import type { Db } from '../engine/db.ts';
import { fromJsonText } from '../engine/json-text.ts';

type OpenCostReads = Pick<TransactionReads, 'openPulls' | 'openPayouts' | 'openCalls'>;

/** One transaction under way, or one that a route is about to send. */
interface Open {
  readonly client: unknown;
  readonly payer: string;
  readonly engine: unknown;
  readonly wei: bigint;
}

export function openCostReads(db: Db): OpenCostReads {
  /** What is committed for routes and not mined, as far as the condition lets it through. */
  const committed = async (
    chain: string,
    condition: string,
    values: Readonly<Record<string, string>> = {},
  ): Promise<readonly Open[]> => {
    const { rows } = await db.run(
      `SELECT route.client AS client, route.rail AS rail, route.terms AS terms,
        route.permit AS permit, effect.batch AS batch,
        (SELECT tx FROM envelope WHERE effect_id = effect.id ORDER BY committed_at_ms LIMIT 1) AS tx,
        reservation.units AS reserved
      FROM effect JOIN route ON route.id = effect.route_id
        LEFT JOIN reservation ON reservation.id = :prefix || effect.id
      WHERE effect.is_final = :isFinal AND effect.state = 'open' AND effect.chain = :chain AND ${condition}`,
      { isFinal: false, chain, prefix: gasReservationId(''), ...values },
    );
    return rows.map(({ client, rail, terms, permit, reserved, batch, tx }) => ({
      client,
      engine: rail,
      payer: payerIn(permit, terms),
      wei: typeof reserved === 'string' ? BigInt(reserved) - valueIn(tx) : gasInMulticall(batch),
    }));
  };

  return {
    async openPulls(chain, { client, payer, hasCode }) {
      const condition = `effect.purpose IN ('allowance', 'pull')
        AND route.mode <> 'rebalance' AND COALESCE(route.permit, '') ${hasCode ? 'LIKE' : 'NOT LIKE'} :withCode`;
      const open = await committed(chain, condition, { withCode: '%"ownerHasCode":true%' });
      return sums(open, client, payer);
    },

    async openPayouts(chain, { client, payer, except = '' }) {
      const sent = await committed(
        chain,
        `effect.purpose = 'payout' AND effect.expects LIKE :ofCoin AND effect.route_id <> :except`,
        { ofCoin: `%"token":"${nativeAddress}"%`, except },
      );
      const { rows } = await db.run(
        `SELECT client, rail, terms, permit, plan FROM route
        WHERE status = 'BRIDGING' AND phase IN ('pulling', 'running') AND id <> :except
          AND plan LIKE '%"mostGasWei"%'
          AND NOT EXISTS (SELECT 1 FROM effect WHERE effect.route_id = route.id AND effect.purpose = 'payout')`,
        { except },
      );
      const toCome = rows.map(({ client: by, rail, terms, permit, plan }) => ({
        client: by,
        engine: rail,
        payer: payerIn(permit, terms),
        wei: mostGasOf(plan, chain),
      }));
      return sums([...sent, ...toCome], client, payer);
    },

    async openCalls(chain, { engine, payer }) {
      const open = await committed(chain, `effect.purpose = 'call'`);
      return {
        ofEngine: sum(open.filter((one) => one.engine === engine)),
        ofPayer: sum(open.filter((one) => one.payer === payer)),
      };
    },
  };
}

function sums(open: readonly Open[], client: string, payer: string) {
  return {
    inAll: sum(open),
    ofClient: sum(open.filter((one) => one.client === client)),
    ofPayer: sum(open.filter((one) => one.payer === payer)),
  };
}

function sum(open: readonly Open[]): bigint {
  return open.reduce((total, { wei }) => total + wei, 0n);
}

/** Who signed; else whom the order names. */
function payerIn(permit: unknown, terms: unknown): string {
  // CAST: written by this store.
  const signed = typeof permit === 'string' ? (fromJsonText(permit) as SignedPermit) : null;
  // CAST: written by this store.
  return signed?.owner ?? (fromJsonText(String(terms)) as Order).payer;
}

function mostGasOf(plan: unknown, chain: string): bigint {
  // CAST: written by this store.
  const { steps } = fromJsonText(String(plan)) as Plan;
  const payout = steps.find((one) => one.kind === 'payout');
  return payout?.token.chain === chain ? (payout.mostGasWei ?? 0n) : 0n;
}

/** The coin that it sends is reserved with its gas, and nothing can burn that. */
function valueIn(tx: unknown): bigint {
  // CAST: written by this store.
  return typeof tx === 'string' ? (fromJsonText(tx) as TxFields).valueWei : 0n;
}

/** The multicall's own reservation covers it; this is its part. */
function gasInMulticall(batch: unknown): bigint {
  if (typeof batch !== 'string') return 0n;
  // CAST: written by this store.
  const { call } = fromJsonText(batch) as MulticallPlace;
  return maxGasWei(call);
}
