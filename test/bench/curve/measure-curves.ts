import { createHash } from 'node:crypto';
import { type Curve, nativeCurve, wasmCurve } from '@interline/adapters/curve';
import { nobleCurve } from '../../contract/curve/noble-curve.ts';
import type { CurveRow } from './curve-table.ts';

/** Turns of the two that are held against each other, of a batch each. */
const turns = 40;
const batch = 50;
const leastRatio = 1.5;

const key = createHash('sha256').update('a key for the bench').digest();
const digests = Array.from({ length: batch }, (_, at) =>
  createHash('sha256').update(`digest ${at}`).digest(),
);
const signatures = digests.map((digest) => wasmCurve.sign(digest, key));

const works: Readonly<Record<string, (curve: Curve) => void>> = {
  sign(curve) {
    for (const digest of digests) curve.sign(digest, key);
  },
  recover(curve) {
    for (const [at, digest] of digests.entries()) {
      const signature = signatures[at];
      if (signature === undefined || curve.recover(digest, signature) === null)
        throw new Error(`the ${curve.name} curve does not find the key again`);
    }
  },
};

/** Every curve in turns with the one in WebAssembly, so that a busy moment falls on both. */
export function measureCurves(): readonly CurveRow[] {
  const native = nativeCurve();
  const curves = [...(native === null ? [] : [native]), wasmCurve, nobleCurve];
  return Object.entries(works).flatMap(([what, work]) =>
    curves.map((curve): CurveRow => {
      // Once for the compiler.
      work(curve);
      const pairs = Array.from({ length: turns }, () => {
        const base = cpuOf(() => work(wasmCurve));
        const own = cpuOf(() => work(curve));
        return { own, ratio: base / own };
      });
      const ratio = median(pairs.map((pair) => pair.ratio));
      return {
        curve: curve.name,
        what,
        microseconds: median(pairs.map(({ own }) => own)) / batch,
        ratio,
        ...(curve === native
          ? { goal: `at least ${leastRatio}`, isMet: ratio >= leastRatio }
          : { goal: '', isMet: null }),
      };
    }),
  );
}

function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function median(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? 0;
}
