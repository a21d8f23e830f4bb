import { describe, expect, it } from 'vitest';
import { planTimer, planTimerRemoval, type TimerRequest } from '../../src/flow/install-timer.ts';
import type { HostFiles } from '../../src/system/host-files.ts';

function request(texts: Record<string, string>, change: Partial<TimerRequest> = {}): TimerRequest {
  const files: HostFiles = { read: (path) => texts[path] ?? null, write: () => {}, remove: () => {} };
  return {
    platform: 'linux',
    env: { HOME: '/h' },
    files,
    program: ['/usr/bin/node', '/opt/a b/"%i"/cli.js'],
    ...change,
  };
}

const SERVICE = '/h/.config/systemd/user/lifetime-watch-audit.service';

describe('the timer', () => {
  it('is a service and a timer of the user on Linux, with words quoted as systemd reads them', () => {
    const [service, timer] = planTimer(request({}));
    expect(service).toMatchObject({ file: SERVICE, before: null });
    expect(service?.after).toContain('ExecStart="/usr/bin/node" "/opt/a b/\\"%%i\\"/cli.js" "audit"\n');
    expect(timer?.after).toContain('OnUnitActiveSec=5min');
  });
  it('never arms', () => {
    for (const platform of ['linux', 'darwin'] as const) {
      for (const { after } of planTimer(request({}, { platform }))) expect(after).not.toContain('--enforce');
    }
  });
  it('is a launchd agent on macOS', () => {
    const [agent] = planTimer(request({}, { platform: 'darwin', program: ['/n', '/a&b'] }));
    expect(agent?.file).toBe('/h/Library/LaunchAgents/lifetime-watch.audit.plist');
    expect(agent?.after).toContain('<string>/a&amp;b</string>');
  });
  it.each(['linux', 'darwin'] as const)('looks where the one who installs it looks, on %s', (platform) => {
    const env = { HOME: '/h', LIFETIME_WATCH_STATE_DIR: '/a&b', XDG_CONFIG_HOME: '/h/.config' };
    const [unit] = planTimer(request({}, { platform, env }));
    for (const value of [platform === 'linux' ? '/a&b' : '/a&amp;b', '/h/.config', 'XDG_CONFIG_HOME']) {
      expect(unit?.after).toContain(value);
    }
    expect(unit?.after).not.toContain('XDG_STATE_HOME');
  });
  it('takes out what it put there', () => {
    const [service] = planTimer(request({}));
    const [removal] = planTimerRemoval(request({ [SERVICE]: service?.after ?? '' }));
    expect(removal).toMatchObject({ file: SERVICE, after: null });
  });
  it('touches no file of that name that is somebody else’s', () => {
    expect(() => planTimer(request({ [SERVICE]: '[Unit]\n' }))).toThrow(/was not written by lifetime-watch/);
    expect(() => planTimerRemoval(request({ [SERVICE]: '[Unit]\n' }))).toThrow(/nothing was changed/);
  });
  it('says where it cannot be', () => {
    expect(() => planTimer(request({}, { platform: 'win32' }))).toThrow('timer: expected Linux or macOS, got win32');
  });
});
