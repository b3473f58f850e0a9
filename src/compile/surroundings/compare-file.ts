import { posix } from 'node:path'
import type { Change } from '../review/change.ts'
import { listed } from '../review/fold-access.ts'
import { isTable, type Table } from '../table.ts'
import { compareLines } from './compare-lines.ts'
import { compareLockFile } from './compare-lock-file.ts'
import type { FileKind } from './file-kinds.ts'
import { checksIn } from './find-runner.ts'
import type { Finding } from './finding.ts'
import type { NamedFiles } from './named-files.ts'
import { pathFrom } from './place.ts'
import { parseText } from './read/parse.ts'
import { compareSettings } from './settings/compare-settings.ts'
import { type SettingsFile, TSCONFIG, WRANGLER } from './settings/setting-rules.ts'
import type { FileChange, Surroundings } from './surroundings.ts'
import { textOf, unreadable } from './text-of.ts'
import type { Tree, TreeFile } from './tree.ts'

/**
 * Compares two states of a file that affects installation, checks, builds or deploys.
 * @param named commands, and the scripts that they call
 */
export function compareFile(file: FileChange, pair: Surroundings, named: NamedFiles): Change[] {
  const { before, after, project } = pair
  const [was, is] = [before.get(file.path), after.get(file.path)]
  const name = pathFrom(project, file.path)
  const findings = [
    ...linkFindings(was, is, project),
    ...findingsOf(file, pair, named).map((finding) => asCalled(finding, named.called)),
  ]
  return findings.map(({ key, message, ...finding }) => ({
    ...finding,
    subject: subjectOf(name, key, file.kind.how),
    message: message.startsWith(',') ? `${name}${message}` : `${name}${key === '' ? '' : ':'} ${message}`,
    source: is === undefined ? null : name,
  }))
}

/** Raises the class of a script that checks, builds or deploys call. */
function asCalled(finding: Finding, called: ReadonlySet<string>): Finding {
  const name = /^scripts\.(.+)$/.exec(finding.key)?.[1]
  if (name === undefined || finding.class === 'opens' || !called.has(name)) return finding
  return { ...finding, class: 'opens', notes: ['a check, build or deploy calls it'] }
}

/**
 * Returns the subject of a change. If the lock contains the same setting, its changes in the lock have the same
 * subject.
 */
function subjectOf(name: string, key: string, how: FileKind['how']): string {
  if (how === WRANGLER && name === 'wrangler.toml') return `wrangler.${key}`
  return `${name}: ${how === TSCONFIG ? key.replace(/^compilerOptions\./, '') : key}`
}

/** Reports a link that is new, leads elsewhere, or has become a file. */
function linkFindings(was: TreeFile | undefined, is: TreeFile | undefined, project: string): Finding[] {
  const seen = (file: TreeFile | undefined) => (file?.target === undefined ? null : pathFrom(project, file.target))
  const [from, to] = [seen(was), seen(is)]
  if (from === to || is === undefined) return []
  const message = to === null ? `is a file; previously a link to ${from}` : `is a link to ${to}`
  return [{ class: 'opens', kind: 'file-link', key: '', message }]
}

function findingsOf(file: FileChange, pair: Surroundings, { texts }: NamedFiles): Finding[] {
  const { how } = file.kind
  const [was, is] = [pair.before.get(file.path), pair.after.get(file.path)]
  if (how === 'bytes') return [wholeFinding(file, was, is)]
  if (how === 'lock') return compareLockFile(file, pair, texts)
  const states = [textOf(was), textOf(is)] as const
  const failed = states.find((text) => typeof text !== 'string')
  if (failed !== undefined) return [unreadable(typeof failed === 'string' ? '' : failed.problem)]
  const [then, now] = states.map(String) as [string, string]
  if (how === 'lines') return lineFindings(file, [then, now], pair)
  return settingFindings(how, was && then, is && now)
}

/** Describes a file that is compared as a whole. */
function wholeFinding({ kind }: FileChange, was: TreeFile | undefined, is: TreeFile | undefined): Finding {
  const change = was === undefined ? 'is new' : is === undefined ? 'is removed' : 'has changed'
  const grade = was === undefined || is === undefined ? (kind.ofNew ?? kind.class) : kind.class
  return { class: grade, kind: 'file-changed', key: '', message: `, which ${kind.does}, ${change}` }
}

function settingFindings(how: SettingsFile, then: string | undefined, now: string | undefined): Finding[] {
  const tables: Table[] = []
  for (const text of [then, now]) {
    const parsed = text === undefined ? { content: {} } : parseText(how.format, text)
    if ('problem' in parsed) return [unreadable(parsed.problem)]
    tables.push(parsed.content)
  }
  const [before = {}, after = {}] = tables
  return compareSettings(how, before, after)
}

function lineFindings(
  { path, kind }: FileChange,
  [then, now]: readonly [string, string],
  { before, after, project }: Surroundings,
): Finding[] {
  const [was, is] = [before.get(path), after.get(path)]
  const change = compareLines(then, now)
  const isMode = was !== undefined && is !== undefined && was.mode !== is.mode
  if (change === null && !isMode && was !== undefined && is !== undefined) return []
  const checks = kind.runs ? runsOf(then, before, project) : []
  const still = kind.runs ? runsOf(now, after, project) : []
  const lost = checks.filter((name) => !still.includes(name)).map((name) => `it no longer runs ${name}`)
  const role = checks.length > 0 ? `runs ${listed(checks)}` : still.length > 0 ? `runs ${listed(still)}` : kind.does
  const opens = [then, now].some((text) => kind.opensWith?.test(text))
  const grade = opens ? 'opens' : kind.class
  const whole = wholeFinding({ path, kind: { ...kind, class: grade, does: role }, folder: '' }, was, is)
  const isComment =
    change?.isOnlyComments === true &&
    was !== undefined &&
    is !== undefined &&
    !isMode &&
    hasComments(path, [then, now])
  const mode =
    isMode && is.mode !== 'link' ? [`it is ${is.mode === 'executable' ? 'now' : 'no longer'} executable`] : []
  return [
    {
      ...whole,
      class: isComment ? 'caution' : whole.class,
      message: isComment ? `${whole.message}: only comments differ` : whole.message,
      notes: [...lost, ...mode, ...(isComment || is === undefined ? [] : (change?.notes ?? []))],
    },
  ]
}

/**
 * Tells whether lines that begin with # are comments. In YAML they may be part of a folded command, in JavaScript
 * private names.
 */
function hasComments(path: string, texts: readonly string[]): boolean {
  if (/\.[cm]?[jt]sx?$/i.test(path)) return false
  if (!/\.ya?ml$/i.test(path)) return true
  return new Set(texts.map((text) => JSON.stringify(parseText('yaml', text)))).size === 1
}

/** Returns the checks of Lintel that commands run, directly or through scripts of the project's `package.json`. */
function runsOf(text: string, tree: Tree, project: string): readonly string[] {
  const description = textOf(tree.get(posix.join(project, 'package.json')))
  const parsed = typeof description === 'string' ? parseText('json', description) : null
  const scripts = parsed !== null && 'content' in parsed ? parsed.content.scripts : {}
  return checksIn(text, isTable(scripts) ? scripts : {})
}
