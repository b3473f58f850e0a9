import { listed } from '../../review/fold-access.ts'
import type { Finding } from '../finding.ts'
import { redact } from '../redact.ts'
import type { LockPair } from './lock-pair.ts'
import type { LockedPackage } from './locked-package.ts'

/** Programs of commands that Lintel, package managers and most scripts run. */
const COMMON = new Set(
  'awk bash bun bunx cat chmod cms corepack cp curl deno docker env find gh git grep gzip jq ln ls make mkdir mv node node-gyp npm npx openssl perl pnpm pnpx printf python python3 rm rsync scp sed sh sqlite3 sort ssh sudo tar tee touch wget which wrangler xargs yarn yarnpkg zsh'.split(
    ' ',
  ),
)

/** Programs that packages newly have: those that commands run open, the others are for a summary. */
export interface NewPrograms {
  readonly findings: readonly Finding[]
  /** Descriptions of the others: `acorn of acorn 8.15.0`. */
  readonly others: readonly string[]
}

/**
 * Finds the programs that a package did not have before. Scripts and `npx` run them in place of programs of the same
 * name that are installed elsewhere.
 */
export function findNewPrograms({ before, after, isConverted, use }: LockPair): NewPrograms {
  const was = byName(before.packages)
  const versions = new Set(before.packages.map(({ name, version }) => `${name}@${version}`))
  // Lock files of some package managers contain no names of programs: the same version has the same ones.
  const isSame = ({ programs, name, version }: LockedPackage) =>
    isConverted && programs === 'unknown' && versions.has(`${name}@${version}`)
  const found = [...byName(after.packages.filter((one) => !isSame(one)))].flatMap(([name, { titles, programs }]) => {
    const then = was.get(name)?.programs
    const isOpaque = then?.has(UNKNOWN) === true
    if (isOpaque && (use.direct[0].has(name) || !use.direct[1].has(name))) return []
    return [...programs].filter((one) => isOpaque || !then?.has(one)).map((one) => ({ name, titles, one }))
  })
  const unnamed = found.filter(({ one, name }) => one === UNKNOWN && use.direct[1].has(name))
  const named = found.filter(({ one }) => one !== UNKNOWN)
  const run = named.filter(({ one }) => COMMON.has(one.toLowerCase()) || use.isNamed(one))
  const describe = ({ one, titles }: (typeof found)[number]) => redact(`${one} of ${titles}`)
  return {
    findings: [
      finding('packages newly bring these programs, whose names commands use', run.map(describe)),
      finding(
        'these packages may bring programs with any name, because the file does not contain their names',
        unnamed.map(({ titles }) => redact(titles)),
      ),
    ].filter((one) => one !== null),
    others: named.filter((one) => !run.includes(one)).map(describe),
  }
}

const UNKNOWN = ''

interface Owner {
  readonly titles: string
  readonly programs: ReadonlySet<string>
}

function byName(packages: readonly LockedPackage[]): ReadonlyMap<string, Owner> {
  const owners = packages.filter(({ programs }) => programs === 'unknown' || programs.length > 0)
  return new Map([...Map.groupBy(owners, ({ name }) => name)].map(([name, found]) => [name, ownerOf(name, found)]))
}

function ownerOf(name: string, found: readonly LockedPackage[]): Owner {
  const versions = listed([...new Set(found.map(({ version }) => version))])
  const programs = found.flatMap((one) => (one.programs === 'unknown' ? [UNKNOWN] : one.programs))
  return { titles: `${name} ${versions}`, programs: new Set(programs) }
}

function finding(reason: string, items: readonly string[]): Finding | null {
  if (items.length === 0) return null
  const notes = ['scripts and `npx` prefer programs of packages to those that are installed elsewhere']
  return { class: 'opens', kind: 'package-programs', key: reason, message: `${reason}: ${listed(items)}`, notes }
}
