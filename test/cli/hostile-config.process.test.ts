import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cms, createProject, launcher, POSTS, type Project } from './cms.ts'

let project: Project
beforeAll(() => {
  project = createProject()
})
afterAll(() => project.remove())

const COMMANDS = [['build'], ['check', '--json'], ['types']]

/** Configs that try to change the output of commands. */
const HOSTILE = {
  'config-replaces': "JSON.stringify = () => '{}'\nArray.prototype.filter = () => []\n",
  'config-reaches-out':
    "import { writeFileSync } from 'node:fs'\nwriteFileSync('cms.lock.json', '{}')\nprocess.exit(0)\n",
}

it.each(Object.entries(HOSTILE))(
  '%s: exit code 1 with the place, in every command, and nothing is written',
  async (code, begin) => {
    project.write('collections/posts.ts', `${begin}${POSTS}`)
    const before = readdirSync(project.root)
    for (const command of COMMANDS) {
      const run = await cms(command, { cwd: project.root })
      expect(run.code, command.join(' ')).toBe(1)
      expect(run.stdout + run.stderr).toContain(code)
      expect(run.stdout + run.stderr).toMatch(/collections\/posts\.ts(?::|",\s+"line": )\d/)
      expect(run.stderr).not.toMatch(/^\s+at /m)
    }
    expect(readdirSync(project.root)).toEqual(before)
    project.write('collections/posts.ts', POSTS)
  },
)

it('a config that never ends ends with the command, kill -9 included', async () => {
  const project = createProject()
  project.write('collections/posts.ts', `for (;;);\n${POSTS}`)
  const others = evaluating(project.root) // this process has evaluated a project in this folder before
  const child = spawn(process.execPath, [launcher, 'check'], { cwd: project.root, stdio: 'ignore' })
  const apart = () => evaluating(project.root).filter((id) => !others.includes(id))
  await expect.poll(apart, { interval: 20 }).toHaveLength(1)
  child.kill('SIGKILL')
  await expect.poll(apart, { interval: 20 }).toEqual([])
  project.remove()
})

/** Returns the ids of processes that evaluate the config of a project. */
function evaluating(root: string): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => {
    const [, ...words] = commandOf(pid).split('\0')
    return words.some((word) => word.endsWith(join('apart', 'start.ts'))) && words.includes(root)
  })
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return '' // it has ended in the meantime
  }
}
