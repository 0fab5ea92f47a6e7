// The process startSurfpool starts, so that a crash of native code ends a child and not the devnet.
// It lives as long as its parent. Not for import.
import { createRequire } from 'node:module';
import { surfpoolPackage } from './start-surfpool.ts';

type Surfnet = { rpcUrl: string; wsUrl: string; stop: () => void };

process.on('disconnect', () => process.exit());
process.on('SIGINT', () => undefined);

// CAST: the package has no types; the members are those its README names.
const { Surfnet } = createRequire(import.meta.url)(surfpoolPackage) as {
  Surfnet: { startWithConfig: (config: object) => Surfnet };
};
// A slot per transaction: a payment is confirmed at once, and an idle chain costs nothing.
const surfnet = Surfnet.startWithConfig({ offline: true, blockProductionMode: 'transaction' });
process.send?.({ rpcUrl: surfnet.rpcUrl, wsUrl: surfnet.wsUrl });
// Nothing else holds the process, and the runtime ends with its object.
process.channel?.ref();
process.on('exit', () => surfnet.stop());
