import { pathFrom } from './place.ts'

/** Matches names of files that contain a program. */
const PROGRAM = /\.(?:[cm]?[jt]sx?|sh|bash|zsh|fish|ps1|bat|cmd|py|rb|pl|mk)$|(?:^|\/)[\w-]+$/i

/** Files that the compiler reads, so that the review of the config covers them. */
const COMPILED = /(?:^|\/)cms\.config\.[cm]?[jt]s$/

/** Returns the file whose commands name a program; `null` if none does. */
export function findRunner(
  path: string,
  project: string,
  commands: readonly (readonly [path: string, text: string])[],
): string | null {
  if (!PROGRAM.test(path) || COMPILED.test(path)) return null
  const names = [...new Set([path, pathFrom(project, path)])].map((name) =>
    name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'),
  )
  const mention = new RegExp(`(?:^|[\\s"'\`=(:]|\\./)(?:${names.join('|')})(?![\\w./-]*\\w)`, 'm')
  return commands.find(([runner, text]) => runner !== path && mention.test(text))?.[0] ?? null
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
