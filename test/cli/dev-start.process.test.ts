import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { CONFIG, cms, collection, createProject, POSTS, type Project, repository, start } from './cms.ts'
import { startDev } from './dev-server.ts'

let project: Project
afterEach(() => project.remove())

const refused = async (...args: string[]) => cms(['dev', ...args], { cwd: project.root })

describe('cms dev that cannot start', () => {
  it('says that its port is in use, and which option takes another', async () => {
    project = createProject()
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((listening) => other.once('listening', listening))
    const { port } = other.address() as AddressInfo
    const { code, stdout, stderr } = await refused('--port', String(port))
    other.close()
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toBe(
      `cms: Port ${port} is in use by another process.\n     \`cms dev --port ${port + 1}\` uses another port.\n`,
    )
  })

  it('sees that its port is in use on the other address family', async () => {
    project = createProject()
    const other = createServer().listen(0, '::1')
    await new Promise((listening) => other.once('listening', listening))
    const { port } = other.address() as AddressInfo
    const { code, stderr } = await refused('--port', String(port))
    other.close()
    expect(code).toBe(1)
    expect(stderr).toContain(`Port ${port} is in use`)
  })

  it('serves no environment but development', async () => {
    project = createProject()
    const { code, stderr } = await refused('--env', 'production')
    expect(code).toBe(7)
    expect(stderr).toMatch(/^cms: `cms dev` serves local data only, never that of production\.\n/)
  })

  it('names the folder that it cannot write to', async () => {
    project = createProject({ occupied: 'a file' })
    const { code, stderr } = await refused('--port', '0', '--persist', 'occupied/state')
    expect(code).toBe(1)
    expect(stderr).toMatch(/^cms: .*occupied\/state cannot be written\.\n.*--persist\.\n$/)
  })

  it('names secrets that it cannot keep', async () => {
    project = createProject({ '.dev.vars/file': '' })
    const { code, stderr } = await refused('--port', '0')
    expect(code).toBe(1)
    expect(stderr).toMatch(/^cms: \.dev\.vars cannot be read\.\n/)
  })

  it('needs a project', async () => {
    project = createProject()
    const { code, stderr } = await cms(['dev'], { cwd: join(project.root, 'collections') })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^cms: There is no cms\.config\.ts in /)
  })

  it('names a main module that does not exist', async () => {
    project = createProject({ 'wrangler.toml': 'main = "gone.ts"\n' })
    const { code, stderr } = await refused('--port', '0')
    expect(code).toBe(1)
    expect(stderr).toBe('cms: gone.ts, which wrangler.toml names as the main module, does not exist.\n')
  })
})

describe('cms dev on a project that does not compile', () => {
  it('shows the mistake, and serves as soon as it is mended', async () => {
    project = createProject({ 'collections/posts.ts': POSTS.replace('required', 'requird') })
    const dev = await startDev(project)
    const page = await fetch(dev.url, { headers: { accept: 'text/html' } })
    expect(page.status).toBe(500)
    expect(await page.text()).toContain('requird')
    const api = await fetch(`${dev.url}/api/posts`)
    expect(api.status).toBe(500)
    expect(api.headers.get('content-type')).toBe('application/problem+json')
    expect(await api.json()).toMatchObject({
      code: 'internal',
      detail: expect.stringContaining('collections/posts.ts:5'),
    })
    const mark = dev.mark()
    project.write('collections/posts.ts', POSTS)
    expect(await dev.next('ready', mark)).toMatchObject({ name: 'site', admin: 'admin@localhost' })
    expect((await fetch(`${dev.url}/api/posts`)).status).toBe(200)
    await dev.stop()
  })
})

