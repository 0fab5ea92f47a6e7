import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Filled {
  readonly imports: string;
  readonly body: string;
}

/** Fills in the template's rail as the author of a rail to the ferry's upstream would. */
export async function fillInFerry(railDir: string, depot: string): Promise<void> {
  for (const [file, filled] of Object.entries(bodies(depot)))
    await fillIn(join(railDir, file), filled);
}

function bodies(depot: string): Readonly<Record<string, Filled>> {
  return {
    'price-transfer.ts': {
      imports: "import { answer, asUnits, feeOf, rescale } from '@interline/plugins';",
      body: `if (request.from.asset !== request.to.asset)
        return refuse('NO_ROUTE', \`\${manifest.id} trades no asset for another\`);
      const fee = feeOf(request.amount, host.context.standardFeeBps);
      const output = asUnits(rescale(request.amount - fee, request.from.decimals, request.to.decimals));
      return answer({ kind: 'firm', rail: manifest.id, bridge: manifest.id, via: [], input: request.amount, output, minOutput: output, fee, durationSec: 60, expiresAtMs: host.context.clock.now() + 30_000, memo: {} });`,
    },
    'plan-transfer.ts': {
      imports: "import { answer, asAmount, evmAddress, evmChainId } from '@interline/plugins';",
      body: `const deposit = order.amount - quote.fee;
      const ref = { id: order.routeId, source: evmChainId(order.lane.from), destination: evmChainId(order.lane.to), deposit: deposit.toString(), payout: quote.output.toString(), recipient: order.recipient };
      return answer({ pullTo: 'spender', keeps: 'durable', charges: [], output: quote.output, fee: quote.fee, steps: [
        { kind: 'deposit', token: order.from, to: evmAddress('${depot}'), units: asAmount(deposit) },
        { kind: 'track', ref, pollMs: 100 },
      ] });`,
    },
    'track-transfer.ts': {
      imports: '',
      body: `const query = new URLSearchParams(Object.fromEntries(Object.entries(ref).map(([name, value]) => [name, String(value)])));
      const response = await host.context.http.request({ url: \`\${host.settings.baseUrl}/transfer?\${query}\`, method: 'GET', deadlineMs: 3_000 }, host.signal);
      const said = JSON.parse(response.body) as { state: string; destTx?: string };
      return said.state === 'arrived' && said.destTx !== undefined ? { status: 'DONE', stage: 'ARRIVED', destTx: said.destTx } : { status: 'BRIDGING', stage: 'SENDING' };`,
    },
    'conformance.test.ts': {
      imports: '',
      body: `world: () => ({ http: { request: async () => ({ status: 200, headers: {}, body: '{"state":"waiting"}' }) } }),`,
    },
    'check-health.ts': { imports: '', body: "return { isUp: host.settings.baseUrl !== '' };" },
  };
}

async function fillIn(path: string, { imports, body }: Filled): Promise<void> {
  const text = await readFile(path, 'utf8');
  await writeFile(
    path,
    text
      .replace("import { fillIn } from './fill-in.ts';", imports)
      .replace(/\/\/ FILL IN(: world[^\n]*|[\s\S]*?\n\s*throw fillIn\([^\n]*\);)/, body),
  );
}
