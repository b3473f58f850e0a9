import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownModule } from '../../compile/load/package-root.ts'
import type { Outcome, Transaction } from '../../compile/schema/proof/replay-proof.ts'
import { Failure } from '../failure.ts'
import { bundleHost } from '../workerd/bundle-host.ts'
import { COMPATIBILITY_DATE } from '../workerd/start-workerd.ts'

/**
 * Runs transactions on the engine that D1 uses, with D1's limits. Each database has its own list of transactions, which
 * are run in order until one is refused. workerd then ends, and leaves no server and no open port.
 * @param onStarted called when workerd has started
 * @throws Failure if workerd does not run on this machine
 */
export async function runOnEngine(
  databases: readonly (readonly Transaction[])[],
  onStarted: () => void = () => {},
): Promise<readonly (readonly Outcome[])[]> {
  if (databases.length === 0) return []
  const folder = await mkdtemp(join(tmpdir(), 'lintel-engine-'))
  try {
    await Promise.all(['data', 'output'].map((name) => mkdir(join(folder, name))))
    await Promise.all([
      writeFile(join(folder, 'worker.js'), await bundleHost(WORKER)),
      writeFile(join(folder, 'input.json'), JSON.stringify(databases)),
      writeFile(join(folder, 'config.capnp'), CONFIG),
    ])
    const complaint = await runWorkerd(join(folder, 'config.capnp'), onStarted)
    const text = await readFile(join(folder, 'output', 'outcomes.json'), 'utf8').catch(() => null)
    if (text === null) throw notRunning(complaint)
    // This is the output of the worker beside this file.
    return JSON.parse(text) as readonly (readonly Outcome[])[]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const WORKER = ownModule('cli/verify/engine-worker')

const CONFIG = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "data", disk = (path = "data", writable = true)),
    (name = "output", disk = (path = "output", writable = true)),
  ],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "${COMPATIBILITY_DATE}",
  durableObjectNamespaces = [(className = "Engine", uniqueKey = "lintel-engine", enableSql = true)],
  durableObjectStorage = (localDisk = "data"),
  bindings = [
    (name = "INPUT", json = embed "input.json"),
    (name = "ENGINE", durableObjectNamespace = "Engine"),
    (name = "OUTPUT", service = "output"),
  ],
);
`

/**
 * Runs workerd until it ends.
 * @returns the console output of workerd
 * @throws Failure if workerd cannot be started
 */
function runWorkerd(config: string, onStarted: () => void): Promise<string> {
  return new Promise((resolve, reject) => {
    // Relative paths in the config start from its folder.
    const child = spawn(workerdBinary(), ['test', config], {
      cwd: join(config, '..'),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let text = ''
    const note = (part: Buffer) => {
      text += part.toString()
    }
    child.stdout.on('data', note)
    child.stderr.on('data', note)
    child.on('spawn', onStarted)
    child.on('error', (error) => reject(notRunning(error.message)))
    child.on('close', () => resolve(text))
  })
}

/** Returns the path of the workerd that Miniflare depends on. */
function workerdBinary(): string {
  const fromMiniflare = createRequire(createRequire(import.meta.url).resolve('miniflare'))
  // The package exports the path of its program.
  const { default: path } = fromMiniflare('workerd') as { readonly default: string }
  return path
}

function notRunning(reason: string): Failure {
  const line = reason.split('\n').find((candidate) => /error|fail/i.test(candidate)) ?? reason.split('\n', 1)[0]
  return new Failure(`workerd does not run, so nothing can be tried on D1's engine: ${line}`, {
    hint: 'Reinstall the packages: npm ci',
  })
}
