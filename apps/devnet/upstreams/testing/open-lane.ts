import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Interface } from 'ethers/abi';
import { getAddress } from 'ethers/address';
import { hexQuantity, minedReceipts, rpc, rpcBatch } from '../../chains/json-rpc.ts';
import { UnlockedAccount } from '../../chains/unlocked-account.ts';
import type { DevnetChain } from '../../devnet-report.ts';
import { startDevnet } from '../../supervisor.ts';
import type { Fault } from '../fault-board.ts';
import type { EngineName } from '../stand-in.ts';

export type Reply = { readonly status: number; readonly body: unknown };

export type Deposit = {
  readonly to: string;
  readonly data: string;
  /** Digits. */
  readonly value?: string;
  readonly approve?: { readonly spender: string; readonly units: bigint };
};

/**
 * One engine's stand-in on a devnet of Base and Arbitrum, and a depositor on Base who has coin and
 * 1,000 USDC there.
 */
export type Lane = {
  readonly base: DevnetChain;
  readonly arbitrum: DevnetChain;
  readonly depositor: string;
  /** Of the engine, and of the devnet's own endpoints. */
  readonly url: string;
  readonly devnetUrl: string;
  get(path: string, query?: Readonly<Record<string, string>>): Promise<Reply>;
  post(path: string, body: object): Promise<Reply>;
  /** Hash and success of the depositor's transaction, once it is mined. */
  deposit(call: Deposit): Promise<{ txHash: string; succeeded: boolean }>;
  /** Active until it is cleared by null. */
  fault(fault: Fault | null, recipient: string): Promise<void>;
  close(): Promise<void>;
};

const erc20 = new Interface([
  'function approve(address spender, uint256 units)',
  'function balanceOf(address owner)',
]);
const ether = 10n ** 18n;
const pollMs = 10;
const pollDeadlineMs = 60_000;

export async function openLane(engine: EngineName): Promise<Lane> {
  const devnet = await startDevnet({ chainIds: [8453, 42161], promptUpstreams: true });
  // CAST: two chains were asked for.
  const [base, arbitrum] = devnet.chains as [DevnetChain, DevnetChain];
  const url = devnet.upstreams.find((upstream) => upstream.engine === engine)?.url ?? '';
  const depositor = someone();
  const account = new UnlockedAccount(base.rpcUrl, depositor);
  await rpcBatch(base.rpcUrl, [
    { method: 'anvil_impersonateAccount', params: [depositor] },
    { method: 'anvil_setBalance', params: [depositor, hexQuantity(100n * ether)] },
  ]);
  await devnet.faucet({
    chainId: 8453,
    token: usdcOf(base),
    to: depositor,
    amount: 1_000_000_000n,
  });

  return {
    base,
    arbitrum,
    depositor,
    url,
    devnetUrl: devnet.url,
    get: (path, query = {}) => send(`${url}${path}?${new URLSearchParams(query).toString()}`),
    post: (path, body) => send(url + path, body),
    async deposit({ to, data, value = '0', approve }) {
      const approval = approve && {
        to: usdcOf(base),
        data: erc20.encodeFunctionData('approve', [approve.spender, approve.units]),
      };
      const hashes = await account.send([
        ...(approval === undefined ? [] : [approval]),
        { to, data, value: hexQuantity(BigInt(value)) },
      ]);
      const receipt = (await minedReceipts(base.rpcUrl, hashes)).at(-1);
      return receipt ?? { txHash: '', succeeded: false };
    },
    async fault(fault, recipient) {
      await send(`${devnet.url}/devnet/upstreams`, { engine, fault, recipient });
    },
    close: () => devnet.stop(),
  };
}

export function someone(): string {
  return getAddress(`0x${randomBytes(20).toString('hex')}`);
}

export function usdcOf({ tokens }: DevnetChain): string {
  return tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '';
}

/** Null: of the chain's coin. */
export async function heldBy(
  owner: string,
  { rpcUrl }: DevnetChain,
  token: string | null,
): Promise<bigint> {
  return BigInt(
    String(
      await (token === null
        ? rpc(rpcUrl, 'eth_getBalance', [owner, 'latest'])
        : rpc(rpcUrl, 'eth_call', [
            { to: token, data: erc20.encodeFunctionData('balanceOf', [owner]) },
            'latest',
          ])),
    ),
  );
}

/** The distinct values read, in order, until the last one; throws when that takes too long. */
export async function wordsUntil<Word>(last: Word, read: () => Promise<Word>): Promise<Word[]> {
  const words: Word[] = [];
  for (
    const givenUpAt = performance.now() + pollDeadlineMs;
    performance.now() < givenUpAt;
    await sleep(pollMs)
  ) {
    const word = await read();
    if (word !== words.at(-1)) words.push(word);
    if (word === last) return words;
  }
  throw new Error(`read ${words.join(', ')} and never ${String(last)}`);
}

async function send(address: string, body?: object): Promise<Reply> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(
    address,
    body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) },
  );
  return { status: response.status, body: await response.json() };
}
