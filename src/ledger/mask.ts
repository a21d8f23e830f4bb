/** PURE: what of a command may be kept. Secrets first, length second, so that no half of a secret survives the cut. */

/** The most characters of a command that an entry keeps. */
export const MOST_CHARACTERS = 500;
/** Nothing beyond this can reach the first 500 characters; it bounds the work on a command of many megabytes. */
const MOST_EXAMINED = 16_384;
const MASK = '***';

/** a value as a shell word: quoted (an open quote runs to the end) or bare */
const VALUE = String.raw`(?:"(?:[^"\\]|\\.)*(?:"|$)|'[^']*(?:'|$)|[^\s"'|&;<>()]+)`;
const SECRET_NAME =
  '(?:password|passwd|passphrase|(?:store|key)?pass|pwd|secret|token|api[-_]?key|access[-_]?key|auth[-_]?key|private[-_]?key|secret[-_]?key|credentials?|client[-_]?secret)';

type MaskRow = {
  readonly name: string;
  /** in lower case: a text without any of these holds no match, which is found out without making the pattern ready */
  readonly needs: readonly string[];
  readonly find: RegExp;
  readonly keep: string;
};

/** What a secret name cannot do without. */
const NAMES = ['pass', 'pwd', 'secret', 'token', 'key', 'credential'] as const;

/** How tokens that are known by their form begin. */
const FORMS = [
  'ghp_',
  'gho_',
  'ghu_',
  'ghs_',
  'ghr_',
  'github_pat_',
  'glpat-',
  'sk-',
  'xox',
  'akia',
  'asia',
  'aiza',
  'npm_',
  'hf_',
  'dop_v1_',
  'pypi-',
  'sg.',
  'eyj',
] as const;

