/** Folders of a project's own tools: a relative path into one names a program that the tables know. */
const PROJECT_TOOLS = [
  'node_modules/.bin/',
  'venv/bin/',
  '.venv/bin/',
  'env/bin/',
  'vendor/bin/',
  'venv/Scripts/',
  '.venv/Scripts/',
];

/** Scripts that a project keeps for a program of the tables. */
const PROJECT_SCRIPTS: ReadonlyMap<string, string> = new Map([
  ['./gradlew', 'gradlew'],
  ['./mvnw', 'mvnw'],
  ['./manage.py', 'manage.py'],
  ['./artisan', 'artisan'],
  ['bin/console', 'bin/console'],
  ['bin/rails', 'rails'],
  ['bin/rake', 'rake'],
  ['bin/dev', 'bin/dev'],
  ['bin/jekyll', 'jekyll'],
]);

/** Packages whose program goes by another name (`npx @angular/cli serve`). */
const PACKAGES: ReadonlyMap<string, string> = new Map([
  ['@angular/cli', 'ng'],
  ['@11ty/eleventy', 'eleventy'],
  ['@tailwindcss/cli', 'tailwindcss'],
  ['@redocly/cli', 'redocly'],
  ['@storybook/cli', 'storybook'],
  ['@vue/cli-service', 'vue-cli-service'],
  ['@nestjs/cli', 'nest'],
  ['@ionic/cli', 'ionic'],
  ['@shopify/cli', 'shopify'],
  ['@playwright/test', 'playwright'],
  ['@swc/cli', 'swc'],
  ['@babel/cli', 'babel'],
  ['@react-router/dev', 'react-router'],
  ['@remix-run/dev', 'remix'],
  ['@remix-run/serve', 'serve'],
  ['@cloudflare/wrangler', 'wrangler'],
  ['@stoplight/prism-cli', 'prism'],
  ['@mockoon/cli', 'mockoon-cli'],
  ['@web/dev-server', 'web-dev-server'],
  ['@web/test-runner', 'web-test-runner'],
  ['@expo/cli', 'expo'],
  ['@docusaurus/core', 'docusaurus'],
  ['@google-cloud/functions-framework', 'functions-framework'],
]);

/** `vite@5`, `@angular/cli@latest` */
const VERSION = /(?<=.)@[\w.^~-]*$/;

const SUFFIX = /\.(?:exe|cmd|bat|com)$/i;

/**
 * The name by which the tables know a program word: the base name of an absolute path, without a Windows suffix.
 * A relative path is another program (`./sleep`), except one into a project's tool folder (`node_modules/.bin/vite`).
 * Undefined when the word is not known or names a file of its own.
 */
export function programName(word: string | undefined): string | undefined {
  if (word === undefined || word === '') return undefined;
  const unversioned = word.includes('@') ? word.replace(VERSION, '') : word;
  const package_ = PACKAGES.get(unversioned);
  if (package_ !== undefined) return package_;
  const cut = Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\'));
  if (cut < 0) return unversioned.replace(SUFFIX, '');
  const script = PROJECT_SCRIPTS.get(
    word.replace(/^\.\/(?=bin\/)|^(?:\.\.\/)+(?=(?:gradlew|mvnw)$)/, (up) => (up.startsWith('../') ? './' : '')),
  );
  if (script !== undefined) return script;
  const base = word.slice(cut + 1).replace(SUFFIX, '');
  if (isAbsolute(word) || isProjectTool(word)) return base === '' ? undefined : base;
  return undefined;
}

/** Whether a program word is a path rather than a name that is looked up. */
export function isPath(word: string | undefined): boolean {
  return word?.includes('/') === true;
}

function isAbsolute(word: string): boolean {
  return word.startsWith('/') || word.startsWith('~/') || word.startsWith('\\') || /^[A-Za-z]:[\\/]/.test(word);
}

function isProjectTool(word: string): boolean {
  const path = word.replaceAll('\\', '/');
  return PROJECT_TOOLS.some((folder) => path.startsWith(folder) || path.includes(`/${folder}`));
}
