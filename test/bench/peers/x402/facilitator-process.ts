// x402's facilitator over HTTP, wired as its basic example is, in a process of its own. Not for import.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { FacilitatorOrder, FacilitatorWord } from './facilitator-words.ts';

/** What is used of x402 and viem: they are installed apart, so their own types are not here. */
interface Facilitator {
  settle(payload: unknown, requirements: unknown): Promise<unknown>;
}
interface X402Core {
  readonly x402Facilitator: new () => Facilitator;
}
interface X402Evm {
  toFacilitatorEvmSigner(client: object): object;
}
interface X402Exact {
  registerExactEvmScheme(facilitator: Facilitator, terms: object): void;
}
interface Viem {
  createWalletClient(terms: object): {
    extend(actions: unknown): Readonly<Record<string, unknown>>;
  };
  readonly publicActions: unknown;
  http(url: string): unknown;
  defineChain(chain: object): unknown;
}
interface ViemAccounts {
  privateKeyToAccount(key: string, options: object): { readonly address: string };
  readonly nonceManager: object;
}

/** As often as viem may look for a receipt; its own default is every four seconds. */
const pollingInterval = 50;

process.once('message', (order) => {
  // CAST: only the bench writes to this channel.
  start(order as FacilitatorOrder).then(tell, (error: unknown) =>
    tell({ kind: 'failed', reason: error instanceof Error ? (error.stack ?? '') : String(error) }),
  );
});
process.on('disconnect', () => process.exit());

async function start(order: FacilitatorOrder): Promise<FacilitatorWord> {
  const facilitator = await facilitatorOf(order);
  const server = createServer((request, response) => {
    void json(request)
      .then((body) => {
        const asked = body as { paymentPayload: unknown; paymentRequirements: unknown }; // CAST: the bench's own.
        return facilitator.settle(asked.paymentPayload, asked.paymentRequirements);
      })
      .then(
        (settled) => ({ status: 200, body: settled }),
        (error: unknown) => ({ status: 500, body: { error: String(error) } }),
      )
      .then(({ status, body }) =>
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(JSON.stringify(body)),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // CAST: a TCP server's address.
  return { kind: 'serving', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function facilitatorOf({
  folder,
  rpcUrl,
  chainId,
  privateKey,
  hasNonceManager,
}: FacilitatorOrder): Promise<Facilitator> {
  const installed = createRequire(join(folder, 'package.json'));
  // CAST: what is used of each is written above.
  const load = async <T>(name: string): Promise<T> =>
    (await import(pathToFileURL(installed.resolve(name)).href)) as T;
  const [core, evm, exact, viem, accounts] = await Promise.all([
    load<X402Core>('@x402/core/facilitator'),
    load<X402Evm>('@x402/evm'),
    load<X402Exact>('@x402/evm/exact/facilitator'),
    load<Viem>('viem'),
    load<ViemAccounts>('viem/accounts'),
  ]);
  const account = accounts.privateKeyToAccount(
    privateKey,
    hasNonceManager ? { nonceManager: accounts.nonceManager } : {},
  );
  const client = viem
    .createWalletClient({
      account,
      chain: viem.defineChain({
        id: chainId,
        name: 'local',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [rpcUrl] } },
      }),
      transport: viem.http(rpcUrl),
      pollingInterval,
    })
    .extend(viem.publicActions);
  const facilitator = new core.x402Facilitator();
  exact.registerExactEvmScheme(facilitator, {
    signer: evm.toFacilitatorEvmSigner({ ...client, address: account.address }),
    networks: `eip155:${chainId}`,
  });
  return facilitator;
}

function tell(word: FacilitatorWord): void {
  process.send?.(word);
}
