import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Loaded when a code is to be shown: few pages have one. Dark on light in every scheme, as readers need it. */
export function Qr({
  text,
  label,
}: {
  readonly text: string;
  readonly label: string;
}): JSX.Element {
  const [code, setCode] = useState<{ readonly size: number; readonly path: string } | null>(null);
  useEffect(() => {
    let isGone = false;
    void import('./qr-path.ts').then(({ qrPath }) => {
      if (!isGone) setCode(qrPath(text));
    });
    return () => {
      isGone = true;
    };
  }, [text]);
  if (code === null) return <div class="qr" />;
  const side = code.size + 8;
  return (
    <svg class="qr" viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label}>
      <rect width={side} height={side} fill="#fff" />
      <path d={code.path} transform="translate(4 4)" fill="#000" shape-rendering="crispEdges" />
    </svg>
  );
}
