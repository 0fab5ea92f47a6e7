import { createServer } from 'node:http';
import { once } from 'node:events';
import { Contract, JsonRpcProvider, NonceManager } from 'ethers';
import type { Devnet } from '@interline/devnet';
import { freshWallet } from './fresh-wallet.ts';

export interface FerryUpstream {
  readonly url: string;
  /** Where deposits go, on every chain. */
  readonly depot: string;
  stop(): Promise<void>;
}

const erc20 = [
  'function transfer(address, uint256) returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
];

/**
 * A stand-in for a third-party bridge's API: it looks for a real deposit on the source chain and
 * then really pays out on the destination, once per transfer. GET
 * /transfer?id&source&destination&deposit&payout&recipient.
 */
export async function ferryUpstream(devnet: Devnet): Promise<FerryUpstream> {
  const wallet = freshWallet();
  const paid = new Map<string, Promise<string>>();
  const providers = new Map(
    devnet.chains.map((chain) => [
      chain.chainId,
      new JsonRpcProvider(chain.rpcUrl, chain.chainId, {
        staticNetwork: true,
        batchMaxCount: 1,
        cacheTimeout: -1,
        pollingInterval: 30,
      }),
    ]),
  );
  const signers = new Map(
    [...providers].map(([chainId, provider]) => [
      chainId,
      new NonceManager(wallet.connect(provider)),
    ]),
  );
  for (const { chainId } of devnet.chains) {
    await devnet.faucet({ chainId, token: 'native', to: wallet.address, amount: 10n ** 18n });
    await devnet.faucet({ chainId, token: 'USDC', to: wallet.address, amount: 100_000_000n });
  }
  const usdcOn = (chainId: number): string =>
    devnet.chains
      .find((one) => one.chainId === chainId)
      ?.tokens.find((one) => one.symbol === 'USDC')?.address ?? '';

  async function hasDeposit(chainId: number, units: bigint): Promise<boolean> {
    const token = new Contract(usdcOn(chainId), erc20, providers.get(chainId));
    const logs = await token.queryFilter(token.getEvent('Transfer')(null, wallet.address), 0);
    return logs.some((log) => 'args' in log && log.args[2] === units);
  }

  async function payOut(chainId: number, recipient: string, units: bigint): Promise<string> {
    const token = new Contract(usdcOn(chainId), erc20, signers.get(chainId) ?? null);
    const sent = await token.getFunction('transfer').send(recipient, units);
    await sent.wait();
    return sent.hash;
  }

  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', 'http://ferry').searchParams;
    const field = (name: string): string => asked.get(name) ?? '0';
    void (async () => {
      const id = field('id');
      if (!paid.has(id) && (await hasDeposit(Number(field('source')), BigInt(field('deposit'))))) {
        paid.set(
          id,
          payOut(Number(field('destination')), field('recipient'), BigInt(field('payout'))),
        );
      }
      const destTx = await paid.get(id);
      response.end(
        JSON.stringify(destTx === undefined ? { state: 'waiting' } : { state: 'arrived', destTx }),
      );
    })().catch(() => response.writeHead(500).end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the stand-in has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    depot: wallet.address.toLowerCase(),
    async stop() {
      for (const provider of providers.values()) provider.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
