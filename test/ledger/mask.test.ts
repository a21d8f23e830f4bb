import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatKeptText, MASKS, MOST_CHARACTERS, maskReason, maskSecrets } from '../../src/ledger/mask.ts';

/** name of the row, a command that holds the secret `s3cr3tvalue42`, what is kept */
const caught: readonly (readonly [string, string, string])[] = [
  ['authorization header', `curl -H "Authorization: Bearer s3cr3tvalue42" x`, `curl -H "Authorization: Bearer ***" x`],
  ['authorization header', `curl -H 'authorization: token s3cr3tvalue42'`, `curl -H 'authorization: token ***'`],
  ['authorization header', `http x Authorization:"Basic s3cr3tvalue42"`, `http x Authorization:"Basic ***"`],
  ['authorization header without a scheme', `curl -H "Authorization: s3cr3tvalue42"`, `curl -H "Authorization: ***"`],
  ['bearer token', `echo bearer s3cr3tvalue42`, `echo bearer ***`],
  ['secret header', `curl -H 'X-Api-Key: s3cr3tvalue42' x`, `curl -H 'X-Api-Key: ***' x`],
  ['secret header', `curl -H "PRIVATE-TOKEN: x" -H "X-Auth-Token: s3cr3tvalue42"`, `"X-Auth-Token: ***"`],
  ['cookie', `curl -H 'Cookie: sid=s3cr3tvalue42; a=b' x`, `curl -H 'Cookie: ***' x`],
  ['credentials in a URL', `git clone https://me:s3cr3tvalue42@host.example/x`, `git clone https://***host.example/x`],
  ['credentials in a URL', `psql postgres://me:s3cr3tvalue42@db:5432/x`, `psql postgres://***db:5432/x`],
  ['secret in a query', `curl 'https://x/y?a=1&access_token=s3cr3tvalue42&b=2'`, `access_token=***&b=2'`],
  ['secret in a query', `curl "https://x/y?sig=s3cr3tvalue42"`, `?sig=***"`],
  ['secret option', `login --password s3cr3tvalue42 --verbose`, `login --password *** --verbose`],
  ['secret option', `login --password=s3cr3tvalue42`, `login --password=***`],
  ['secret option', `login --db-password "a s3cr3tvalue42 b" -v`, `login --db-password *** -v`],
  ['secret option', `vault --client-secret 's3cr3tvalue42`, `vault --client-secret ***`],
  ['secret option', `java -storepass s3cr3tvalue42 --api-key s3cr3tvalue42`, `--api-key ***`],
  ['user and password option', `curl -u me:s3cr3tvalue42 https://x`, `curl -u *** https://x`],
  ['user and password option', `curl --user "me:s3cr3tvalue42 z" https://x`, `curl --user *** https://x`],
  ['user and password option', `curl -ume:s3cr3tvalue42 https://x`, `curl -u*** https://x`],
  ['password glued to -p', `mysql -h db -ps3cr3tvalue42 app`, `mysql -h db -p*** app`],
  ['password of sshpass, docker login, redis-cli', `sshpass -p s3cr3tvalue42 ssh x`, `sshpass -p *** ssh x`],
  ['password of sshpass, docker login, redis-cli', `redis-cli -h x -a s3cr3tvalue42 get y`, `-a *** get y`],
  ['secret variable', `AWS_SECRET_ACCESS_KEY=s3cr3tvalue42 aws s3 ls`, `AWS_SECRET_ACCESS_KEY=*** aws s3 ls`],
  ['secret variable', `export GITHUB_TOKEN="s3cr3tvalue42"; x`, `export GITHUB_TOKEN=***; x`],
  ['secret variable', `PGPASSWORD=s3cr3tvalue42 psql`, `PGPASSWORD=*** psql`],
  ['secret variable', `docker run -e API_KEY=s3cr3tvalue42 x`, `docker run -e API_KEY=*** x`],
  ['secret in JSON or YAML', `curl -d '{"password": "s3cr3tvalue42", "a": 1}'`, `'{"password": ***, "a": 1}'`],
  ['private key block', `echo '-----BEGIN RSA PRIVATE KEY-----\ns3cr3tvalue42'`, `-----BEGIN RSA PRIVATE KEY-----***`],
];

const byForm: readonly string[] = [
  'ghp_0123456789abcdefABCDEF0123456789abcd',
  'github_pat_0123456789abcdefABCDEF',
  'glpat-0123456789abcdefABCD',
  'sk-ant-0123456789abcdefABCD',
  'xoxb-0123456789-abcdef',
  'AKIAIOSFODNN7EXAMPLE',
  'AIzaSyA-0123456789abcdefABCDEF012345678',
  'npm_0123456789abcdefABCDEF0123456789abcd',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
];

