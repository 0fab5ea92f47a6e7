import { closedLoop } from '../../load/closed-loop.ts';
import { type CpuUsed, startSubject, type Subject } from './subject.ts';

export interface QuoteCpu {
  readonly rails: number;
  /** Of one request. */
  readonly service: CpuUsed;
  readonly bare: CpuUsed;
  readonly ratio: number;
  /** Without what the system does on its behalf, which is the same few calls for both. */
  readonly userRatio: number;
}

const clients = 8;

/**
 * A quote over rails that answer at once, beside a bare Koa that reads the same body. Each client
 * asks the two in turn: a server's calls into the system cost more where a client sleeps, so both
 * must be asked by equally busy ones.
 */
export async function measureCpu(
  rails: number,
  { warmup, requests }: { readonly warmup: number; readonly requests: number },
): Promise<QuoteCpu> {
  const [service, bare] = [await startSubject(rails, clients), await startSubject(0, clients)];
  const run = async (count: number): Promise<void> => {
    await closedLoop(
      Array.from({ length: count }, () => async () => {
        await service.ask();
        await bare.ask();
      }),
      clients,
    );
  };
  try {
    await run(warmup);
    const before = await Promise.all([service.used(), bare.used()]);
    await run(requests);
    const [ours, theirs] = [
      await since(service, before[0], requests),
      await since(bare, before[1], requests),
    ];
    return {
      rails,
      service: ours,
      bare: theirs,
      ratio: ours.allMs / theirs.allMs,
      userRatio: ours.userMs / theirs.userMs,
    };
  } finally {
    await Promise.all([service.stop(), bare.stop()]);
  }
}

async function since(subject: Subject, before: CpuUsed, requests: number): Promise<CpuUsed> {
  const now = await subject.used();
  return {
    allMs: (now.allMs - before.allMs) / requests,
    userMs: (now.userMs - before.userMs) / requests,
  };
}
