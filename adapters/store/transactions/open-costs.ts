import { stages } from '@interline/core/transfer';
import { gasReservationId, type TransactionReads } from '@interline/core/transactions';
import {
  maxGasWei,
  type MulticallPlace,
  nativeAddress,
  noUnits,
  type Order,
  type Plan,
  type PlanStep,
  type SignedPermit,
  type TxFields,
} from '@interline/kernel';
import type { Db } from '../engine/db.ts';
import { fromJsonText } from '../engine/json-text.ts';
import { payerOfPull } from './pull-key.ts';

type OpenCostReads = Pick<
  TransactionReads,
  'openPulls' | 'openPayouts' | 'payoutsToCome' | 'refundsToCome' | 'openCalls'
>;

const { receiving, sending, refunding } = stages;
const stagesUnderWay = { receiving, sending, refunding };

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
      `SELECT route.client AS client, route.rail AS rail, effect.batch AS batch,
        effect.pull_key AS pull, reservation.units AS reserved,
        CASE WHEN effect.pull_key IS NULL THEN route.terms END AS terms,
        CASE WHEN effect.pull_key IS NULL THEN route.permit END AS permit,
        CASE WHEN effect.pull_key IS NULL THEN
          (SELECT tx FROM envelope WHERE effect_id = effect.id ORDER BY committed_at_ms LIMIT 1)
        END AS tx
      FROM effect JOIN route ON route.id = effect.route_id
        LEFT JOIN reservation ON reservation.id = :prefix || effect.id
      WHERE effect.is_final = :isFinal AND effect.state = 'open' AND effect.chain = :chain AND ${condition}`,
      { isFinal: false, chain, prefix: gasReservationId(''), ...values },
    );
    // A pull tells its payer by its key and sends no coin: hundreds are read at each acceptance.
    return rows.map(({ client, rail, pull, terms, permit, reserved, batch, tx }) => ({
      client,
      engine: rail,
      payer: typeof pull === 'string' ? payerOfPull(pull) : payerIn(permit, terms),
      wei: typeof reserved === 'string' ? BigInt(reserved) - valueIn(tx) : gasInMulticall(batch),
    }));
  };

  /** Routes under way whose plan has that figure, as far as the condition lets them through. */
  const accepted = async (
    figure: 'mostGasWei' | 'giveBackWei',
    condition: string,
    weiOf: (plan: Plan, order: Order, payoutState: unknown) => bigint | undefined,
  ): Promise<readonly Open[]> => {
    const { rows } = await db.run(
      `SELECT client, rail, terms, permit, plan,
        (SELECT state FROM effect WHERE effect.route_id = route.id AND effect.purpose = 'payout'
          ORDER BY effect.created_at_ms DESC LIMIT 1) AS payout
      FROM route WHERE status = 'BRIDGING' AND stage IN (:receiving, :sending, :refunding)
        AND plan LIKE :withFigure AND ${condition}`,
      { ...stagesUnderWay, withFigure: `%"${figure}"%` },
    );
    return rows.map(({ client, rail, terms, permit, plan, payout }) => ({
      client,
      engine: rail,
      payer: payerIn(permit, terms),
      // CAST: both were written by this store.
      wei:
        weiOf(fromJsonText(String(plan)) as Plan, fromJsonText(String(terms)) as Order, payout) ??
        0n,
    }));
  };

  return {
    async openPulls(chain, { client, payer, hasCode }) {
      const condition = `effect.purpose IN ('allowance', 'pull')
        AND route.mode <> 'rebalance' AND COALESCE(route.permit, '') ${hasCode ? 'LIKE' : 'NOT LIKE'} :withCode`;
      const open = await committed(chain, condition, { withCode: '%"ownerHasCode":true%' });
      return sums(open, client, payer);
    },

    async openPayouts(chain, { client, payer }) {
      const open = await committed(
        chain,
        `effect.purpose = 'payout' AND effect.expects LIKE :ofCoin`,
        { ofCoin: `%"token":"${nativeAddress}"%` },
      );
      return sums(open, client, payer);
    },

    async payoutsToCome(chain, { client, payer }) {
      const toCome = await accepted('mostGasWei', 'TRUE', ({ steps }, _order, payoutState) => {
        const payout = steps.find((one) => one.kind === 'payout');
        return payout?.token.chain === chain ? stillToCome(payout, payoutState) : noUnits;
      });
      return sums(toCome, client, payer);
    },

    async refundsToCome(chain, { client, payer }) {
      const none = `NOT EXISTS (SELECT 1 FROM effect WHERE effect.route_id = route.id
        AND effect.purpose = 'call' AND effect.state = 'mined')`;
      const toCome = await accepted('giveBackWei', none, ({ giveBackWei }, { from }) =>
        from.chain === chain ? giveBackWei : noUnits,
      );
      return sums(toCome, client, payer);
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

/**
 * What a route's payout of coin can still cost beside what is committed. One that is open, or has
 * reverted, may still be followed by a refund; one that came to nothing otherwise is made again.
 */
function stillToCome(
  { mostGasWei = noUnits, giveBackWei = noUnits }: Extract<PlanStep, { kind: 'payout' }>,
  payoutState: unknown,
): bigint {
  const isCounted = payoutState === 'open' || payoutState === 'reverted' || payoutState === 'mined';
  return isCounted ? giveBackWei : mostGasWei + giveBackWei;
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