const spared: readonly string[] = [
  'npm test -- --watch=false',
  'while ! grep -q done log; do sleep 5; done',
  'git log --author=me --since=2.weeks',
  'ssh -p 22 host uptime',
  'mkdir -p build/out',
  'docker run -u 1000:1000 --rm x',
  'cat secrets.md && ls tokens/',
  'kubectl get secret',
  'git clone git@host.example:me/x.git',
  'curl https://host.example/a@b',
  'echo password',
  'grep -rn token src',
  'sort -u words.txt',
];

describe('masking', () => {
  it.each(caught)('%s: %s', (_row, command, kept) => {
    const masked = maskSecrets(command);
    expect(masked).toContain(kept);
    expect(masked).not.toContain('s3cr3tvalue42');
  });

  it.each(byForm)('knows a token by its form: %s', (token) => {
    expect(maskSecrets(`tool ${token} rest`)).toBe('tool *** rest');
  });

  it('has an example for every row', () => {
    const named = new Set<string>([...caught.map(([row]) => row), 'token by its form']);
    expect(MASKS.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
  });

  it('leaves out no row that would find something', () => {
    const pieces = [
      ...caught.flatMap(([, command]) => command.split(/(?<=[\s=:"'])/)),
      ...byForm,
      ' ',
      '\n',
      'ſecret=',
      'X',
    ];
    const upper = fc
      .tuple(fc.constantFrom(...pieces), fc.boolean())
      .map(([text, up]) => (up ? text.toUpperCase() : text));
    fc.assert(
      fc.property(fc.array(upper, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        const whole = MASKS.reduce((masked, { find, keep }) => masked.replace(find, `${keep}***`), text);
        expect(maskSecrets(text)).toBe(whole);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['curl -H "Authorization: Bearer s3cr3tval...', 'curl -H "Authorization: Bearer ***'],
    ['curl -u "me:s3cr3tval...', 'curl -u ***'],
    ['login --password "s3cr3tval...', 'login --password ***'],
    ["curl -H 'Cookie: sid=s3cr3tval...", "curl -H 'Cookie: ***"],
  ])('goes no further than a quotation that was cut: %s', (quoted, kept) => {
    const masked = maskReason(`this loop ends only when \`${quoted}\` succeeds; nothing inside makes that happen`);
    expect(masked).toBe(`this loop ends only when \`${kept}...\` succeeds; nothing inside makes that happen`);
  });

  it.each(['PGPASSWORD="ab ...`date`s3cr3t" psql', "PGPASSWORD='ab ...`date`s3cr3t' psql"])(
    'takes no command for a sentence that was cut: %s',
    (command) => expect(maskSecrets(command)).toBe('PGPASSWORD=*** psql'),
  );

  it.each(spared)('leaves alone: %s', (command) => {
    expect(maskSecrets(command)).toBe(command);
  });

  it('is idempotent', () => {
    for (const [, command] of caught) expect(maskSecrets(maskSecrets(command))).toBe(maskSecrets(command));
  });
});

describe('cutting', () => {
  it('keeps a short command as it is', () => {
    expect(formatKeptText('sleep 5')).toBe('sleep 5');
  });

  it('cuts at the most characters, between whole characters', () => {
    const kept = formatKeptText(`${'x'.repeat(MOST_CHARACTERS - 2)}😀😀`);
    expect(kept).toBe(`${'x'.repeat(MOST_CHARACTERS - 2)}…`);
  });

  it('masks before it cuts: no half of a secret is left', () => {
    const kept = formatKeptText(`${'x'.repeat(470)} --password ${'q'.repeat(100)}`);
    expect(kept).not.toContain('q');
  });

  it('stays quick on hostile text', () => {
    const hostile = [
      'a_'.repeat(2_000_000),
      '-----BEGIN PRIVATE KEY-----'.repeat(50_000),
      `mysql ${' -p'.repeat(500_000)}`,
    ];
    for (const text of hostile) {
      const begin = performance.now();
      formatKeptText(text);
      expect(performance.now() - begin).toBeLessThan(2000);
    }
  });

  it('never throws and never exceeds the limit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (text) => {
        expect(formatKeptText(text).length).toBeLessThanOrEqual(MOST_CHARACTERS);
      }),
    );
  });
});
