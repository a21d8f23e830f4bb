const NAMES: Readonly<Record<string, string>> = { '\t': '\t', '\n': '\n' };

/**
 * Makes control characters visible (`\x1b` for ESC, `\u009b` for a C1 CSI), so that text of a command line can never
 * act on the terminal, and shows lone surrogates and bidirectional overrides instead of letting them reorder a line.
 */
export function printable(text: string): string {
  return text.replace(
    /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    (character) => {
      const named = NAMES[character];
      if (named !== undefined) return named;
      const code = character.charCodeAt(0);
      return code < 0x80 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
    },
  );
}
