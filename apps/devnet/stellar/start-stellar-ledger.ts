import { randomBytes } from 'node:crypto';
import { listenOnLoopback } from '../http/loopback.ts';
import { type HorizonFault } from './horizon/horizon-faults.ts';
import { horizonApp } from './horizon/horizon-app.ts';
import { LedgerClock } from './ledger/ledger-clock.ts';
import { type LedgerFile, type LedgerOrigin, openLedgerFile } from './ledger/ledger-file.ts';
import { StellarLedger } from './ledger/stellar-ledger.ts';
import { StellarDesk } from './stellar-desk.ts';

export type StellarLedgerStart = {
  /** Port on 127.0.0.1; any free one when left out. */
  port?: number;
  /** Folder that keeps the ledger over restarts; in memory only when left out. */
  dataFolder?: string;
  /** Closes a ledger at this interval in milliseconds, with or without transactions. */
  closeMs?: number;
  /** Closes a ledger with each transaction: the default, unless `closeMs` is given. */
  automine?: boolean;
  passphrase?: string;
  /**
   * How long `POST /transactions` waits for its ledger before it answers 504; 30,000 if left out.
   */
  submitTimeoutMs?: number;
  log?: (line: string) => void;
};

/** One Horizon of a ledger. */
export type RunningHorizon = {
  horizonUrl: string;
  /** Starts a fault of this Horizon, or clears all. */
  fault(fault: HorizonFault | null, times?: number): void;
};

export type RunningStellarLedger = RunningHorizon & {
  passphrase: string;
  usdc: { code: string; issuer: string };
  /** Closes a ledger, after moving its clock forward by or to what is asked. */
  close(moved?: { advanceSec?: number; closeTimeSec?: number }): void;
  /** Sets the minimum fee per operation from now on, like a busy network; at least 100. */
  setBaseFee(stroops: bigint): void;
  /** Starts another Horizon of the same ledger; it ends with the ledger. */
  startHorizon(): Promise<RunningHorizon>;
  stop(): Promise<void>;
};

const usualPassphrase = 'Interline Devnet';

/**
 * Starts the simulated Stellar ledger and its Horizon. Throws when the port or file is unusable.
 */
export async function startStellarLedger(
  start: StellarLedgerStart = {},
): Promise<RunningStellarLedger> {
  const { passphrase = usualPassphrase, closeMs, log = console.error } = start;
  const server = await listenOnLoopback(start.port ?? 0);
  const fresh: LedgerOrigin = {
    format: 1,
    passphrase,
    seed: randomBytes(32).toString('hex'),
    startedAtSec: Math.floor(Date.now() / 1_000),
  };
  let file: LedgerFile | undefined;
  try {
    file = start.dataFolder === undefined ? undefined : openLedgerFile(start.dataFolder, fresh);
    const desk = deskOf(file, file?.origin ?? fresh, {
      automine: start.automine ?? closeMs === undefined,
      submitTimeoutMs: start.submitTimeoutMs ?? 30_000,
    });
    const timer = closeMs === undefined ? undefined : setInterval(() => desk.close({}), closeMs);
    const servers = [server];
    const serve = (on: typeof server, of: StellarDesk): RunningHorizon => {
      const handle = horizonApp(of, { log, startHorizon }).callback();
      on.serve((request, response) => void handle(request, response));
      return {
        horizonUrl: on.url,
        fault: (fault, times) => {
          if (fault === null) of.faults.clear();
          else of.faults.start(fault, times);
        },
      };
    };
    const startHorizon = async (): Promise<RunningHorizon> => {
      const beside = await listenOnLoopback(0);
      servers.push(beside);
      return serve(beside, desk.beside());
    };
    return {
      ...serve(server, desk),
      passphrase,
      usdc: { code: desk.usdc.getCode(), issuer: desk.usdc.getIssuer() },
      close: (moved = {}) => void desk.close(moved),
      setBaseFee: (stroops) => {
        desk.ledger.baseFee = stroops;
      },
      startHorizon,
      stop: async () => {
        clearInterval(timer);
        for (const one of servers) await one.close();
        file?.close();
      },
    };
  } catch (error) {
    file?.close();
    await server.close();
    throw error;
  }
}

function deskOf(
  file: LedgerFile | undefined,
  origin: LedgerOrigin,
  ways: { automine: boolean; submitTimeoutMs: number },
): StellarDesk {
  const clock = new LedgerClock(() => Date.now());
  const ledger = new StellarLedger({
    passphrase: origin.passphrase,
    startedAtSec: origin.startedAtSec,
    clock,
    keep: (closed) => file?.append(closed),
  });
  for (const kept of file?.kept ?? []) ledger.replay(kept);
  // Time that tests skipped stays skipped: no ledger may close before the last one.
  clock.advanceTo(ledger.latest.closeTimeSec);
  return new StellarDesk({ ledger, clock, seed: origin.seed, ...ways });
}
