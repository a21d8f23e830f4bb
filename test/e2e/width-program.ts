/** Asks the terminal where the cursor stands after each text, and compares that with the columns that we count. */
import { neutralize } from '../../src/view/cell.ts';
import { widthOf } from '../../src/view/text-width.ts';

const SAMPLES = [
  'plain',
  'äöüß ñ é',
  'e\u0301 o\u0308 stacked e\u0301\u0302\u0303\u0304',
  '完了 待っています',
  'ｆｕｌｌ ｗｉｄｔｈ',
  'ﾊﾝｶｸ',
  '한글 테스트',
  '中文字符',
  'Привет мир',
  'Ελληνικά',
  'עברית',
  'العربية',
  '👍 👍🏽 👩‍💻 👨‍👩‍👧‍👦 🏳️‍🌈',
  '🇩🇪🇫🇷',
  '❤️ ☎️ ©️ ▶️',
  '1️⃣ #️⃣',
  '▁▂▃▄▅▆▇█ ─│┬└ ▸▾●',
  '␛[2J ␀ ↵ ×·…',
  'a\u200bb\u200dc\u2060d\ufeffe',
  'a\u202eb\u2066c',
  'a\u00adb',
  '\u0301x',
  '\ue0b0 \u{f0000}',
  '\ud800 x',
  '\u001b]0;t\u0007\u001b[31m\u009b2J',
  'tab\tline\nend\r\n',
  '𝒜𝓁𝓅𝒽𝒶',
  '𠀀𠀁',
  '①②③ ½ ¼',
  '→←↑↓⇒',
];

const wrong: string[] = [];
process.stdin.setRawMode(true);
for (const sample of SAMPLES) {
  const text = neutralize(sample);
  process.stdout.write(`\r\u001b[2K${text}\u001b[6n`);
  const answer = await new Promise<string>((resolve) => process.stdin.once('data', (data) => resolve(String(data))));
  const column = Number(/\u001b\[\d+;(\d+)R/.exec(answer)?.[1]) - 1;
  if (column !== widthOf(text)) wrong.push(`${text} ${column} not ${widthOf(text)}`);
}
process.stdin.setRawMode(false);
process.stdout.write(`\r\u001b[2Kmeasured ${SAMPLES.length}, wrong: ${JSON.stringify(wrong)}\n`);
setTimeout(() => {}, 30_000);
