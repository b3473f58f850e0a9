import { isTable, type Table } from '../../table.ts'
import { parseText } from '../read/parse.ts'
import {
  CONFIGURED,
  factsOf,
  type LockedPackage,
  type LockFile,
  type PackageSource,
  sourceOf,
} from './locked-package.ts'
import { programsIn } from './locked-programs.ts'

/** Reads `yarn.lock` of both forms; `null` if it is neither. */
export function readYarnLock(text: string): LockFile | null {
  const isBerry = /^__metadata:/m.test(text)
  const parsed = parseText('yaml', isBerry ? text : asYaml(text))
  if ('problem' in parsed) return null
  const { __metadata: metadata, ...entries } = parsed.content
  const packages = Object.entries(entries).flatMap(([key, entry]) =>
    key.split(/,\s*/).map((descriptor) => (isTable(entry) ? packageOf(descriptor, entry, isBerry) : null)),
  )
  if (packages.includes(null)) return null
  return {
    packages: packages.filter((entry) => entry !== null),
    rest: new Map(Object.entries({ __metadata: metadata })),
  }
}

/** Converts the older form, in which a space separates a name from its value, to YAML. */
function asYaml(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      if (/^\s*(?:#|$)/.test(line)) return ''
      const [, indent = '', name = '', rest = ''] = /^(\s*)("(?:\\.|[^"\\])*"|\S+?)(?:\s+(.*))?$/.exec(line) ?? []
      if (indent === '') return `${JSON.stringify(line.replace(/:$/, '').replaceAll('"', ''))}:`
      if (rest === '' && name.endsWith(':')) return `${indent}${quoted(name.slice(0, -1))}:`
      return `${indent}${quoted(name)}: ${quoted(rest)}`
    })
    .join('\n')
}

function quoted(value: string): string {
  return value.startsWith('"') ? value : JSON.stringify(value)
}

function packageOf(descriptor: string, entry: Table, isBerry: boolean): LockedPackage | null {
  const name = /^(?:@[^/]+\/)?[^@]+/.exec(descriptor)?.[0]
  if (name === undefined) return null
  const version = String(entry.version)
  const source = isBerry ? berrySource(entry, name, version) : classicSource(entry, descriptor, name, version)
  const hash = isBerry ? entry.checksum : (entry.integrity ?? /#([0-9a-f]{40})$/.exec(String(entry.resolved))?.[1])
  const facts = factsOf(entry, 'resolved', 'resolution', 'integrity', 'checksum')
  const integrity = typeof hash === 'string' ? hash : null
  // The older form contains no programs.
  const programs = isBerry ? programsIn(entry.bin, name) : 'unknown'
  return { place: descriptor, name, version, source, integrity, facts, runsScript: false, programs }
}

function classicSource(entry: Table, descriptor: string, name: string, version: string): PackageSource {
  const { resolved } = entry
  const original = /@npm:((?:@[^/]+\/)?[^@]+)@/.exec(descriptor)?.[1] ?? name
  if (typeof resolved !== 'string') {
    const range = descriptor.slice(name.length + 1)
    return /[:/]/.test(range) ? { kind: 'other', address: range } : CONFIGURED
  }
  return asAlias(sourceOf(resolved, original, version), original, name)
}

/** Reads `zod@npm:4.6.7`, `zod@patch:…`, `zod@workspace:.`. */
function berrySource({ resolution }: Table, name: string, version: string): PackageSource {
  const [, original = name, address = ''] = /^((?:@[^/]+\/)?[^@]+)@(.*)$/.exec(String(resolution)) ?? []
  if (address === `npm:${version}`) return asAlias(CONFIGURED, original, name)
  const archive = /^npm:.*::__archiveUrl=(.+)$/.exec(address)?.[1]
  if (archive !== undefined) return asAlias(sourceOf(decodeURIComponent(archive), original, version), original, name)
  return { kind: 'other', address }
}

function asAlias(source: PackageSource, original: string, name: string): PackageSource {
  if (original === name || source.kind === 'other') return source
  return { kind: 'other', address: `the package ${original} of ${source.address}` }
}
