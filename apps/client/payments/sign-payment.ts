import { type Signer, signTyped } from '../signer.ts';
import type { Demand, PayableDemand, PaymentRequired } from './demand.ts';

const mostSeconds = 600;

interface Paying {
  readonly signer: Signer;
  readonly now: () => number;
}

/** The payment itself: exactly the demanded amount of the known contract, to the demanded address. */
export async function signPayment(
  paying: Paying,
  { resource, extensions }: PaymentRequired,
  payable: PayableDemand,
  account: string,
): Promise<unknown> {
  const { demand, method } = payable;
  const sign = method === 'permit2' ? signedForPermit2 : signedForToken;
  const isNamed = extensions?.['payment-identifier'] !== undefined;
  return {
    x402Version: 2,
    ...(resource === undefined ? {} : { resource }),
    accepted: demand,
    payload: await sign(paying, payable, account),
    // So that a seller who settles it twice has the same answer twice.
    ...(isNamed
      ? {
          extensions: {
            'payment-identifier': { info: { required: false, id: `pay_${randomHex(16)}` } },
          },
        }
      : {}),
  };
}

/** EIP-3009. */
async function signedForToken(
  { signer, now }: Paying,
  { demand, chainId }: PayableDemand,
  account: string,
): Promise<object> {
  const authorization = {
    from: account,
    to: demand.payTo,
    value: demand.amount,
    validAfter: '0',
    validBefore: lastSecond(demand, now),
    nonce: `0x${randomHex(32)}`,
  };
  const domain = {
    name: textIn(demand, 'name', 'USD Coin'),
    version: textIn(demand, 'version', '2'),
    chainId,
    verifyingContract: demand.asset,
  };
  const signature = await signTyped(signer, account, {
    domain,
    primaryType: 'TransferWithAuthorization',
    message: authorization,
  });
  return { authorization, signature };
}

const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
/** `x402ExactPermit2Proxy`, which can only pay the recipient that was signed. */
const permit2Proxy = '0x402085c248EeA27D92E8b30b2C58ed07f9E20001';

async function signedForPermit2(
  { signer, now }: Paying,
  { demand, chainId }: PayableDemand,
  account: string,
): Promise<object> {
  const message = {
    permitted: { token: demand.asset, amount: demand.amount },
    spender: permit2Proxy,
    nonce: BigInt(`0x${randomHex(32)}`).toString(),
    deadline: lastSecond(demand, now),
    witness: { to: demand.payTo, validAfter: '0' },
  };
  const signature = await signTyped(signer, account, {
    domain: { name: 'Permit2', chainId, verifyingContract: permit2 },
    primaryType: 'PermitWitnessTransferFrom',
    message,
  });
  return { permit2Authorization: { from: account, ...message }, signature };
}

function lastSecond({ maxTimeoutSeconds }: Demand, now: () => number): string {
  const seconds = Math.min(Math.max(Number(maxTimeoutSeconds) || 60, 10), mostSeconds);
  return String(Math.floor(now() / 1_000) + Math.floor(seconds));
}

/** How a token calls itself; a wrong name makes a signature that nothing takes. */
function textIn({ extra }: Demand, name: string, usual: string): string {
  const text = extra?.[name];
  return typeof text === 'string' ? text : usual;
}

function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
