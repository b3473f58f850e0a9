import type { Table } from '../../table.ts'
import type { Finding } from '../finding.ts'
import { flatten } from '../read/flatten.ts'
import { isSecret, redact, shown } from '../redact.ts'
import { describeSource, isOtherSource } from './dependency-source.ts'
import type { SettingsFile, Weight } from './setting-rules.ts'

/** Compares the settings of two states of a file. */
export function compareSettings(file: SettingsFile, before: Table, after: Table): Finding[] {
  const was = flatten(before, file.depth, file.whole)
  const is = flatten(after, file.depth, file.whole)
  const names = [...new Set([...was.keys(), ...is.keys()])].sort()
  return names
    .filter((name) => JSON.stringify(was.get(name)) !== JSON.stringify(is.get(name)))
    .flatMap((name) => findingOf(file, name, was.get(name), is.get(name)) ?? [])
}

function findingOf(file: SettingsFile, name: string, then: unknown, now: unknown): Finding | null {
  const [, weight, why] = file.weights.find(([pattern]) => pattern.test(name)) ?? [null, 'opens' as Weight]
  if (weight === null) return null
  const isForeign = isOtherSource(name, now)
  const notes = [why, isForeign ? describeSource(now) : undefined].filter((note) => note !== undefined)
  return {
    class: isForeign ? 'opens' : weight,
    kind: `file-${/^[a-zA-Z]*ependenc/.test(name) ? 'dependency' : 'setting'}`,
    key: safeName(file, name, now ?? then),
    message: inWords(file, name, then, now),
    ...(notes.length > 0 && { notes }),
  }
}

function inWords(file: SettingsFile, name: string, then: unknown, now: unknown): string {
  const title = safeName(file, name, now ?? then)
  if (file.isSecret || isSecret(name) || title === A_LINE) {
    if (then === undefined) return `${title} is new`
    return now === undefined ? `${title} is removed` : `${title} has another value`
  }
  return `${title} = ${shown(now)}; previously ${shown(then)}`
}

/** Stands in messages for the name of a setting that is not shown. */
const A_LINE = 'a line'

/**
 * Returns the name of a setting. A line of an INI file may be a secret token, so only text that looks like a name is
 * shown.
 */
function safeName({ format, isSecret: isOfVariables = false }: SettingsFile, name: string, value: unknown): string {
  if (format !== 'ini') return redact(name)
  if (value === true) return A_LINE
  if (!isOfVariables && /^(?:@[\w.-]+:|\/\/[\w./:@%-]+:_?)?[a-zA-Z-]+$/.test(name)) return redact(name)
  return /^[A-Za-z][A-Za-z0-9_]{0,60}$/.test(name) ? name : A_LINE
}
