import { posix } from 'node:path'
import { isWithin, pathFrom } from './place.ts'

/** Files that the compiler reads, so that the review of the config covers them. */
const COMPILED = /(?:^|\/)(?:migrations\/\d{4}_\w+\.sql|cms\.config\.\w+|cms\.lock\.json)$/i

/** Files that are for people, unless a command names them after a program that would run them. */
const FOR_PEOPLE = /\.(?:md|png|svg|jpe?g|gif|webp)$/i

/**
 * Returns the file whose commands name a program, or the action to which the program belongs; `null` if there is no
 * such file.
 */
export function findRunner(
  path: string,
  project: string,
  commands: readonly (readonly [path: string, text: string])[],
): string | null {
  if (COMPILED.test(path)) return null
  return commands.find(([runner, text]) => runner !== path && isRunBy(path, project, text))?.[0] ?? null
}

function isRunBy(path: string, project: string, text: string): boolean {
  const bare = path.replace(/(?:\/index)?\.(?:[cm]?[jt]sx?|json|node)$/, '')
  if ([bare, pathFrom(project, bare)].some((name) => loaded(name).test(text))) return true
  if (FOR_PEOPLE.test(path)) return false
  const mentions = (names: readonly string[]) => names.some((name) => mention(name).test(text))
  if (mentions([path, pathFrom(project, path)])) return true
  const folder = posix.dirname(path)
  // Commands may change to the folder before they name the program.
  if (folder !== '.' && mentions([posix.basename(path)]) && mentions([folder, pathFrom(project, folder)])) return true
  if (globsIn(text).some((glob) => glob.test(path))) return true
  const actions = [...text.matchAll(/\buses:\s*["']?\.\/([\w./-]+)/g)].map(([, action = '']) => posix.normalize(action))
  return actions.some((action) => isWithin(path, action.replace(/\/$/, '')))
}

/** Returns the patterns of files that a command runs: `node --test ci/*.mjs`, `for script in ci/*.sh`. */
function globsIn(text: string): readonly RegExp[] {
  const found = text.matchAll(
    new RegExp(`\\b(?:${RUNNERS}|in|include:)\\s+(?:-\\S+\\s+)*["']?/?([\\w./-]*\\*[\\w./*-]*)`, 'g'),
  )
  return [...found].flatMap(([, glob = '']) => (glob.includes('/') ? [patternOf(posix.normalize(glob))] : []))
}

function patternOf(glob: string): RegExp {
  const parts = glob
    .split(/(\*+)/)
    .map((part) => (part.startsWith('**') ? '.*' : part === '*' ? '[^/]*' : literal(part)))
  return new RegExp(`^${parts.join('')}$`)
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}

const RUNNERS = 'node|bun|deno|tsx|ts-node|bash|sh|zsh|source|python3?|perl|ruby'

/** Returns a pattern that finds a path as a word of a command. */
export function mention(name: string): RegExp {
  return new RegExp(`(?:^|[\\s"'\`=(:;&|]|\\./|\\.bin/)/?${literal(name)}(?![\\w./-]*\\w)`, 'm')
}

/** Returns a pattern that finds a path after a program that runs it; Node completes the extension: `node ci/check`. */
function loaded(name: string): RegExp {
  return new RegExp(`\\b(?:${RUNNERS})\\s+(?:-\\S+\\s+)*(?:\\./)?${literal(name)}/?(?![\\w./-]*\\w)`, 'm')
}

/**
 * Returns the checks of Lintel, `cms check` and `cms diff`, that a text calls, directly or through one of the scripts.
 */
export function checksIn(text: string, scripts: Readonly<Record<string, unknown>>): readonly string[] {
  const called = [...text.matchAll(/\b(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?([\w:-]+)/g)].map(
    ([, name = '']) => scripts[name],
  )
  const texts = [text, ...called.filter((command) => typeof command === 'string')]
  return ['check', 'diff']
    .filter((name) => texts.some((part) => new RegExp(`\\bcms(?:\\.js)?["']?\\s+${name}\\b`).test(part)))
    .map((name) => `cms ${name}`)
}
