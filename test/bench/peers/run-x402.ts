import type { EvmAddress } from '@interline/kernel';
import { startCpuMeter } from '../cpu/cpu-meter.ts';
import { closedLoop } from '../load/closed-loop.ts';
import { HttpLink, type HttpReply } from '../load/http-link.ts';
import { usdcOf } from '../scene/bench-payers.ts';
import type { BenchScene } from '../scene/bench-scene.ts';
import type { Run } from '../settle/run.ts';
import { routeUnits } from '../settle/presigned-routes.ts';
import { presignedAuthorizations } from './authorizations.ts';
import type { FacilitatorProcess } from './x402/start-facilitator.ts';

export interface PeerRun extends Run {
  /** In the facilitator's words, or what the chain says against its answers. */
  readonly failures: readonly string[];
}

/** Whoever settles by that interface. */
export interface Facilitator extends Pick<FacilitatorProcess, 'url' | 'pid'> {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Settles through x402's HTTP, so many at once, each until its answer; then the chain is asked what arrived. */
export async function runX402(
  scene: BenchScene,
  facilitator: Facilitator,
  payTo: EvmAddress,
  { settles, concurrency }: { readonly settles: number; readonly concurrency: number },
): Promise<PeerRun> {
  const bodies = await presignedAuthorizations(scene, payTo, settles);
  const heldBefore = await heldBy(scene, payTo);
  const { url, path = '/settle', headers = {} } = facilitator;
  const link = new HttpLink(url, concurrency, headers);
  const meter = startCpuMeter({ service: facilitator.pid, chains: scene.pids.chains });
  const { results, tookMs } = await closedLoop(
    bodies.map((body) => async () => {
      const startMs = performance.now();
      const answer = await link.post(path, body);
      return {
        doneMs: performance.now() - startMs,
        failure: answer.body['success'] === true ? null : reasonIn(answer.body),
      };
    }),
    concurrency,
  );
  const cpu = meter.read();
  await link.close();
  const failures = results.map((one) => one.failure).filter((one) => one !== null);
  const paid = ((await heldBy(scene, payTo)) - heldBefore) / routeUnits;
  const said = BigInt(settles - failures.length);
  return {
    routes: settles,
    tookMs,
    doneMs: results.map((one) => one.doneMs),
    cpu,
    failures: [
      ...failures,
      ...(paid === said ? [] : [`it said that ${said} were paid, the chain says ${paid}`]),
    ],
  };
}

async function heldBy({ source }: BenchScene, owner: EvmAddress): Promise<bigint> {
  return (await usdcOf(source, [owner]))[0] ?? 0n;
}

/** Its reason, and the node's own word, which viem puts below a page of calldata. */
function reasonIn({ errorReason, errorMessage, error }: HttpReply['body']): string {
  const [, details = ''] = /^Details: (.*)$/m.exec(String(errorMessage)) ?? [];
  return `${String(errorReason ?? error)}: ${details}`;
}
