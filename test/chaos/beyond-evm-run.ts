import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { once } from 'node:events';
import {
  type JsonRecord,
  serviceClient,
  type ServiceClient,
  signOrder,
  textField,
} from '@interline/cli';
import { startDevnet } from '@interline/devnet';
import {
  Asset,
  BASE_FEE,
  Horizon,
  Keypair,
  Operation,
  TransactionBuilder,
} from '@stellar/stellar-sdk';
import { type BeyondEvmHarness, bitcoinRpc } from '../support/beyond-evm-harness.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { longestWaitMs } from '../support/longest-wait.ts';
import { freshPayer } from '../support/payer.ts';
import { silentProxy } from '../support/silent-proxy.ts';
import type { BeyondEvmOrder, BeyondEvmWord } from './beyond-evm-service.ts';
import { freePort } from './free-port.ts';
import { type SeededChance, seededChance } from './seeded-chance.ts';

export interface BeyondEvmResult {
  readonly seed: number;
  readonly routes: number;
  readonly done: number;
  readonly kills: number;
  readonly reorgs: number;
  readonly silences: number;
  readonly horizonFaults: number;
  /** How many routes were under way at the kills, all kills together. */
  readonly caughtByKills: number;
  readonly lost: number;
  readonly paidTwice: number;
  /** What is wrong, a sentence each; none in a good run. */
  readonly violations: readonly string[];
  readonly tookMs: number;
}

export interface BeyondEvmOptions {
  /** Routes to Bitcoin, and as many to Stellar. */
  readonly legsEach: number;
  /** Gives one recipient bitcoin a second time: only to see that a run notices. */
  readonly plants: boolean;
}

interface Nodes {
  readonly bitcoin: BeyondEvmHarness['bitcoin'];
  readonly stellar: BeyondEvmHarness['stellar'];
}

type Want = 'bitcoin' | 'lumens' | 'dollars' | 'claimable';

interface Leg {
  readonly want: Want;
  readonly to: string;
  readonly body: JsonRecord;
}

const source = 8453;
const hostileMs = 15_000;

