import { execFileSync, spawn } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProject, type Project, repository, start } from './cms.ts'
import { startDev } from './dev-server.ts'

const { default: workerd } = createRequire(import.meta.url)('workerd') as { default: string }

let project: Project
beforeAll(() => {
  project = createProject()
})
afterAll(() => project.remove())

/** Returns all running processes, except zombies. */
function processes(): { pid: number; parent: number; command: string }[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' }).trim().split('\n')
  return lines.flatMap((line) => {
    const [, pid, parent, state, command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    return state?.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), command }]
  })
}

/** Returns the ids of all descendants of a process. */
function descendants(pid: number, all = processes()): number[] {
  return all.filter(({ parent }) => parent === pid).flatMap((child) => [child.pid, ...descendants(child.pid, all)])
}

const alive = (pids: readonly number[]) => processes().filter(({ pid }) => pids.includes(pid))

/** Returns the descendants of a process. Throws if there is no workerd among them. */
function childrenOf(pid: number | undefined): number[] {
  const children = descendants(pid ?? 0)
  if (alive(children).some(({ command }) => command.includes('workerd serve'))) return children
  throw new Error(`no workerd among the children of ${pid}`)
}

/** Writes a script that records its process id and then becomes workerd. */
function writeWorkerd(folder: string): { program: string; pids: () => number[] } {
  const program = join(folder, 'workerd')
  const started = join(folder, 'started')
  writeFileSync(started, '')
  writeFileSync(program, `#!/bin/sh\necho $$ >> '${started}'\nexec '${workerd}' "$@"\n`, { mode: 0o755 })
  return { program, pids: () => readFileSync(started, 'utf8').trim().split('\n').filter(Boolean).map(Number) }
}

const until = (isDone: () => boolean) => expect.poll(isDone, { interval: 1 }).toBe(true)
const expectNone = (pids: readonly number[]) => expect.poll(() => alive(pids), { interval: 20 }).toEqual([])

describe.skipIf(process.platform === 'win32')('the children of cms', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)('end with cms dev at %s', async (signal) => {
    const dev = await startDev(project)
    const children = childrenOf(dev.pid)
    await dev.stop(signal)
    await expectNone(children)
  })

  it.each([
    ['SIGTERM', ['migrate', 'apply']],
    ['SIGKILL', ['migrate', 'apply']],
    ['SIGINT', ['migrate', 'plan']],
    ['SIGKILL', ['migrate', 'plan']],
    ['SIGKILL', ['backup']],
  ] as const)('end with it at %s, whatever it does: %j', async (signal, args) => {
    const folder = join(project.root, `${args.join('-')}-${signal}`)
    mkdirSync(folder)
    const { program, pids } = writeWorkerd(folder)
    const env = { TMPDIR: folder, MINIFLARE_WORKERD_PATH: program }
    const command = start([...args, '--persist', folder], { cwd: project.root, env })
    const ended = new Promise((done) => command.once('exit', done))
    // Once there is a database file, workerd is running, and would continue without its parent.
    await until(() => globSync('**/*.sqlite', { cwd: folder }).length > 0)
    command.kill('SIGSTOP')
    const children = [...pids(), ...descendants(command.pid ?? 0)]
    expect(alive(pids()), 'a workerd is at work').not.toEqual([])
    command.kill(signal)
    command.kill('SIGCONT')
    await ended
    await expectNone(children)
  })

  it('end with the launcher of an old Node, which only starts another', async () => {
    const launcher = start(['dev', '--port', '0', '--json'], {
      cwd: project.root,
      node: ['--no-experimental-strip-types'],
    })
    let output = ''
    launcher.stdout.on('data', (text) => {
      output += text
    })
    await until(() => output.includes('"ready"'))
    const children = childrenOf(launcher.pid)
    launcher.kill('SIGKILL')
    await expectNone(children)
  })

  it.each(['SIGINT', 'SIGKILL'] as const)('end with a run of tests at %s', async (signal) => {
    const ready = join(project.root, `ready-${signal}`)
    project.write(
      'waits.test.ts',
      `import { writeFileSync } from 'node:fs'
import { it } from 'vitest'
import { startDatabase } from '${join(repository, 'test/runtime/migrations/database.ts')}'

it('waits', async () => {
  await startDatabase()
  writeFileSync('${ready}', '')
  await new Promise(() => {})
})
`,
    )
    const setup = join(repository, 'test/children-end.ts')
    project.write('vitest.config.ts', `export default { test: { pool: 'forks', setupFiles: ['${setup}'] } }\n`)
    const vitest = join(repository, 'node_modules/vitest/vitest.mjs')
    const run = spawn(process.execPath, [vitest, 'run'], { cwd: project.root, stdio: 'ignore' })
    const ended = new Promise((done) => run.once('exit', done))
    await until(() => existsSync(ready))
    const children = childrenOf(run.pid)
    run.kill(signal)
    await ended
    await expectNone(children)
  })
})
