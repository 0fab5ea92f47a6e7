/** A band of the picture: how much of the whole it is, and where it stands at both ends. */
export interface Band {
  readonly kind: 'arrives' | 'fee' | 'engine' | 'back';
  readonly path: string;
}

export const flowSize = { width: 320, height: 96 } as const;

/** The least that is seen: a fee of a thousandth is still there. */
const thinnest = 3;
const gap = 10;

/**
 * Value as a stream that parts: what arrives, the service's fee, the engine's. Heights are parts of the whole, but
 * for what would be too thin to be seen.
 */
export function bandsOf(
  parts: readonly { readonly kind: Band['kind']; readonly units: bigint }[],
): readonly Band[] {
  const shown = parts.filter(({ units }) => units > 0n);
  const whole = shown.reduce((sum, { units }) => sum + units, 0n);
  if (whole === 0n) return [];
  const room = flowSize.height - gap * (shown.length - 1) - 8;
  const wanted = shown.map(({ units }) =>
    Math.max(thinnest, (Number((units * 10_000n) / whole) / 10_000) * room),
  );
  const scale = room / wanted.reduce((sum, height) => sum + height, 0);
  const heights = wanted.map((height) => height * scale);
  const total = heights.reduce((sum, height) => sum + height, 0);
  let left = (flowSize.height - total) / 2;
  let right = 4;
  return shown.map(({ kind }, at) => {
    const height = heights[at] ?? 0;
    const [middle, end] = [flowSize.width / 2, flowSize.width];
    const path = [
      `M0 ${round(left)}`,
      `C${middle} ${round(left)} ${middle} ${round(right)} ${end} ${round(right)}`,
      `V${round(right + height)}`,
      `C${middle} ${round(right + height)} ${middle} ${round(left + height)} 0 ${round(left + height)}`,
      'Z',
    ].join('');
    left += height;
    right += height + gap;
    return { kind, path };
  });
}

function round(value: number): string {
  return (Math.round(value * 10) / 10).toString();
}
