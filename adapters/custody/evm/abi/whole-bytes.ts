const shape = /^0x(?:[0-9a-fA-F]{2})*$/;

export function isWholeBytes(hex: string): boolean {
  return shape.test(hex);
}
