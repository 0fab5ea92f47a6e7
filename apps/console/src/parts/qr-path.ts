import { generate } from 'lean-qr/nano';

/** A QR code as one path of runs of dark modules. */
export function qrPath(text: string): { readonly size: number; readonly path: string } {
  const code = generate(text);
  const { size } = code;
  let path = '';
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      if (!code.get(x, y)) continue;
      const start = x;
      while (x + 1 < size && code.get(x + 1, y)) x += 1;
      path += `M${start} ${y}h${x - start + 1}v1h-${x - start + 1}z`;
    }
  return { size, path };
}
