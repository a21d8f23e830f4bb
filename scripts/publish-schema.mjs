// Writes assets/policy.schema.json from the definitions that the policy parser itself uses; a test compares them.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toJsonSchema } from '@valibot/to-json-schema';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The JSON Schema of a policy file, as text. */
export async function policySchema() {
  const bundle = await build({
    absWorkingDir: root,
    stdin: { contents: "export { policyFileSchema } from './src/policy/policy-file.ts';", resolveDir: root },
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  });
  const source = Buffer.from(bundle.outputFiles[0].contents).toString('base64');
  const { policyFileSchema } = await import(`data:text/javascript;base64,${source}`);
  // `input`: what people write (durations as text), not what the parser makes of it.
  const schema = toJsonSchema(policyFileSchema(), { typeMode: 'input', errorMode: 'ignore' });
  return `${JSON.stringify({ ...schema, title: 'lifetime-watch policy' }, null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(root, 'assets', 'policy.schema.json'), await policySchema());
}
