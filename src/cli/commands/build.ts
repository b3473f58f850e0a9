import { join } from 'node:path'
import type { Planned } from '../../compile/index.ts'
import type { MigrationFile } from '../../compile/schema/files/migration-file.ts'
import type { ProofFailure } from '../../compile/schema/proof/proof.ts'
import { counted } from '../../ground/counted.ts'
import { routeTable } from '../../manifest/endpoints.ts'
import type { ServerSize } from '../bundle/bundle-server.ts'
import { defineCommand } from '../command.ts'
import { type Compiled, compileProject, isCompiled, loadCompiler, programOf } from '../compile-project.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import type { Output } from '../output.ts'
import { requireOnNode } from '../target/require-on-node.ts'
import { type EngineProof, failureSummaries, printFailures, proveOnEngine } from '../verify/prove-on-engine.ts'

export const build = defineCommand({
  name: 'build',
  summary: 'Compile the config into the lock, a migration and the generated program',
  options: {
    env: { type: 'string', value: 'name', summary: 'Also write the server of an environment whose host is Node' },
    program: {
      type: 'boolean',
      summary: 'Generate only the program in .cms, without changing the lock or the migrations',
    },
  },
  async run(invocation): Promise<Built | Refused> {
    const { root, options } = invocation
    if (options.env !== undefined && options.program) {
      throw new Failure('--program does not write a server: leave out --env.', { exitCode: exitCodes.usage })
    }
    const trial = createTrial(root)
    const planned = await compileProject(invocation, options.program ? {} : { onPlanned: trial.begin })
    if (options.env !== undefined) requireOnNode(options.env, planned.config)
    const failures = await trial.failures()
    if (failures.length > 0) return { failures }
    const { writeOutputs } = await import('../../compile/index.ts')
    const { compilation, bindings } = options.program
      ? { compilation: programOf(planned), bindings: [] }
      : await withBindings(root, planned)
    const written = [...writeOutputs(root, compilation), ...bindings].sort()
    const server = options.env === undefined ? null : await writeServer(root, compilation, options.env)
    return { failures: [], written, compilation, server }
  },
  async print(outcome, output) {
    if ('compilation' in outcome) return printBuilt(outcome, output)
    await printFailures(outcome.failures, output)
    output.note('Nothing was written.')
  },
  async toJson(outcome) {
    if (!('compilation' in outcome))
      return { ok: false, diagnostics: [], failures: await failureSummaries(outcome.failures) }
    const { written, compilation, server } = outcome
    const { diagnostics, manifest } = compilation
    const { version, hash } = manifest
    return { ok: true, version, hash, written, diagnostics, ...(server && { server }) }
  },
  exitCode: ({ failures }) => (failures.length > 0 ? exitCodes.error : exitCodes.done),
})

interface Built {
  readonly failures: readonly []
  /** Paths of the written files, sorted. */
  readonly written: readonly string[]
  readonly compilation: Compiled
  readonly server: WrittenServer | null
}

/**
 * Outcome of a build that wrote nothing, because D1's engine refuses a migration, or because a migration loses data
 * without declaring it.
 */
interface Refused {
  readonly failures: readonly ProofFailure[]
}

function printBuilt({ written, compilation: { manifest }, server }: Built, output: Output): void {
  const committed = written.filter((path) => !path.startsWith('.cms/'))
  for (const path of committed) output.print(`${output.style('green', 'wrote')} ${path}`)
  const { collections, plugins } = manifest
  const size = [
    counted(collections.length, 'collection'),
    counted(plugins.length, 'plugin'),
    counted(routeTable(manifest).length, 'route'),
  ].join(', ')
  output.print(
    `${output.style('green', '✓')} ${manifest.name}: ${size}${written.length === 0 ? '; nothing has changed' : ''}`,
  )
  output.print(`  version ${manifest.version}`)
  if (server) printServer(server, output)
}

/**
 * Creates a trial of the migrations that this build is about to write: it runs them on D1's engine while the build
 * continues, because a migration that has been written must run there.
 */
function createTrial(root: string) {
  let proof: Promise<EngineProof> | null = null
  return {
    async begin({ chain, files, collections, types }: Planned): Promise<void> {
      const { MIGRATIONS_FOLDER } = await import('../../compile/schema/files/history.ts')
      const { readText } = await import('../../compile/index.ts')
      const isWritten = ({ name }: MigrationFile) => {
        const path = `${MIGRATIONS_FOLDER}/${name}`
        const text = files.get(path)
        return text !== undefined && readText(join(root, path)) !== text
      }
      const first = chain.findIndex(isWritten)
      if (first === -1) return
      await new Promise<void>((resolve) => {
        proof = proveOnEngine({ files: chain, added: chain.slice(first), collections, types }, resolve)
        proof.then(
          () => resolve(),
          () => resolve(),
        )
      })
    },
    /**
     * Returns the failures of the trial.
     * @throws Failure if workerd does not run on this machine
     */
    failures: async () => (await proof)?.failures ?? [],
  }
}

interface WrittenServer extends ServerSize {
  readonly folder: string
  readonly environment: string
  /** Names of the secrets without which the server does not start. */
  readonly secrets: readonly string[]
}

/**
 * Writes the server of an environment.
 * @throws Failure if the server cannot be bundled
 */
async function writeServer(root: string, { manifest }: Compiled, environment: string): Promise<WrittenServer> {
  const { bundleServer, SERVER_FOLDER } = await import('../bundle/bundle-server.ts')
  const { secretsOf } = await import('../secrets.ts')
  const size = await bundleServer({ root, manifest, environment })
  const secrets = secretsOf(manifest, environment).filter(({ required }) => required)
  return { folder: SERVER_FOLDER, environment, ...size, secrets: secrets.map(({ name }) => name) }
}

function printServer({ folder, environment, modules, total, secrets }: WrittenServer, output: Output): void {
  const size = `${inMegabytes(modules)} of modules, ${inMegabytes(total)} with maps and static files`
  output.print(`${output.style('green', 'wrote')} ${folder} for ${environment}: ${size}`)
  output.print(`  It needs Node 22.18 or newer and ${listed(secrets)} in its environment, but no installed packages.`)
  output.print(`  Start it here: cms start --env ${environment}. Elsewhere: node start.js in a copy of the folder.`)
}

function listed(secrets: readonly string[]): string {
  return secrets.length === 0 ? 'no secrets' : secrets.join(', ')
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

/**
 * Writes `wrangler.toml` before all other files, since the lock contains what this file declares.
 * @returns the compilation with that file, and the file if it has changed
 */
async function withBindings(
  root: string,
  compilation: Compiled,
): Promise<{ readonly compilation: Compiled; readonly bindings: readonly string[] }> {
  const { readDeclaredBefore } = await import('../wrangler/declared-before.ts')
  const { writeWrangler, WRANGLER_FILE } = await import('../wrangler/write-wrangler.ts')
  if (!writeWrangler(root, compilation, readDeclaredBefore(root))) return { compilation, bindings: [] }
  const { compile } = await loadCompiler(root)
  const again = await compile({ root })
  return { compilation: isCompiled(again) ? again : compilation, bindings: [WRANGLER_FILE] }
}
