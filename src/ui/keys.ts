/** The one table of keys: the handler, the footer and the help all read it. */
import type { ModeKind } from './state.ts';

export type CommandName =
  | 'up'
  | 'down'
  | 'page-up'
  | 'page-down'
  | 'first'
  | 'last'
  | 'unfold'
  | 'fold'
  | 'next-panel'
  | 'details'
  | 'explain'
  | 'pause'
  | 'reap'
  | 'grant'
  | 'filter'
  | 'sort'
  | 'only-offenders'
  | 'freeze'
  | 'help'
  | 'quit'
  | 'interrupt'
  | 'suspend'
  | 'back'
  | 'confirm'
  | 'cancel'
  | 'next-field'
  | 'submit'
  | 'erase';

export type KeyRow = {
  readonly command: CommandName;
  /** names as `keyName` gives them */
  readonly keys: readonly string[];
  readonly modes: readonly ModeKind[];
  /** how the footer calls it; empty: not in the footer */
  readonly label: string;
  /** for the help */
  readonly help: string;
};

const LIST = ['list'] as const;
const PAGES = ['details', 'explain', 'help'] as const;
const SCROLLED = [...LIST, ...PAGES] as const;
const ACTING = ['list', 'details'] as const;
const ALL = ['list', 'filter', 'details', 'explain', 'help', 'confirm', 'grant'] as const;

/** In the order of the footer: what a narrow one drops stands last. */
export const KEYS: readonly KeyRow[] = [
  { command: 'confirm', keys: ['y'], modes: ['confirm'], label: 'end it', help: 'Confirm the dialog' },
  { command: 'cancel', keys: ['n', 'escape', 'q'], modes: ['confirm'], label: 'leave it', help: 'Leave the dialog' },
  { command: 'submit', keys: ['enter'], modes: ['grant', 'filter'], label: 'accept', help: 'Accept the text' },
  {
    command: 'cancel',
    keys: ['escape'],
    modes: ['grant', 'filter'],
    label: 'cancel',
    help: 'Leave the text as it was',
  },
  { command: 'next-field', keys: ['tab', 'shift+tab'], modes: ['grant'], label: 'next field', help: 'Next field' },
  { command: 'erase', keys: ['backspace', 'delete'], modes: ['grant', 'filter'], label: '', help: 'Erase a character' },
  { command: 'back', keys: ['escape', 'q', 'enter'], modes: PAGES, label: 'back', help: 'Back to the list' },
  {
    command: 'details',
    keys: ['enter'],
    modes: LIST,
    label: 'details',
    help: 'The selection in short: why, owner, policy, kept up to date',
  },
  {
    command: 'reap',
    keys: ['k', 'f9'],
    modes: ACTING,
    label: 'end',
    help: 'End the selected process and its tree, after asking',
  },
  { command: 'pause', keys: ['p'], modes: ACTING, label: 'pause', help: 'Pause (SIGSTOP) or resume (SIGCONT)' },
  { command: 'grant', keys: ['g'], modes: ACTING, label: 'grant', help: 'Grant it more time, with a reason on record' },
  {
    command: 'explain',
    keys: ['e'],
    modes: ACTING,
    label: 'explain',
    help: 'All that is known of it: arguments, findings, evidence, tree',
  },
  { command: 'filter', keys: ['/'], modes: LIST, label: 'filter', help: 'Show only rows with these words' },
  { command: 'sort', keys: ['s'], modes: LIST, label: 'sort', help: 'Next order: over, cpu, %cpu, age, pid' },
  {
    command: 'only-offenders',
    keys: ['f'],
    modes: LIST,
    label: 'offenders',
    help: 'Only offenders, or also what is still allowed',
  },
  {
    command: 'freeze',
    keys: ['space'],
    modes: LIST,
    label: 'freeze',
    help: 'Freeze the order of the list, or let it go',
  },
  {
    command: 'next-panel',
    keys: ['tab', 'shift+tab'],
    modes: LIST,
    label: 'panel',
    help: 'Next panel: list, details, ledger',
  },
  { command: 'unfold', keys: ['right'], modes: LIST, label: 'unfold', help: 'Show the members of a row with a count' },
  { command: 'fold', keys: ['left'], modes: LIST, label: '', help: 'Fold them again' },
  { command: 'help', keys: ['?', 'f1'], modes: ['list', 'details', 'explain'], label: 'help', help: 'This help' },
  { command: 'quit', keys: ['q'], modes: LIST, label: 'quit', help: 'Quit' },
  { command: 'up', keys: ['up', 'ctrl+p'], modes: SCROLLED, label: '', help: 'Up' },
  { command: 'down', keys: ['down', 'j', 'ctrl+n'], modes: SCROLLED, label: '', help: 'Down' },
  { command: 'page-up', keys: ['pageup', 'ctrl+b'], modes: SCROLLED, label: '', help: 'A page up' },
  { command: 'page-down', keys: ['pagedown', 'ctrl+f'], modes: SCROLLED, label: '', help: 'A page down' },
  { command: 'first', keys: ['home'], modes: SCROLLED, label: '', help: 'First row' },
  { command: 'last', keys: ['end', 'G'], modes: SCROLLED, label: '', help: 'Last row' },
  { command: 'back', keys: ['escape'], modes: LIST, label: '', help: 'Clear the filter' },
  {
    command: 'suspend',
    keys: ['ctrl+z'],
    modes: ALL,
    label: '',
    help: 'Stop this screen, as the shell does (fg brings it back)',
  },
  { command: 'interrupt', keys: ['ctrl+c'], modes: ALL, label: '', help: 'Quit at once' },
];

/** Whether printable keys are text in this mode. */
export function entersText(mode: ModeKind): boolean {
  return mode === 'filter' || mode === 'grant';
}

/** The command of a key in a mode; undefined: none. */
export function commandFor(mode: ModeKind, key: string): CommandName | undefined {
  return KEYS.find(({ keys, modes }) => keys.includes(key) && modes.includes(mode))?.command;
}

/** How a key is written for people. */
export function keyLabel(key: string): string {
  return KEY_LABELS[key] ?? key;
}

const KEY_LABELS: Readonly<Record<string, string>> = {
  enter: 'Enter',
  escape: 'Esc',
  space: 'Space',
  tab: 'Tab',
  'shift+tab': 'Shift-Tab',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  home: 'Home',
  end: 'End',
  backspace: 'Backspace',
  delete: 'Del',
  f1: 'F1',
  f9: 'F9',
  'ctrl+p': 'Ctrl-P',
  'ctrl+n': 'Ctrl-N',
  'ctrl+b': 'Ctrl-B',
  'ctrl+f': 'Ctrl-F',
  'ctrl+c': 'Ctrl-C',
  'ctrl+z': 'Ctrl-Z',
};