/** Applied in order; `$1` is what stays, the rest of the match is replaced. */
export const MASKS = [
  {
    name: 'private key block',
    needs: ['private key'],
    find: /(-----BEGIN [A-Z ]*PRIVATE KEY-----)[\s\S]*?(?:(?=-----END)|$)/g,
    keep: '$1',
  },
  {
    name: 'authorization header',
    needs: ['authorization'],
    find: /((?:proxy-)?authorization["']?\s*[:=]\s*["']?(?:bearer|basic|token|digest|negotiate|apikey)\s+)[^\s"'|&;<>()]+/gi,
    keep: '$1',
  },
  {
    name: 'authorization header without a scheme',
    needs: ['authorization'],
    find: /((?:proxy-)?authorization["']?\s*[:=]\s*["']?)(?!(?:bearer|basic|token|digest|negotiate|apikey)\s)[^\s"'|&;<>()]+/gi,
    keep: '$1',
  },
  { name: 'bearer token', needs: ['bearer'], find: /(\bbearer\s+)[A-Za-z0-9._~+/=-]{6,}/gi, keep: '$1' },
  {
    name: 'secret header',
    needs: ['key', 'token', 'secret'],
    find: /(\b(?:x-)?[a-z-]*(?:api-?key|auth-?token|access-?token|secret)["']?\s*:\s*["']?)[^\s"'|&;<>(){},]+/gi,
    keep: '$1',
  },
  { name: 'cookie', needs: ['cookie'], find: /(\b(?:set-)?cookie\s*:\s*)[^"'\n]+/gi, keep: '$1' },
  {
    name: 'credentials in a URL',
    needs: ['://'],
    find: /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@"'<>]*@(?=[^\s/"'])/gi,
    keep: '$1',
  },
  {
    name: 'secret in a query',
    needs: [...NAMES, 'sig'],
    find: new RegExp(String.raw`([?&](?:[\w-]*[-_])?(?:${SECRET_NAME}|key|sig|signature)=)[^&\s"'#]+`, 'gi'),
    keep: '$1',
  },
  {
    name: 'secret option',
    needs: NAMES,
    find: new RegExp(String.raw`((?:^|[\s"'(])--?(?:[a-z0-9]+[-_])*${SECRET_NAME}(?:=|\s+))(?!-)${VALUE}`, 'gi'),
    keep: '$1',
  },
  {
    name: 'user and password option',
    needs: ['-u'],
    find: /((?:^|\s)(?:-u|-U|--user|--proxy-user)(?:=|\s*))(?!\d+:\d+(?:\s|$))(?:"[^":\s]*:[^"]*(?:"|$)|'[^':\s]*:[^']*(?:'|$)|[^\s"':/]+:[^\s"']+)/g,
    keep: '$1',
  },
  {
    name: 'password glued to -p',
    needs: ['mysql', 'mariadb', 'mongo', '7z', 'zip', 'rar'],
    find: new RegExp(
      String.raw`(\b(?:mysql|mysqldump|mysqladmin|mariadb|mongosh?|7z[az]?|zip|unrar|rar)\b[^|&;\n]*?\s-p)(?=[^\s-])${VALUE}`,
      'g',
    ),
    keep: '$1',
  },
  {
    name: 'password of sshpass, docker login, redis-cli',
    needs: ['sshpass', 'docker', 'redis-cli'],
    find: new RegExp(
      String.raw`(\b(?:sshpass\s+-p\s*|docker\s+login\b[^|&;\n]*?\s-p\s+|redis-cli\b[^|&;\n]*?\s-a\s+))${VALUE}`,
      'g',
    ),
    keep: '$1',
  },
  {
    name: 'secret variable',
    needs: NAMES,
    find: new RegExp(
      String.raw`(\b(?:[A-Za-z0-9]+_)*?(?:[A-Z0-9]*${SECRET_NAME})(?:_[A-Za-z0-9]+)*\+?=)${VALUE}`,
      'gi',
    ),
    keep: '$1',
  },
  {
    name: 'secret in JSON or YAML',
    needs: NAMES,
    find: new RegExp(
      String.raw`(["']?\b(?:[\w-]*[-_])?${SECRET_NAME}["']\s*:\s*)(?:"(?:[^"\\]|\\.)*(?:"|$)|'[^']*(?:'|$)|[^\s"',}]+)`,
      'gi',
    ),
    keep: '$1',
  },
  {
    name: 'token by its form',
    needs: FORMS,
    find: /()(?:\bgh[pousr]_[A-Za-z0-9]{16,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}|\bsk-[\w-]{16,}|\bxox[abeoprs]-[\w-]{10,}|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[\w-]{30,}|\bnpm_[A-Za-z0-9]{30,}|\bhf_[A-Za-z0-9]{20,}|\bdop_v1_[a-f0-9]{32,}|\bpypi-[\w-]{20,}|\bSG\.[\w-]{16,}\.[\w-]{16,}|\beyJ[\w-]{10,}\.[\w-]{6,}(?:\.[\w-]*)?)/g,
    keep: '$1',
  },
] as const satisfies readonly MaskRow[];

/** Where a reason ends a quotation that it cut, and its own words go on: a quote that is open there is not open beyond. */
const CUT = '...`';

/** The same for a sentence of our own that quotes what somebody typed. Never for that itself: it may hold those characters. */
export function maskReason(text: string): string {
  return text.split(CUT).map(maskSecrets).join(CUT);
}

/** The text with every secret that the table recognises replaced by `***`. */
export function maskSecrets(text: string): string {
  const lower = text.toLowerCase();
  let masked = text;
  for (const { needs, find, keep } of MASKS) {
    if (needs.some((part) => lower.includes(part))) masked = masked.replace(find, `${keep}${MASK}`);
  }
  return masked;
}

/** What an entry keeps of a command: masked, at most 500 characters, cut with an ellipsis between whole characters. */
export function formatKeptText(text: string): string {
  return cutTo(text, maskSecrets(text.slice(0, MOST_EXAMINED)));
}

/** The same for a sentence of our own. */
export function formatKeptReason(text: string): string {
  return cutTo(text, maskReason(text.slice(0, MOST_EXAMINED)));
}

function cutTo(text: string, masked: string): string {
  if (masked.length <= MOST_CHARACTERS && text.length <= MOST_EXAMINED) return masked;
  const kept = masked.slice(0, MOST_CHARACTERS - 1);
  return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}
