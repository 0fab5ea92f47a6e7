import { stages } from '@interline/core/transfer';
import { gasReservationId, type TransactionReads } from '@interline/core/transactions';
import {
  maxGasCost,
  type MulticallPlace,
  noUnits,
  type Order,
  type Plan,
  type PlanStep,
  type SignedPermit,
  type TxFields,
} from '@interline/kernel';
import type { Db } from '../engine/db.ts';
import { fromJsonText } from '../engine/json-text.ts';
import { underWayWith } from '../transfer/tables.ts';
import { payerOfPull } from './pull-key.ts';
import { paysCoin } from './tables.ts';

type OpenCostReads = Pick<
  TransactionReads,
  'openPulls' | 'openPayouts' | 'payoutsToCome' | 'refundsToCome' | 'openCalls'
>;

const { receiving, sending, refunding, refundHeld, quarantined } = stages;

/** One transaction under way, or what a route is about to spend. */
interface Open {
  readonly client: unknown;
  readonly payer: string;
  readonly cost: bigint;
  /** What of it counts against all others; all of it where left out. */
  readonly sharedCost?: bigint;
}

/**
 * Of ten transfers that upstreams have taken they give back one at the most, unless somebody makes
 * them: each counts in full for its payer, and a tenth for its client and chain. Counted in full
 * there too, two transfers from Ethereum at 5 gwei would be a client's whole day.
 */
const takenPerGivenBack = 10n;

/** The gas that is reserved for a transaction, or its place in the multicall whose gas is. */
const gas = 'reservation.units AS reserved, effect.batch AS batch';

const underWay = `LEFT JOIN reservation ON reservation.id = :prefix || effect.id
  WHERE NOT effect.is_final AND effect.state = 'open' AND effect.chain = :chain`;

function underWayOn(chain: string) {
  return { chain, prefix: gasReservationId('') };
}

