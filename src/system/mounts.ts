import { readFileSync, statfsSync } from 'node:fs';

export type Mount = { readonly point: string; readonly type: string };

/**
 * File systems on which two machines (or a client's cache) may disagree about where a file ends, so that appending is
 * not atomic between writers.
 */
const NETWORK_TYPES = new Set([
  'nfs',
  'nfs4',
  'cifs',
  'smb3',
  'smbfs',
  'ncpfs',
  'afs',
  'coda',
  '9p',
  'ceph',
  'glusterfs',
  'lustre',
  'beegfs',
  'gpfs',
  'orangefs',
  'gfs2',
  'ocfs2',
]);
/** `fuse.sshfs` and its like; other FUSE file systems keep their state in this kernel. */
const NETWORK_FUSE = /^fuse\.(sshfs|s3fs|rclone|glusterfs|ceph|davfs2?|gcsfuse|goofys|juicefs|curlftpfs|blobfuse2?)$/;

/** Magic numbers of statfs(2): ext2 to ext4, xfs, btrfs, tmpfs, overlayfs, f2fs, zfs, bcachefs. Each lies on this machine alone. */
const LOCAL_MAGIC = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0xf2f52010, 0x2fc12fc1, 0xca451a4e,
]);

/** Whether one system call already says that a path (which exists) lies on this machine: the list of mounts costs a hook more. */
export function isSurelyLocal(path: string): boolean {
  try {
    return process.platform === 'linux' && LOCAL_MAGIC.has(statfsSync(path).type);
  } catch {
    return false;
  }
}

/** The mounts of this process as the kernel lists them; null where there is no such list (other systems than Linux). */
export function readMounts(): readonly Mount[] | null {
  try {
    return parseMounts(readFileSync('/proc/self/mountinfo', 'latin1'));
  } catch {
    return null;
  }
}

/** Parses proc(5) mountinfo: field 5 is the mount point, the type follows a lone `-`. Later lines cover earlier ones. */
export function parseMounts(text: string): readonly Mount[] {
  return text.split('\n').flatMap((line) => {
    const fields = line.split(' ');
    const point = fields[4];
    const type = fields[fields.indexOf('-', 6) + 1];
    if (point === undefined || type === undefined || fields.indexOf('-', 6) < 0) return [];
    return [{ point: unescapeOctal(point), type }];
  });
}

/** The type of the network file system that `path` (absolute, links resolved) lies on; null when it is a local one. */
export function networkTypeOf(path: string, mounts: readonly Mount[]): string | null {
  let best: Mount | null = null;
  for (const mount of mounts) {
    if (covers(mount.point, path) && (best === null || mount.point.length >= best.point.length)) best = mount;
  }
  if (best === null) return null;
  // A sandbox may get its own root over 9p; nobody else writes there.
  if (best.type === '9p' && best.point === '/') return null;
  return NETWORK_TYPES.has(best.type) || NETWORK_FUSE.test(best.type) ? best.type : null;
}

function covers(point: string, path: string): boolean {
  return point === '/' || path === point || path.startsWith(`${point}/`);
}

/** The kernel writes blanks, tabs, newlines and backslashes as `\040`. Bytes stay bytes: the text is Latin-1. */
function unescapeOctal(text: string): string {
  const bytes = text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
