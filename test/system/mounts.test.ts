import { describe, expect, it } from 'vitest';
import { isSurelyLocal, networkTypeOf, parseMounts, readMounts } from '../../src/system/mounts.ts';

const table = parseMounts(
  [
    '21 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw',
    '30 21 0:40 / /home rw,relatime shared:9 master:2 - nfs4 server:/home rw,vers=4.2',
    '31 30 8:2 / /home/me/local rw - ext4 /dev/sdb1 rw',
    '32 21 0:41 / /mnt/a\\040b rw - cifs //server/share rw',
    '33 21 0:42 / /remote rw - fuse.sshfs me@host: rw',
    '34 21 0:43 / /box rw - fuse.lxcfs lxcfs rw',
    '35 21 0:44 / /drive rw - 9p drvfs rw',
    '36 21 0:45 / /over rw - nfs server:/over rw',
    '37 21 8:3 / /over rw - xfs /dev/sdc1 rw',
    'garbage',
    '',
  ].join('\n'),
);

describe('network file systems', () => {
  it.each([
    ['/', null],
    ['/var/lib', null],
    ['/home', 'nfs4'],
    ['/home/me/.local/state', 'nfs4'],
    ['/home/me/local/state', null],
    ['/homework', null],
    ['/mnt/a b/state', 'cifs'],
    ['/remote/state', 'fuse.sshfs'],
    ['/box/state', null],
    ['/drive/c', '9p'],
    ['/over/state', null],
  ])('%s lies on %s', (path, type) => {
    expect(networkTypeOf(path, table)).toBe(type);
  });

  it("takes a sandbox's own root over 9p for a local one", () => {
    expect(networkTypeOf('/var/lib', [{ point: '/', type: '9p' }])).toBeNull();
    expect(networkTypeOf('/var/lib', [{ point: '/', type: 'nfs' }])).toBe('nfs');
  });

  it('takes a path that no mount covers for a local one', () => {
    expect(networkTypeOf('/x', [])).toBeNull();
  });

  it.runIf(process.platform === 'linux')('reads the mounts of this machine', () => {
    expect(readMounts()?.some(({ point, type }) => point === '/proc' && type === 'proc')).toBe(true);
  });
});

it.runIf(process.platform === 'linux')('takes no file system for a local one that the mounts call remote', () => {
  const mounts = readMounts() ?? [];
  const points = mounts.filter(({ type }) => type !== 'autofs').map(({ point }) => point);
  for (const point of points) if (isSurelyLocal(point)) expect(networkTypeOf(point, mounts)).toBeNull();
  expect(isSurelyLocal('/proc')).toBe(false);
  expect(isSurelyLocal('/nowhere/at/all')).toBe(false);
});
