/** The wait that a forge's own client has for what a loop or a pause waits for. */

/**
 * The client's wait, with a limit whose number is left open; undefined when the text does not ask a forge about its runs.
 * `gh` and `glab` as their manuals describe them: `gh run watch`, `gh pr checks --watch`, `glab ci status --live`.
 */
export function ciWait(text: string): string | undefined {
  if (/\bglab\s+(?:ci|pipeline|pipe)\b/.test(text)) return 'timeout <seconds> glab ci status --live';
  const repo = /(?:^|\s)(?:-R|--repo)[ =](\S+)/.exec(text)?.[1];
  const of = repo === undefined ? '' : ` -R ${repo}`;
  const checks = /\bgh\s+pr\s+(?:checks|status|view(?=[^;&]*\bstatusCheckRollup\b))(?:\s+(\d+|"?\$\{?\w+\}?"?))?/.exec(
    text,
  );
  if (checks !== null) return `timeout <seconds> gh pr checks${spaced(checks[1])}${of} --watch --fail-fast`;
  const run = /\bgh\s+run\s+(?:view|watch)\s+(\d+|"?\$\{?\w+\}?"?)/.exec(text)?.[1];
  if (run !== undefined) return `timeout <seconds> gh run watch ${run}${of} --exit-status`;
  if (!/\bgh\s+(?:run|workflow)\b|\/actions\/|\bcheck-(?:runs|suites)\b/.test(text)) return undefined;
  return (
    `id=$(timeout 30 gh run list${of} --limit 1 --json databaseId --jq '.[0].databaseId'); ` +
    `timeout <seconds> gh run watch "$id"${of} --exit-status`
  );
}

function spaced(word: string | undefined): string {
  return word === undefined ? '' : ` ${word}`;
}
