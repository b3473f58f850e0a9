import { PACKAGE } from './settings/setting-rules.ts'

/** Scripts of `package.json` by name; a name may be in several files. */
export type Scripts = readonly (readonly [name: string, command: string])[]

/**
 * Returns the names of the scripts that run during installations, checks, builds and deploys: those with a known name,
 * such as `postinstall` or `build`, those that a command calls, and those that such a script calls.
 * @param commands texts of files with commands, such as workflows
 */
export function findCalledScripts(scripts: Scripts, commands: readonly string[]): ReadonlySet<string> {
  const names = scripts.map(([name]) => name)
  const called = new Set(names.filter(isKnown))
  const open = [...commands, ...commandsOf(scripts, called)]
  for (let text = open.pop(); text !== undefined; text = open.pop()) {
    const found = [...namesIn(text), ...matchedIn(text, names)].filter((name) => !called.has(name))
    for (const name of found) called.add(name)
    open.push(...commandsOf(scripts, new Set(found)))
  }
  return called
}

function isKnown(name: string): boolean {
  return PACKAGE.weights.find(([pattern]) => pattern.test(`scripts.${name}`))?.[1] === 'opens'
}

function commandsOf(scripts: Scripts, names: ReadonlySet<string>): readonly string[] {
  return scripts.flatMap(([name, command]) => (names.has(name) ? [command] : []))
}

/** Returns the scripts that a command calls through a package manager, with those that run before and after them. */
function namesIn(text: string): readonly string[] {
  const calls = text.matchAll(
    /\b(?:(?:npm|pnpm|yarn|bun)\s+(?:(?:--(?:prefix|workspace|filter|dir|cwd)|-[CwF])[\s=]\S+\s+|-\S+\s+)*(?:run(?:-script)?\s+)?(?:-\S+\s+)*|node\s+(?:-\S+\s+)*--run[\s=]+)([\w:.-]+)/g,
  )
  return [...calls].flatMap(([, name = '']) => [name, `pre${name}`, `post${name}`])
}

/**
 * Returns the scripts that a command calls through a program that runs several: `run-p lint:*`, `concurrently
 * npm:lint`.
 */
function matchedIn(text: string, names: readonly string[]): readonly string[] {
  const calls = text.matchAll(/\b(?:run-[ps]|npm-run-all2?|concurrently|turbo|nx|lerna|wireit)\b([^\n&|;]*)/g)
  const patterns = [...calls].flatMap(([, words = '']) => words.match(/[\w:.*-]+/g) ?? []).map(patternOf)
  return names.filter((name) => patterns.some((pattern) => pattern.test(name)))
}

function patternOf(word: string): RegExp {
  const name = word.replace(/^(?:npm|pnpm|yarn|bun):/, '').replaceAll('.', '\\.')
  return new RegExp(`^(?:pre|post)?${name.replaceAll(/\*+/g, '.*')}$`)
}
