import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { readGraph, testFiles, waysTo } from './reach.ts'

const { values, positionals } = parseArgs({
  options: {
    base: { type: 'string', default: 'main' },
    why: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})

const changed = positionals.length > 0 ? positionals : changedSince(values.base)
const tests = testFiles()
const ways = waysTo(changed, tests, readGraph())
const files = [...ways.keys()].toSorted()
console.log(
  `${changed.length} changed ${changed.length === 1 ? 'file reaches' : 'files reach'} ${files.length} of ${tests.length} test files`,
)
for (const file of values.why || values.list ? files : []) {
  console.log(values.why ? (ways.get(file) ?? []).join('\n  → ') : file)
}
if (!values.why && !values.list && files.length > 0) {
  const { status } = spawnSync('vitest', ['run', ...files], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}

/** Returns the files that have changed since this branch diverged from its base, including untracked files. */
function changedSince(base: string): readonly string[] {
  const from = git('merge-base', base, 'HEAD')[0]
  return [...git('diff', '--name-only', String(from)), ...git('ls-files', '--others', '--exclude-standard')]
}

function git(...args: readonly string[]): readonly string[] {
  const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' })
  if (status === 0) return stdout.split('\n').filter(Boolean)
  console.error(
    `git ${args.join(' ')} failed: ${stderr.trim()}\nName a commit with --base, or the changed files themselves.`,
  )
  process.exit(2)
}
