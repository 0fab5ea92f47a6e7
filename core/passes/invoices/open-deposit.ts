import {
  asAmount,
  defaultSlippage,
  RelayError,
  type TokenRef,
  type Units,
  unitsWorth,
} from '@interline/kernel';
import type { Deposit } from '../../transfer/index.ts';
import type { InvoicePorts } from './invoice-ports.ts';
import { bitcoinOf } from './payable-assets.ts';
import { leastSats, mostBundles } from './products.ts';

interface WantedDeposit {
  readonly bundles: number;
  readonly client: string;
  readonly refundAddress?: string;
  readonly priceMicroUsd: bigint;
  /** The amount of `token` that must arrive at the invoice's address. */
  readonly amount: Units;
  readonly token: TokenRef;
  readonly address: string;
}

interface OpenedDeposit {
  readonly deposit: Deposit;
  readonly refundClaim: string | null;
}

/**
 * A route from bitcoin to the invoice's address. It has its own deposit address and price lock, and
 * refunds deposits that are late or too small. Throws `BELOW_MINIMUM`, and the errors of a quote
 * and of execute.
 */
export async function openDeposit(
  { transfer, price, tokens, deposits, lifetime }: InvoicePorts,
  { bundles, client, refundAddress, priceMicroUsd, amount, token, address }: WantedDeposit,
): Promise<OpenedDeposit> {
  const from = bitcoinOf({ tokens, deposits });
  const market = from === null ? null : await price.priceOf(from, lifetime).catch(() => null);
  if (from === null || market === null)
    throw new RelayError('BAD_REQUEST', { field: 'asset' }, 'btc cannot be paid in now');
  const sats = unitsWorth(priceMicroUsd, from.decimals, market);
  if (sats < leastSats) throw tooSmall(sats, bundles);

  const asked = {
    lane: { from: from.chain, to: token.chain },
    from,
    to: token,
    amount: asAmount(sats),
    payer: null,
    recipient: address,
    slippage: defaultSlippage,
    askedBy: [client],
    ...(refundAddress === undefined ? {} : { refundAddress }),
  };
  const quote = { ...asked, amount: await transfer.amountFor(asked, amount, lifetime) };
  const started = await transfer.executeRoute(
    {
      quote,
      mode: 'deposit',
      permit: null,
      claimedSpender: null,
      allowance: null,
      minOut: amount,
      live: true,
      dryRun: false,
      allowBurnAddress: false,
      excludeRails: [],
      onlyEnforced: false,
      sandbox: null,
      isOperator: false,
      client,
      idempotency: null,
    },
    lifetime,
  );
  // A route that waits for our own account has no address yet, and this function does not wait for
  // one.
  if (started.kind !== 'route' || started.deposit === undefined)
    throw new RelayError('INSUFFICIENT_FLOAT');
  const { deposit, refundClaim = null } = started;
  return { deposit, refundClaim };
}

function tooSmall(sats: bigint, bundles: number): RelayError {
  const fewest = Number((leastSats * BigInt(bundles) + sats - 1n) / sats);
  return new RelayError(
    'BELOW_MINIMUM',
    { field: 'bundles', bundles: fewest, minimum: String(leastSats) },
    `${bundles === 1 ? 'that is' : 'those are'} ${sats} sats, and a deposit is of ${leastSats} at least: ${
      fewest <= mostBundles
        ? `take ${fewest} bundles`
        : `it takes ${fewest} of these bundles, and an invoice is for ${mostBundles} at most, so take a larger one`
    }, or pay in another asset`,
  );
}
