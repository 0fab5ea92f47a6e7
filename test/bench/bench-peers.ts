import { availableParallelism } from 'node:os';
import { benchCommand } from './bench-command.ts';
import { measurePeers, type PeerLevel, type PeerPlan } from './peers/measure-peers.ts';
import { differences, peerTable } from './peers/peer-table.ts';
import { installedVersion, installedX402 } from './peers/x402/install.ts';

const usage = `Usage: npm run bench:peers -- [--quick] [--json]

Settles through HTTP beside x402's facilitator, in turns on the same local chains: transactions a second, CPU a
transaction, failures. x402 runs twice, as its basic example wires it and with viem's nonce manager. It is installed
once, by the lock file in test/bench/peers/x402, into .cache/bench-peers, which needs the npm registry.

  --quick  32 clients and few settles, without 256 clients
  --json   one JSON object instead of the table
  --help   this text`;

const full: readonly PeerPlan[] = [
  { concurrency: 32, settles: 240, rounds: 5, warmup: 128 },
  { concurrency: 256, settles: 512, rounds: 3, warmup: 256 },
];
const short: readonly PeerPlan[] = [{ concurrency: 32, settles: 128, rounds: 3, warmup: 96 }];

await benchCommand(usage, ['quick', 'json'], async ({ quick, json }) => {
  const folder = await installedX402();
  const versions = ['@x402/evm', '@x402/core', 'viem'].map(
    (name) => `${name} ${installedVersion(folder, name)}`,
  );
  const levels: PeerLevel[] = [];
  for (const plan of quick ? short : full) levels.push(await measurePeers(folder, plan));
  const figures = levels.flatMap((level) => level.figures);
  const ratios = levels.map((level) => level.ratios);
  console.log(
    json
      ? JSON.stringify(
          {
            bench: 'peers',
            node: process.version,
            cores: availableParallelism(),
            versions,
            figures,
            ratios,
            differences,
          },
          null,
          2,
        )
      : peerTable(figures, ratios, versions.join(', ')),
  );
  if (figures.some(({ peer, failed }) => peer === 'interline' && failed > 0)) process.exitCode = 1;
});