describe('local secrets', () => {
  it('are generated once, said once, and readable by their owner alone', async () => {
    project = createProject({ '.git/HEAD': 'ref: refs/heads/main\n', '.gitignore': 'node_modules/' })
    const first = await banner()
    const text = readFileSync(join(project.root, '.dev.vars'), 'utf8')
    const password = /^ADMIN_PASSWORD=(.{12,})$/m.exec(text)?.[1]
    expect(password).toBeDefined()
    expect(text).toMatch(/^JWT_SECRET=.{43,}$/m)
    expect(statSync(join(project.root, '.dev.vars')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(project.root, '.gitignore'), 'utf8')).toBe('node_modules/\n.dev.vars\n')
    expect(first).toContain(`admin@localhost  ${password}`)
    expect(first).not.toContain(/^JWT_SECRET=(.*)$/m.exec(text)?.[1])
    const second = await banner()
    expect(second).toContain('admin@localhost')
    expect(second).not.toContain(password)
    expect(readFileSync(join(project.root, '.dev.vars'), 'utf8')).toBe(text)
  })

  it('in the shell come before those in .dev.vars, and what stands there stays', async () => {
    const vars = '# mine\nADMIN_PASSWORD="from the file"\nOTHER=1'
    project = createProject({ '.dev.vars': vars })
    const shown = await banner({ ADMIN_EMAIL: 'ada@example.com', JWT_SECRET: 'y'.repeat(40) })
    expect(shown).toContain('ada@example.com')
    expect(shown).not.toContain('from the file')
    expect(readFileSync(join(project.root, '.dev.vars'), 'utf8')).toBe(vars)
  })

  it('are asked for where a setting needs them in development, and not where its plugin does without', async () => {
    const withEmail = (settings: string) =>
      CONFIG.replace('\n\n', `\nimport email from '${repository}/plugins/email/plugin.ts'\n\n`)
        .replace("from 'lintel'", "from 'lintel'\nimport { secret } from 'lintel'")
        .replace(
          'collections:',
          `plugins: [
            email({ apiKey: secret('MAIL_KEY'), fromEmail: 'a@example.com', fromName: 'Site', ${settings} }),
          ],
          collections:`,
        )
    project = createProject({ 'cms.config.ts': withEmail('') })
    expect(await banner()).not.toContain('MAIL_KEY')
    project.write('cms.config.ts', withEmail('deliverInDevelopment: true'))
    expect(await banner()).toContain('MAIL_KEY is not set')
  })

  /** Returns the output of `cms dev` until it is ready, without a terminal. */
  async function banner(env: Record<string, string> = {}): Promise<string> {
    const child = start(['dev', '--port', '0'], { cwd: project.root, env })
    let shown = ''
    await new Promise<void>((ready) => {
      child.stdout.on('data', (text) => {
        shown += text
        if (/administrator[^\n]*\n[\s\S]*\n$/.test(shown)) ready()
      })
      child.on('close', () => ready())
    })
    child.kill('SIGTERM')
    await new Promise((closed) => child.once('close', closed))
    return shown
  }
})

it('serves what is saved while it is still starting', async () => {
  project = createProject()
  const starting = startDev(project)
  const compiled = join(project.root, '.cms/manifest.json')
  while (!existsSync(compiled)) await new Promise((wake) => setTimeout(wake, 5))
  writeFileSync(
    join(project.root, 'collections/posts.ts'),
    collection('posts', 'title: field.string({ required: true }), teaser: field.text()'),
  )
  const dev = await starting
  await dev.next('served', 0)
  expect((await fetch(`${dev.url}/api/posts?fields=teaser`)).status).toBe(200)
  expect(await dev.stop()).toBe(0)
})

describe('cms dev on a port that nobody named', () => {
  it('is found by commands that ask the service, until it ends', async () => {
    project = createProject()
    const dev = await startDev(project)
    const asked = () => cms(['seed', '--content', '1'], { cwd: project.root, env: { CMS_TOKEN: 'none' } })
    const { stderr } = await asked()
    expect(stderr).toContain(dev.url)
    await dev.stop()
    expect((await asked()).stderr).not.toContain(dev.url)
  })
})
