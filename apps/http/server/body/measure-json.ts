const quote = 0x22,
  backslash = 0x5c,
  colon = 0x3a,
  openBrace = 0x7b,
  closeBrace = 0x7d,
  openBracket = 0x5b,
  closeBracket = 0x5d;

/**
 * How deep a valid JSON text nests and how many `key: value` members it writes. One pass, strings
 * are hopped over.
 */
export function measureJson(text: string): { depth: number; members: number } {
  let depth = 0;
  let open = 0;
  let members = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = closingQuote(text, at);
        break;
      case colon:
        members += 1;
        break;
      case openBrace:
      case openBracket:
        open += 1;
        if (open > depth) depth = open;
        break;
      case closeBrace:
      case closeBracket:
        open -= 1;
        break;
    }
  }
  return { depth, members };
}

/**
 * A quote ends its string when an even number of backslashes stands before it. Runs of backslashes
 * never overlap, so this stays linear.
 */
function closingQuote(text: string, opening: number): number {
  for (let at = text.indexOf('"', opening + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((at - before) % 2 === 1) return at;
  }
  return text.length;
}
