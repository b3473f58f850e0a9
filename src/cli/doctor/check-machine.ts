import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Compiled } from '../compile-project.ts'
import type { Machine } from '../machine/machine-task.ts'
import type { MachineFacts } from '../machine/read-facts.ts'
import { withMachine } from '../machine/with-machine.ts'
import type { Variables } from '../shell.ts'
import type { DoctorFinding } from './finding.ts'
import { isOldNode, OLDEST_NODE } from './versions.ts'

interface MachineChecked {
  readonly root: string
  readonly compilation: Compiled
  readonly environment: string
  readonly data: string | undefined
  readonly variables: Variables
}

const MB = 1024 * 1024
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/**
 * `full`: free space below which writes are about to fail. `low`: minimum free space; twice the size of the database if
 * that is more, since a backup and a migration each need room for a copy.
 */
const SPACE = { full: 100 * MB, low: 1024 * MB }
/**
 * Maximum size of the write-ahead log. The log is cleared from 64 MB on, and only grows larger if a long read keeps it
 * from being cleared.
 */
const LARGEST_LOG = 256 * MB
const CLOCK = MINUTE
const OLDEST_BACKUP = 7 * DAY

/** Finds problems on a machine that prevent a service from working, or endanger its data. */
export async function checkMachine(checked: MachineChecked): Promise<readonly DoctorFinding[]> {
  const { compilation, environment: name } = checked
  const environment = compilation.config.environments[name] ?? {}
  return withMachine({ ...checked, environment }, async (machine) => {
    const facts = await machine.run({ kind: 'facts' })
    const skew = facts.now - Date.now()
    return [
      ...checkDisk(facts),
      ...checkRights(facts),
      ...checkServer(facts),
      ...checkClock(facts, skew),
      ...(await checkBackups(checked, machine)),
    ]
  })
}

function checkDisk({ folder, freeSpace, databaseSize, logSize }: MachineFacts): readonly DoctorFinding[] {
  const found: DoctorFinding[] = []
  if (freeSpace < Math.max(SPACE.low, 2 * (databaseSize ?? 0))) {
    const isFull = freeSpace < SPACE.full
    const needed = 'a backup and a migration each need room for a copy of the database'
    found.push({
      topic: 'disk',
      severity: isFull ? 'error' : 'warning',
      message: `${inMegabytes(freeSpace)} are free on the disk of ${folder}: ${isFull ? 'writes are about to fail' : needed}.`,
      remedy: `du -sh ${folder}/* shows what takes the space`,
    })
  }
  if (logSize > LARGEST_LOG) {
    found.push({
      topic: 'disk',
      severity: 'warning',
      message: `The write-ahead log has grown to ${inMegabytes(logSize)}: a read that does not finish keeps an old state in use.`,
      remedy: `stop that process: fuser ${folder}/lintel.db lists those that have the database open`,
    })
  }
  return found
}

function checkRights({ folder, rights, owners }: MachineFacts): readonly DoctorFinding[] {
  const found: DoctorFinding[] = []
  if (!rights.folder.endsWith('0') && rights.database !== null && !rights.database.endsWith('0')) {
    found.push({
      topic: 'rights',
      severity: 'warning',
      message: `Every user of the machine may read ${folder}, accounts and sessions included.`,
      remedy: `chmod 700 ${folder}`,
    })
  }
  if (owners.length > 1) {
    found.push({
      topic: 'rights',
      severity: 'warning',
      message: `Files in ${folder} belong to ${owners.length} users (${owners.join(', ')}): the server may not be able to write.`,
      remedy: `chown -R <user of the service> ${folder}`,
    })
  }
  return found
}

function checkServer({ server, node, folder }: MachineFacts): readonly DoctorFinding[] {
  const found: DoctorFinding[] = []
  if (isOldNode(node)) {
    const message = `Node ${node} on the machine is older than ${OLDEST_NODE.join('.')}.`
    found.push({
      topic: 'versions',
      severity: 'error',
      message,
      remedy: 'install Node 24 on the machine: https://nodejs.org',
    })
  }
  if (server === null) {
    const message = `No server runs on ${folder}.`
    return [...found, { topic: 'server', severity: 'warning', message, remedy: 'systemctl start <unit>, or cms start' }]
  }
  const { host, trustedProxies } = server
  if (/(?:^|[,\s])(?:0\.0\.0\.0|::)\/0(?:$|[,\s])/.test(trustedProxies)) {
    found.push({
      topic: 'server',
      severity: 'error',
      message: 'TRUSTED_PROXIES trusts everybody: callers can forge the address that limits on sign-in attempts use.',
      remedy: 'TRUSTED_PROXIES=<address of the proxy>',
    })
  } else if (!isLoopback(host) && trustedProxies === 'loopback') {
    found.push({
      topic: 'server',
      severity: 'note',
      message: `The server listens on ${host} but trusts only proxies on this machine.`,
      remedy:
        'TRUSTED_PROXIES=<address of the proxy>, if there is a proxy: otherwise all callers appear to have its address',
    })
  }
  return found
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}

function checkClock({ now, latest }: MachineFacts, skew: number): readonly DoctorFinding[] {
  const behind = latest === null ? 0 : latest - now
  const found = (message: string): DoctorFinding => ({
    topic: 'clock',
    severity: 'error',
    message,
    remedy: 'timedatectl set-ntp true',
  })
  if (behind > CLOCK)
    return [found(`The clock is ${inMinutes(behind)} behind the newest document: sessions last too long.`)]
  if (Math.abs(skew) > CLOCK)
    return [found(`The clock of the service's machine differs from the clock here by ${inMinutes(skew)}.`)]
  return []
}

/**
 * Warns if there is no backup, or if the newest is older than `OLDEST_BACKUP`. Looks at those that commands wrote here
 * and those that the admin stored among the files of the service.
 */
async function checkBackups(
  { root, compilation, environment }: MachineChecked,
  machine: Machine,
): Promise<readonly DoctorFinding[]> {
  const { objects } = await machine.run({ kind: 'list', prefix: 'backups/', cursor: null })
  const prefix = `${compilation.config.name}-${environment}-`
  const here = filesIn(join(root, 'backups')).filter((name) => name.startsWith(prefix))
  const times = [
    ...here.map((name) => name.slice(prefix.length)),
    ...objects.map(({ key }) => key.slice('backups/'.length)),
  ]
  const newest = Math.max(...times.map(momentOf).filter((moment) => !Number.isNaN(moment)))
  const age = Date.now() - newest
  if (age <= OLDEST_BACKUP) return []
  const days = Math.floor(age / DAY)
  const message = Number.isFinite(age)
    ? `The newest backup is ${days} days old.`
    : 'There is no backup of the database.'
  return [{ topic: 'backups', severity: 'warning', message, remedy: `cms backup --env ${environment}, every day` }]
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // there are no backups here
  }
}

/**
 * Returns the moment in the name of a backup (`20261121T063445123Z…`), in milliseconds since the epoch; `NaN` for any
 * other name.
 */
function momentOf(name: string): number {
  return Date.parse(name.replace(/^(....)(..)(..T..)(..)(..)(...)Z.*$/, '$1-$2-$3:$4:$5.$6Z'))
}

function inMegabytes(bytes: number): string {
  return `${Math.round(bytes / MB).toLocaleString('en')} MB`
}

function inMinutes(milliseconds: number): string {
  return `${Math.round(Math.abs(milliseconds) / MINUTE)} minutes`
}