/** One run on chains of its own: the same seed deals out the same blows. */
export async function beyondEvmRun(
  seed: number,
  { legsEach, plants }: BeyondEvmOptions,
): Promise<BeyondEvmResult> {
  const startedMs = performance.now();
  const chance = seededChance(seed);
  const dataDir = await mkdtemp(join(fastFolder, 'interline-beyond-'));
  const devnet = await startDevnet({
    chainIds: [source],
    beside: ['bitcoin', 'stellar'],
    bitcoinBlockMs: 200,
    port: 0,
  });
  const { bitcoin, stellar } = devnet;
  if (bitcoin === null || stellar === null) throw new Error('the devnet lacks a node');
  const nodes = { bitcoin, stellar };
  const proxies = {
    bitcoin: await silentProxy(bitcoin.rpcUrl),
    stellar: await silentProxy(stellar.horizonUrl),
  };
  const port = await freePort();
  const service = new KilledService({
    kind: 'start',
    devnetUrl: devnet.url,
    dataDir,
    port,
    bitcoinUrl: proxies.bitcoin.url.replace(/\/$/, ''),
    horizonUrl: proxies.stellar.url.replace(/\/$/, ''),
  });
  const counts = { kills: 0, caughtByKills: 0, reorgs: 0, silences: 0, horizonFaults: 0 };
  try {
    await service.start();
    const client = serviceClient(`http://127.0.0.1:${port}`);
    const wants = Array.from({ length: legsEach }, () => [
      'bitcoin' as const,
      chance.pick<Want>(['lumens', 'dollars', 'claimable']),
    ]).flat();
    const legs = await Promise.all(
      wants.map(async (want) =>
        legOf(client, nodes, want, await freshPayer({ devnet }, source, 5_000_000n)),
      ),
    );
    let underWay = 0;
    const calm = new AbortController();
    const blows = [
      untilCalm(calm.signal, chance.between(0, 2 ** 30), 600, 4_000, async () => {
        counts.kills += 1;
        counts.caughtByKills += underWay;
        await service.restart();
      }),
      untilCalm(calm.signal, chance.between(0, 2 ** 30), 500, 3_000, async (own) => {
        counts.reorgs += 1;
        await reorg(bitcoin, own);
      }),
      untilCalm(calm.signal, chance.between(0, 2 ** 30), 500, 4_000, async (own) => {
        counts.silences += 1;
        const proxy = proxies[own.pick(['bitcoin', 'stellar'] as const)];
        proxy.fallSilent();
        await pause(own.between(500, 3_000));
        proxy.recover();
      }),
      untilCalm(calm.signal, chance.between(0, 2 ** 30), 300, 2_500, async (own) => {
        counts.horizonFaults += 1;
        const fault = own.pick(['stale', 'timeout', 'drop']);
        await setFault(stellar, fault, fault === 'stale' ? undefined : own.between(1, 3));
        await pause(own.between(300, 2_500));
        await setFault(stellar, null);
      }),
    ];
    // In a burst or over the time of the blows, so that these find routes at every stage.
    const spreadMs = chance.pick([500, 5_000, hostileMs - 2_000]);
    const sentAfterMs = legs.map(() => chance.between(0, spreadMs));
    const stormed = Promise.all(blows);
    stormed.catch(() => undefined);
    const ended = Promise.all(
      legs.map(async (leg, index) => {
        await pause(sentAfterMs[index]);
        underWay += 1;
        const id = await sendUntilTaken(client, leg.body);
        const end = await endDespiteDeaths(client, id);
        underWay -= 1;
        return { leg, id, end };
      }),
    );
    ended.catch(() => undefined);
    await pause(hostileMs);
    calm.abort();
    await stormed;
    const ends = await ended;
    if (plants) await bitcoinRpc(bitcoin, 'sendtoaddress', legs[0]?.to, 0.00001);
    // Time for a second payment that is on its way, and for all to be final.
    await pause(3_000);
    await mine(bitcoin, 6);
    await pause(2_000);

    const violations: string[] = [];
    let lost = 0;
    let paidTwice = 0;
    for (const { leg, id, end } of ends) {
      const got = await received(nodes, leg);
      const told = end.status === 'DONE' ? BigInt(String(end.to.delivered)) : 0n;
      if (end.status !== 'DONE')
        violations.push(`${id} to ${leg.want} ended ${end.status}: ${JSON.stringify(end)}`);
      if (got < told) lost += 1;
      if (got > told) paidTwice += 1;
      if (got !== told)
        violations.push(`${id} to ${leg.want}: the receipt says ${told}, the chain ${got}`);
      if (leg.want === 'bitcoin' && !(await isMined(bitcoin, end.destTx)))
        violations.push(`${id}: its receipt names ${String(end.destTx)}, which is in no block`);
    }
    const ids = new Set(ends.map(({ id }) => id));
    if (ids.size !== ends.length) violations.push('two payers were answered with one route');
    const books = await service.books();
    violations.push(...books.unjudged.map((chain) => `the books of ${chain} were not judged`));
    violations.push(
      ...books.deficits.map((one) => `${one.chain} ${one.token} is short of ${one.units} units`),
    );
    return {
      seed,
      routes: ends.length,
      done: ends.filter(({ end }) => end.status === 'DONE').length,
      ...counts,
      lost,
      paidTwice,
      violations,
      tookMs: performance.now() - startedMs,
    };
  } finally {
    await service.stop();
    await Promise.all([proxies.bitcoin.close(), proxies.stellar.close()]);
    await devnet.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Blow after blow at moments of its own seed, until calm. */
async function untilCalm(
  calm: AbortSignal,
  seed: number,
  leastMs: number,
  mostMs: number,
  blow: (own: SeededChance) => Promise<void>,
): Promise<void> {
  const own = seededChance(seed);
  for (;;) {
    await pause(own.between(leastMs, mostMs));
    if (calm.aborted) return;
    await blow(own);
  }
}

/** The last 1 to 3 blocks give way to a longer chain without their transactions. */
async function reorg(node: Nodes['bitcoin'], own: SeededChance): Promise<void> {
  const depth = own.between(1, 3);
  const height = Number(await bitcoinRpc(node, 'getblockcount'));
  const hash = await bitcoinRpc(node, 'getblockhash', height - depth + 1);
  const address = await bitcoinRpc(node, 'getnewaddress');
  await bitcoinRpc(node, 'invalidateblock', hash);
  for (let mined = 0; mined <= depth; mined += 1)
    await bitcoinRpc(node, 'generateblock', address, []);
}

async function mine(node: Nodes['bitcoin'], blocks: number): Promise<void> {
  await bitcoinRpc(node, 'generatetoaddress', blocks, await bitcoinRpc(node, 'getnewaddress'));
}

async function setFault(
  { horizonUrl }: Nodes['stellar'],
  fault: string | null,
  times?: number,
): Promise<void> {
  await fetch(`${horizonUrl}/devnet/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fault, ...(times === undefined ? {} : { times }) }),
  });
}

async function legOf(
  client: ServiceClient,
  nodes: Nodes,
  want: Want,
  payer: Awaited<ReturnType<typeof freshPayer>>,
): Promise<Leg> {
  const to = await recipientOf(nodes, want);
  const request = {
    fromChain: String(source),
    toChain: want === 'bitcoin' ? 'bitcoin' : 'stellar',
    fromToken: 'USDC',
    toToken: want === 'bitcoin' ? 'BTC' : want === 'lumens' ? 'XLM' : 'USDC',
    amount: '5000000',
    toAddress: to,
    ...(want === 'claimable' ? { claimable: true } : {}),
  };
  const { body } = await untilAnswered(() => signOrder(client, payer.wallet, request));
  return { want, to, body };
}

async function recipientOf({ bitcoin, stellar }: Nodes, want: Want): Promise<string> {
  if (want === 'bitcoin') return String(await bitcoinRpc(bitcoin, 'getnewaddress', '', 'bech32m'));
  const key = Keypair.random();
  if (want === 'lumens') return key.publicKey();
  await fetch(`${stellar.horizonUrl}/friendbot?addr=${key.publicKey()}`);
  if (want === 'claimable') return key.publicKey();
  const server = new Horizon.Server(stellar.horizonUrl, { allowHttp: true });
  const transaction = new TransactionBuilder(await server.loadAccount(key.publicKey()), {
    fee: BASE_FEE,
    networkPassphrase: stellar.passphrase,
  })
    .addOperation(
      Operation.changeTrust({ asset: new Asset(stellar.usdc.code, stellar.usdc.issuer) }),
    )
    .setTimeout(0)
    .build();
  transaction.sign(key);
  await server.submitTransaction(transaction);
  return key.publicKey();
}

/** What the recipient has, in satoshis or stroops; confirmed, on Bitcoin. */
async function received({ bitcoin, stellar }: Nodes, { want, to }: Leg): Promise<bigint> {
  if (want === 'bitcoin')
    return BigInt(
      Math.round(Number(await bitcoinRpc(bitcoin, 'getreceivedbyaddress', to, 1)) * 100_000_000),
    );
  const server = new Horizon.Server(stellar.horizonUrl, { allowHttp: true });
  if (want === 'claimable') {
    const { records } = await server.claimableBalances().claimant(to).call();
    return records.reduce((sum, { amount }) => sum + stroops(amount), 0n);
  }
  const { balances } = await server.loadAccount(to);
  const line = balances.find((one) =>
    want === 'lumens'
      ? one.asset_type === 'native'
      : 'asset_code' in one && one.asset_code === stellar.usdc.code,
  );
  return stroops(line?.balance ?? '0');
}

async function isMined(node: Nodes['bitcoin'], txid: unknown): Promise<boolean> {
  const transaction = await bitcoinRpc(node, 'getrawtransaction', txid, true).catch(() => null);
  return (
    typeof transaction === 'object' &&
    transaction !== null &&
    'confirmations' in transaction &&
    Number(transaction.confirmations) > 0
  );
}

function stroops(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole) * 10_000_000n + BigInt(fraction.padEnd(7, '0'));
}

/** A client's view: the same body again until there is an answer. */
function sendUntilTaken(client: ServiceClient, body: JsonRecord): Promise<string> {
  return untilAnswered(async () => textField(await client.post('/api/route/execute', body), 'id'));
}

function endDespiteDeaths(client: ServiceClient, id: string): ReturnType<typeof endOfRoute> {
  return untilAnswered(() => endOfRoute(client, id));
}

async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  const giveUpAtMs = performance.now() + longestWaitMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > giveUpAtMs) throw error;
      await pause(100);
    }
  }
}

/** The service in a process that is killed and brought up again on the same folder and port. */
class KilledService {
  readonly #order: BeyondEvmOrder;
  #child: ChildProcess | null = null;

  constructor(order: BeyondEvmOrder) {
    this.#order = order;
  }

  async start(): Promise<void> {
    const child = fork(fileURLToPath(new URL('./beyond-evm-service.ts', import.meta.url)), [], {
      execArgv: ['--conditions=interline-source'],
      serialization: 'advanced',
      stdio: ['ignore', 2, 2, 'ipc'],
    });
    this.#child = child;
    await wordOf(child, 'loaded');
    child.send(this.#order);
    await wordOf(child, 'ready');
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async books() {
    if (this.#child === null) throw new Error('the service is not there');
    this.#child.send({ kind: 'books' } satisfies BeyondEvmOrder);
    return (await wordOf(this.#child, 'books')).books;
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    this.#child = null;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const death = once(child, 'exit');
    child.kill('SIGKILL');
    await death;
  }
}

/** Its next word of that kind; rejects when it fails or dies first. */
function wordOf<K extends BeyondEvmWord['kind']>(
  child: ChildProcess,
  kind: K,
): Promise<Extract<BeyondEvmWord, { kind: K }>> {
  return new Promise((resolve, reject) => {
    child.on('message', (word: BeyondEvmWord) => {
      // CAST: the kind was just compared.
      if (word.kind === kind) resolve(word as Extract<BeyondEvmWord, { kind: K }>);
      else if (word.kind === 'failed') reject(new Error(`the service failed: ${word.reason}`));
    });
    child.once('exit', (code, signal) =>
      reject(new Error(`the service ended (${code ?? signal})`)),
    );
  });
}
