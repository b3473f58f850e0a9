import { posix } from 'node:path'
import { isWithin, pathFrom } from './place.ts'

/** Files that only people read, and those that the compiler reads, so that the review of the config covers them. */
const NO_PROGRAM = /\.(?:md|txt|png|svg|jpe?g|gif|webp|sql)$|(?:^|\/)(?:cms\.config\.\w+|cms\.lock\.json)$/i

/** Returns the file whose commands name a program, or the action that it belongs to; `null` if none does. */
export function findRunner(
  path: string,
  project: string,
  commands: readonly (readonly [path: string, text: string])[],
): string | null {
  if (NO_PROGRAM.test(path)) return null
  return commands.find(([runner, text]) => runner !== path && isRunBy(path, project, text))?.[0] ?? null
}

function isRunBy(path: string, project: string, text: string): boolean {
  const mentions = (names: readonly string[]) => names.some((name) => mention(name).test(text))
  if (mentions([path, pathFrom(project, path)])) return true
  const bare = path.replace(/(?:\/index)?\.(?:[cm]?[jt]sx?|json|node)$/, '')
  if ([bare, pathFrom(project, bare)].some((name) => loaded(name).test(text))) return true
  const folder = posix.dirname(path)
  // Commands may change to the folder before they name the program.
  if (folder !== '.' && mentions([posix.basename(path)]) && mentions([folder, pathFrom(project, folder)])) return true
  const actions = [...text.matchAll(/\buses:\s*["']?\.\/([\w./-]+)/g)].map(([, action = '']) => posix.normalize(action))
  return actions.some((action) => isWithin(path, action.replace(/\/$/, '')))
}

/** Makes a pattern of a path as a word of a command. */
function mention(name: string): RegExp {
  const escaped = name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  return new RegExp(`(?:^|[\\s"'\`=(:]|\\./)${escaped}(?![\\w./-]*\\w)`, 'm')
}

/** Makes a pattern of a path without its extension, which Node completes: `node ci/check`. */
function loaded(name: string): RegExp {
  const escaped = name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  return new RegExp(`\\b(?:node|bun|tsx|ts-node)\\s+(?:-\\S+\\s+)*(?:\\./)?${escaped}/?(?![\\w./-]*\\w)`, 'm')
}

/** Returns the commands of Lintel's checks in a text: `cms check`, `cms diff`. */
export function checksIn(text: string, scripts: Readonly<Record<string, unknown>>): readonly string[] {
  const called = [...text.matchAll(/\b(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?([\w:-]+)/g)].map(
    ([, name = '']) => scripts[name],
  )
  const texts = [text, ...called.filter((command) => typeof command === 'string')]
  return ['check', 'diff']
    .filter((name) => texts.some((part) => new RegExp(`\\bcms(?:\\.js)?["']?\\s+${name}\\b`).test(part)))
    .map((name) => `cms ${name}`)
}
