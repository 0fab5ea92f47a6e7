import {
  asUnits,
  type ChainRef,
  isNative,
  nonEvmNodes,
  noUnits,
  RelayError,
  type TokenRef,
  type Units,
} from '@interline/kernel';
import type { ChainFacts, Clock } from '@interline/ports';
import type { Connection } from '@solana/web3.js';
import { keptFor } from './kept-for.ts';

type Web3 = typeof import('@solana/web3.js');

const readWithinMs = 1_500;
/** Rent is a constant of the cluster, and a mint never changes its decimals. */
const constantsMs = 600_000;
const headMs = 5_000;
/** An account may be made at any moment. */
const accountsMs = 5_000;

/** The size of a token account, in bytes; that of a coin account without data is 0. */
const tokenAccountBytes = 165;
const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const associatedTokenProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';

/**
 * Facts of Solana from one RPC node. The client library takes a tenth of a second to load, so it is
 * loaded with the first read.
 */
export function solanaFacts(rpcUrl: string, clock: Pick<Clock, 'monotonic' | 'alarm'>): ChainFacts {
  const chain = solanaChain();
  let opened: Promise<{ readonly web3: Web3; readonly connection: Connection }> | null = null;
  const open = () =>
    (opened ??= import('@solana/web3.js').then((web3) => ({
      web3,
      connection: new web3.Connection(rpcUrl, {
        commitment: 'confirmed',
        disableRetryOnRateLimit: true,
      }),
    })));
  const read = async <T>(
    ask: (connection: Connection, web3: Web3) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> =>
    answered(
      open().then(({ connection, web3 }) => ask(connection, web3)),
      clock,
      signal,
    );
  const kept = {
    height: keptFor<number>(headMs, clock),
    decimals: keptFor<number | null>(constantsMs, clock),
    rent: keptFor<number>(constantsMs, clock),
    accounts: keptFor<boolean>(accountsMs, clock),
  };

  return {
    reads: (asked) => asked === chain,
    heightOf: (_chain, signal) =>
      kept.height('head', () => read((connection) => connection.getSlot(), signal)),
    decimalsOf: (token, signal) =>
      kept.decimals(token.address, () =>
        read(async (connection, { PublicKey }) => {
          const mint = await connection.getParsedAccountInfo(new PublicKey(token.address));
          return decimalsIn(mint.value?.data);
        }, signal),
      ),
    // On Solana the payer creates the recipient's account where it does not exist, so the recipient
    // needs nothing.
    recipientOf: async () => null,
    async accountCostOf(token, owner, signal) {
      const holds =
        owner !== null &&
        (await kept.accounts(`${token.address} ${owner}`, () =>
          read((connection, web3) => hasAccount(connection, web3, token, owner), signal),
        ));
      if (holds) return noUnits;
      const bytes = isNative(token) ? 0 : tokenAccountBytes;
      const lamports = await kept.rent(String(bytes), () =>
        read((connection) => connection.getMinimumBalanceForRentExemption(bytes), signal),
      );
      return lamportsOf(lamports);
    },
  };
}

/** Text that is not a Solana address has no account there. */
async function hasAccount(
  connection: Connection,
  { PublicKey }: Web3,
  token: TokenRef,
  owner: string,
): Promise<boolean> {
  const wallet = addressOf(PublicKey, owner);
  if (wallet === null) return false;
  if (isNative(token)) return (await connection.getAccountInfo(wallet)) !== null;
  const [account] = PublicKey.findProgramAddressSync(
    [
      wallet.toBuffer(),
      new PublicKey(tokenProgram).toBuffer(),
      new PublicKey(token.address).toBuffer(),
    ],
    new PublicKey(associatedTokenProgram),
  );
  return (await connection.getAccountInfo(account)) !== null;
}

function addressOf(PublicKey: Web3['PublicKey'], text: string) {
  try {
    return new PublicKey(text);
  } catch {
    return null;
  }
}

/** Null where the account does not exist or is not a mint. */
function decimalsIn(data: unknown): number | null {
  const found = member(member(member(data, 'parsed'), 'info'), 'decimals');
  return typeof found === 'number' && Number.isInteger(found) ? found : null;
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** The library gives lamports as a JSON number; a rent is far below where digits get lost. */
function lamportsOf(count: number): Units {
  if (!Number.isSafeInteger(count) || count < 0) throw unreachable();
  return asUnits(BigInt(count));
}

/** The answer, if it comes in time. A quote treats any failure of the node as no answer. */
async function answered<T>(
  answer: Promise<T>,
  clock: Pick<Clock, 'alarm'>,
  signal: AbortSignal,
): Promise<T> {
  const alarm = clock.alarm(readWithinMs);
  let leave: (() => void) | undefined;
  const left = new Promise<never>((_resolve, reject) => {
    leave = () => reject(unreachable());
    signal.addEventListener('abort', leave, { once: true });
  });
  const late = alarm.rang.then((): never => {
    throw unreachable();
  });
  try {
    return await Promise.race([answer, late, left]);
  } catch (cause) {
    throw unreachable(cause);
  } finally {
    alarm.cancel();
    if (leave !== undefined) signal.removeEventListener('abort', leave);
  }
}

function unreachable(cause?: unknown): RelayError {
  return new RelayError('CHAIN_UNREACHABLE', {}, 'Solana does not answer now', { cause });
}

function solanaChain(): ChainRef {
  const found = nonEvmNodes.find((node) => node.wire === 'solana');
  if (found === undefined) throw new Error('the mesh has no node solana');
  return found.chain;
}
