import { bridgedOf } from '../chaos/judge-transfer.ts';
import type { RunChain } from '../chaos/run-chain.ts';
import type { TestPostgres } from '../support/postgres.ts';

export interface Accepted {
  readonly id: string;
  readonly recipient: string;
  readonly to: number;
  readonly units: bigint;
}

/** What the store and the chains say in the end. */
export interface FleetFacts {
  readonly accepted: number;
  /** Routes by status. */
  readonly ends: Readonly<Record<string, number>>;
  /** Transactions that carried several transactions. */
  readonly batches: number;
  /** Transfers of which the recipient got nothing, more than once, or another sum. */
  readonly lost: readonly string[];
  readonly duplicates: readonly string[];
  readonly wrong: readonly string[];
  /**
   * Accounts whose nonces the chain and the store count differently, or of which something still
   * waits.
   */
  readonly gaps: readonly string[];
}

interface FactParts {
  readonly postgres: TestPostgres;
  readonly schema: string;
  readonly chains: readonly RunChain[];
  readonly before: readonly number[];
  readonly accepted: readonly Accepted[];
  readonly accounts: { readonly spender: string; readonly float: string };
}

export async function fleetFacts({
  postgres,
  schema,
  chains,
  before,
  accepted,
  accounts,
}: FactParts): Promise<FleetFacts> {
  const statuses = await postgres.query<{ status: string; routes: string }>(
    `SELECT status, count(*) AS routes FROM ${schema}.route GROUP BY status`,
  );
  const seen = await Promise.all(chains.map((chain, at) => chain.transfersSince(before[at] ?? 0)));
  const paid = accepted.map((one) => {
    const at = chains.findIndex(({ chainId }) => chainId === one.to);
    const payouts = (seen[at] ?? []).filter(
      ({ from, to }) => from === accounts.float.toLowerCase() && to === one.recipient.toLowerCase(),
    );
    return { ...one, payouts };
  });
  const [batches] = await postgres.query<{ count: string }>(
    `SELECT count(*) AS count FROM ${schema}.effect WHERE purpose = 'batch'`,
  );
  return {
    accepted: accepted.length,
    batches: Number(batches?.count ?? 0),
    ends: Object.fromEntries(statuses.map(({ status, routes }) => [status, Number(routes)])),
    lost: paid.filter(({ payouts }) => payouts.length === 0).map(({ id }) => id),
    duplicates: paid.filter(({ payouts }) => payouts.length > 1).map(({ id }) => id),
    wrong: paid
      .filter(({ payouts, units }) => payouts.some((one) => one.units !== bridgedOf(units)))
      .map(({ id }) => id),
    gaps: await gapsIn(postgres, schema, chains, accounts),
  };
}

async function gapsIn(
  postgres: TestPostgres,
  schema: string,
  chains: readonly RunChain[],
  accounts: FactParts['accounts'],
): Promise<readonly string[]> {
  const lanes = await postgres.query<{ chain: string; account: string; next: string }>(
    `SELECT chain, account, next_slot AS next FROM ${schema}.account`,
  );
  const found = await Promise.all(
    chains.flatMap((chain) =>
      Object.entries(accounts).map(async ([role, account]) => {
        const { mined, pending } = await chain.nonces(account);
        const lane = lanes.find(
          (one) => one.chain === chain.ref && one.account === account.toLowerCase(),
        );
        return mined === pending && Number(lane?.next ?? -1) === mined
          ? []
          : [
              `${chain.ref} ${role}: ${mined} mined, ${pending} pending, ${lane?.next ?? 'none'} allotted`,
            ];
      }),
    ),
  );
  return found.flat();
}
