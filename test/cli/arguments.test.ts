import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cms, cmsProcess, collection, createProject, repository } from './cms.ts'

const run = (...args: string[]) => cms(args, { cwd: repository })

describe('the command line', () => {
  it('lists every command with --help', async () => {
    const { code, stdout, stderr } = await run('--help')
    expect(code).toBe(0)
    expect(stderr).toBe('')
    for (const name of ['dev', 'build', 'check', 'routes', 'types', 'migrate apply', 'migrate status']) {
      expect(stdout).toMatch(new RegExp(`^ {2}${name} +\\S`, 'm'))
    }
  })

  it('prints the version of the package', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    expect(await run('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  it('shows the options of a command, with their defaults', async () => {
    const { code, stdout } = await run('dev', '--help')
    expect(code).toBe(0)
    expect(stdout).toContain('--port <number>')
    expect(stdout).toContain('(default 8787)')
    expect(stdout).toContain('--json')
  })

  it('shows the commands of a group', async () => {
    const { code, stdout } = await run('migrate', '--help')
    expect(code).toBe(0)
    expect(stdout).toContain('migrate apply')
    expect(stdout).not.toContain('build')
  })

  const refused: [string[], string, string][] = [
    [[], '', ''],
    [['biuld'], 'There is no command `cms biuld`.', 'Did you mean `cms build`?'],
    [['migrate', 'aply'], '`cms migrate` needs a subcommand.', 'cms migrate apply, cms migrate status'],
    [['xyzzyxyzzy'], 'There is no command `cms xyzzyxyzzy`.', '`cms --help` lists the commands.'],
    [['--port', '1', 'dev'], 'The option --port must follow a command.', '`cms --help`'],
    [['build', '--jsno'], '`cms build` has no option --jsno.', 'Did you mean --json?'],
    [['build', '-x'], '`cms build` has no option -x.', '`cms build --help` lists its options.'],
    [['build', 'posts'], '`cms build` takes no argument “posts”.', '`cms build --help`'],
    [['build', '--json=yes'], '--json takes no value.', ''],
    [['dev', '--port'], '--port needs a value: --port <number>.', ''],
    [['dev', '--port', 'http'], '“http” is not a port: --port takes a number from 0 to 65535.', ''],
    [['dev', '--port', '70000'], '“70000” is not a port', ''],
  ]
  it.each(refused)('refuses %j with exit code 2', async (args, message, hint) => {
    const { code, stdout, stderr } = await run(...args)
    expect(code).toBe(2)
    expect(stderr).toContain(message)
    expect(stderr).toContain(hint)
    expect(stderr).not.toMatch(/^\s+at /m)
    if (args.length > 0) expect(stdout).toBe('')
  })

  it('ends its process with the same words and the same exit code', async () => {
    for (const args of [['--version'], ['biuld']]) {
      expect(await cmsProcess(args, { cwd: repository })).toEqual(await run(...args))
    }
  })

  it('says what is wrong as JSON with --json', async () => {
    const { code, stdout, stderr } = await run('build', '--jsno', '--json')
    expect(code).toBe(2)
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual({
      error: '`cms build` has no option --jsno.',
      hint: 'Did you mean --json?',
      exitCode: 2,
    })
  })

  it.each([['routes'], ['seed'], ['migrate', 'status'], ['user', 'list'], ['export', '--out', 'documents']])(
    'a project with mistakes ends %s with one JSON value',
    async (...command) => {
      const project = createProject({
        'collections/posts.ts': collection('posts', 'title: field.string({ requird: true })'),
      })
      const { code, stdout, stderr } = await cms([...command, '--json'], { cwd: project.root })
      project.remove()
      expect([code, stderr]).toEqual([1, ''])
      expect(JSON.parse(stdout)).toMatchObject({ ok: false, diagnostics: [{ code: 'unknown-option' }] })
    },
  )

  it('prints nothing of others that steers a terminal or turns the order of letters round', async () => {
    const name = 'a\u001b[31m\u001b]0;title\u0007\u009b2J\u202egnp.csv'
    const shown = 'a\\u{1b}[31m\\u{1b}]0;title\\u{7}\\u{9b}2J\\u{202e}gnp.csv'
    const colored = await cms(['import', name, '--plan'], { cwd: repository, env: { FORCE_COLOR: '1' } })
    expect(colored.stderr).toContain(shown)
    const parts = colored.stderr.split('\u001b')
    expect(parts.slice(1).every((part) => /^\[\d+m/.test(part))).toBe(true)
    expect(parts.join('')).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u)
    const { stdout } = await run('import', name, '--plan', '--json')
    expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u)
    expect(JSON.parse(stdout).error).toContain(name)
  })

  it('colours only where a terminal or FORCE_COLOR asks for it', async () => {
    const ansi = '\u001b['
    expect((await run('--help')).stdout).not.toContain(ansi)
    expect((await cms(['--help'], { cwd: repository, env: { FORCE_COLOR: '1' } })).stdout).toContain(ansi)
  })
})
