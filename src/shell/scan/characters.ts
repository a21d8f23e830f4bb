/** Character classes of shell text, by UTF-16 code unit. */

export const TAB = 9;
export const NEWLINE = 10;
export const RETURN = 13;
export const SPACE = 32;
export const BANG = 33;
export const DOUBLE_QUOTE = 34;
export const HASH = 35;
export const DOLLAR = 36;
export const AMPERSAND = 38;
export const SINGLE_QUOTE = 39;
export const OPEN_PAREN = 40;
export const CLOSE_PAREN = 41;
export const STAR = 42;
export const PLUS = 43;
export const COMMA = 44;
export const COLON = 58;
export const SEMICOLON = 59;
export const LESS = 60;
export const EQUALS = 61;
export const GREATER = 62;
export const QUESTION = 63;
export const AT = 64;
export const OPEN_BRACKET = 91;
export const BACKSLASH = 92;
export const CLOSE_BRACKET = 93;
export const BACKTICK = 96;
export const OPEN_BRACE = 123;
export const BAR = 124;
export const CLOSE_BRACE = 125;

const table = (members: string): Uint8Array => {
  const flags = new Uint8Array(128);
  for (const member of members) flags[member.charCodeAt(0)] = 1;
  return flags;
};
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const nameStart = table(`${LOWER}${LOWER.toUpperCase()}_`);
const nameRest = table(`${LOWER}${LOWER.toUpperCase()}_${DIGITS}`);
const meta = table(' \t\n;&|<>()');
/** what ends or changes a run of ordinary characters in an unquoted word */
const special = table(' \t\n\r;&|<>()\'"`\\$*?[]{},+@!~^#=');

export const isBlank = (code: number): boolean => code === SPACE || code === TAB;
export const isDigit = (code: number): boolean => code >= 48 && code <= 57;
export const isNameStart = (code: number): boolean => nameStart[code] === 1;
export const isNameRest = (code: number): boolean => nameRest[code] === 1;
/** Separates words when unquoted. */
export const isMeta = (code: number): boolean => meta[code] === 1;
export const isOrdinary = (code: number): boolean => special[code] !== 1;
