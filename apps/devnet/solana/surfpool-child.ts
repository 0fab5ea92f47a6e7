// The process startSurfpool starts, so that a crash of native code ends a child and not the devnet.
// It lives as long as its parent. Not for import.
import { createRequire } from 'node:module';

type Surfnet = { rpcUrl: string; wsUrl: string; drainEvents: () => unknown[]; stop: () => void };

const drainMs = 200;

process.on('disconnect', () => process.exit());
process.on('SIGINT', () => undefined);

// A native module: only require loads one.
const require = createRequire(import.meta.url);
// CAST: the package has no types; the members are those its README names.
const { Surfnet } = require('@solana/surfpool-linux-x64-gnu') as {
  Surfnet: { startWithConfig: (config: object) => Surfnet };
};
// A slot per transaction: a payment is confirmed at once. The clock beside them ticks each millisecond
// where it is not told otherwise, which took 4 % of a core of an idle chain in the place of 0.3 %.
const surfnet = Surfnet.startWithConfig({
  offline: true,
  blockProductionMode: 'transaction',
  slotTimeMs: 400,
});
process.send?.({ rpcUrl: surfnet.rpcUrl, wsUrl: surfnet.wsUrl });
// It tells of each transaction in a queue of about a thousand, and answers no request any more once
// that is full.
setInterval(() => surfnet.drainEvents(), drainMs);
// Nothing else holds the process, and the runtime ends with its object.
process.channel?.ref();
process.on('exit', () => surfnet.stop());
