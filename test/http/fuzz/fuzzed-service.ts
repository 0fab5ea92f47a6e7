import { startHarness } from '../../support/harness.ts';
import { playgroundRail } from '../../support/playground-rail.ts';
import { stockRail } from '../../support/stock-rail.ts';
import { LoopMeter, type LoopReport } from './loop-meter.ts';

/** What the parent gets to know of the service's own thread. */
export interface ThreadReport extends LoopReport {
  readonly unhandled: readonly string[];
  readonly rssMb: number;
}

const unhandled: string[] = [];
process.on('unhandledRejection', (reason) => {
  unhandled.push(String(reason));
});
process.on('uncaughtException', (error) => {
  unhandled.push(String(error));
});

const harness = await startHarness({ rails: [stockRail(), playgroundRail()] });
const meter = new LoopMeter();

process.on('message', (word) => {
  switch (word) {
    case 'begin':
      meter.reset();
      process.send?.('begun');
      break;
    case 'report':
      process.send?.({
        ...meter.report(),
        unhandled,
        rssMb: Math.round(process.memoryUsage.rss() / 1e6),
      } satisfies ThreadReport);
      break;
    default:
      meter.stop();
      void harness.stop().then(() => process.exit(0));
  }
});
process.send?.(harness.url);