export function openCostReads(db: Db): OpenCostReads {
  /** What is committed for routes and not mined, as far as the condition lets it through. */
  const committed = async (
    chain: string,
    condition: string,
  ): Promise<readonly (Open & { readonly engine: unknown })[]> => {
    const { rows } = await db.run(
      `SELECT client, rail, terms, permit, ${gas},
        (SELECT tx FROM envelope WHERE effect_id = effect.id ORDER BY committed_at_ms LIMIT 1) AS tx
      FROM effect JOIN route ON route.id = effect.route_id ${underWay} AND ${condition}`,
      underWayOn(chain),
    );
    return rows.map(({ client, rail, terms, permit, reserved, batch, tx }) => ({
      client,
      engine: rail,
      payer: payerIn(permit, terms),
      cost: gasIn(reserved, batch, valueIn(tx)),
    }));
  };

  /**
   * Routes under way whose plan has that figure, as far as the condition lets them through. `shown`
   * is what else is read of each, in SQL.
   */
  const accepted = async (
    figure: 'mostGasCost' | 'giveBackCost',
    { condition, values, shown }: AcceptedScope,
    costOf: (
      plan: Plan,
      order: Order,
      shown: unknown,
    ) => Pick<Open, 'cost' | 'sharedCost'> | undefined,
  ): Promise<readonly Open[]> => {
    const { rows } = await db.run(
      `SELECT client, terms, permit, plan, (${shown}) AS shown
      FROM route WHERE ${underWayWith(figure)} AND ${condition}`,
      values,
    );
    return rows.map(({ client, terms, permit, plan, shown: seen }) => ({
      client,
      payer: payerIn(permit, terms),
      // CAST: both were written by this store.
      ...(costOf(
        fromJsonText(String(plan)) as Plan,
        fromJsonText(String(terms)) as Order,
        seen,
      ) ?? {
        cost: 0n,
      }),
    }));
  };

  return {
    // Hundreds are read at each acceptance, so nothing of their routes is.
    async openPulls(chain, { client, payer, hasCode }) {
      const { rows } = await db.run(
        `SELECT pull_client AS client, pull_key AS key, ${gas} FROM effect ${underWay}
          AND purpose IN ('allowance', 'pull') AND pull_of_code = :hasCode`,
        { ...underWayOn(chain), hasCode },
      );
      const open = rows.map(({ client: of, key, reserved, batch }) => ({
        client: of,
        payer: payerOfPull(String(key)),
        cost: gasIn(reserved, batch),
      }));
      return sums(open, client, payer);
    },

    async openPayouts(chain, { client, payer }) {
      const open = await committed(chain, paysCoin);
      return sums(open, client, payer);
    },

    async payoutsToCome(chain, { client, payer }) {
      const toCome = await accepted('mostGasCost', untilPaid, ({ steps }, _order, payoutState) => {
        const payout = steps.find((one) => one.kind === 'payout');
        return payout?.token.chain === chain
          ? { cost: stillToCome(payout, payoutState) }
          : undefined;
      });
      return sums(toCome, client, payer);
    },

    async refundsToCome(chain, { client, payer }) {
      const toCome = await accepted(
        'giveBackCost',
        untilEnded,
        ({ giveBackCost: cost = noUnits }, { from }, isTaken) => {
          if (from.chain !== chain) return undefined;
          return isTaken === null ? { cost } : { cost, sharedCost: cost / takenPerGivenBack };
        },
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

/** Routes that are counted by what they were accepted with. */
interface AcceptedScope {
  readonly condition: string;
  readonly values: Readonly<Record<string, string>>;
  readonly shown: string;
}

const untilPaid: AcceptedScope = {
  condition: 'stage IN (:receiving, :sending, :refunding)',
  values: { receiving, sending, refunding },
  shown: `SELECT state FROM effect WHERE effect.route_id = route.id AND effect.purpose = 'payout'
    ORDER BY effect.created_at_ms DESC LIMIT 1`,
};

/**
 * Those that we cannot end are left out. One that is overdue, or whose refund is not seen yet, counts:
 * what it cost is spent, and charged only when it ends.
 */
const untilEnded: AcceptedScope = {
  condition: 'stage NOT IN (:refundHeld, :quarantined)',
  values: { refundHeld, quarantined },
  shown: `SELECT 1 FROM effect WHERE effect.route_id = route.id AND effect.purpose = 'call'
    AND effect.state = 'mined' LIMIT 1`,
};

/**
 * What a route's payout of coin can still cost beside what is committed. One that is open, or has
 * reverted, may still be followed by a refund; one that came to nothing otherwise is made again.
 */
function stillToCome(
  { mostGasCost = noUnits, giveBackCost = noUnits }: Extract<PlanStep, { kind: 'payout' }>,
  payoutState: unknown,
): bigint {
  const isCounted = payoutState === 'open' || payoutState === 'reverted' || payoutState === 'mined';
  return isCounted ? giveBackCost : mostGasCost + giveBackCost;
}

function sums(open: readonly Open[], client: string, payer: string) {
  const shared = open.map((one) => ({ ...one, cost: one.sharedCost ?? one.cost }));
  return {
    inAll: sum(shared),
    ofClient: sum(shared.filter((one) => one.client === client)),
    ofPayer: sum(open.filter((one) => one.payer === payer)),
  };
}

function sum(open: readonly Pick<Open, 'cost'>[]): bigint {
  return open.reduce((total, { cost }) => total + cost, 0n);
}

/** Who signed; else whom the order names. */
function payerIn(permit: unknown, terms: unknown): string {
  // CAST: written by this store.
  const signed = typeof permit === 'string' ? (fromJsonText(permit) as SignedPermit) : null;
  // CAST: written by this store.
  return signed?.owner ?? (fromJsonText(String(terms)) as Order).payer;
}

function valueIn(tx: unknown): bigint {
  // CAST: written by this store.
  return typeof tx === 'string' ? (fromJsonText(tx) as TxFields).value : 0n;
}

/**
 * Without the coin that it sends, which is reserved with its gas. Of a multicall, whose reservation
 * covers it, only its part.
 */
function gasIn(reserved: unknown, batch: unknown, value = 0n): bigint {
  if (typeof reserved === 'string') return BigInt(reserved) - value;
  if (typeof batch !== 'string') return 0n;
  // CAST: written by this store.
  const { call } = fromJsonText(batch) as MulticallPlace;
  return maxGasCost(call);
}
