/** Proves that command lines and environments of any bytes are read as the kernel holds them, and secrets are not. */
import { describe, expect, it } from 'vitest';
import { parseArgv, pickMarkers } from '../../src/lineage/parse-argv.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('parseArgv', () => {
  it.each<[string, string, readonly string[]]>([
    ['arguments', 'sh\0-c\0echo hi\0', ['sh', '-c', 'echo hi']],
    ['newlines inside', 'sh\0-c\0a\nb\n\0', ['sh', '-c', 'a\nb\n']],
    ['an empty argument in the middle', 'a\0\0b\0', ['a', '', 'b']],
    ['a rewritten title without NULs', 'nginx: worker process', ['nginx: worker process']],
    ['a rewritten title with padding', 'pi\0\0\0\0\0\0', ['pi']],
    ['nothing: a zombie or a kernel thread', '', []],
    ['only padding', '\0\0\0', []],
  ])('%s', (_, text, argv) => {
    expect(parseArgv(bytes(text))).toEqual(argv);
  });

  it('keeps 100 kB, and replaces what is no UTF-8', () => {
    const long = 'x'.repeat(100_000);
    expect(parseArgv(bytes(`sh\0${long}\0`))[1]).toHaveLength(100_000);
    expect(parseArgv(new Uint8Array([0x61, 0xff, 0xfe, 0]))).toEqual(['a\ufffd\ufffd']);
  });
});

describe('pickMarkers', () => {
  const names = new Set(['CLAUDE_PID', 'GEMINI_CLI']);

  it('picks the named ones alone, the first of two, exactly by name', () => {
    const environment = 'TOKEN=secret\0CLAUDE_PID=7\0XCLAUDE_PID=8\0CLAUDE_PID=9\0GEMINI_CLI=\0CLAUDE_PIDS=1\0';
    expect(pickMarkers(bytes(environment), names)).toEqual({ CLAUDE_PID: '7', GEMINI_CLI: '' });
  });

  it('is not led astray by entries without a name or a value', () => {
    expect(pickMarkers(bytes('=CLAUDE_PID=1\0CLAUDE_PID\0\0A=CLAUDE_PID=2\0'), names)).toEqual({});
  });
});
