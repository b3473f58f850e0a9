import { appendFileSync, cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createProject, repository } from './cms.ts'
import { startDevOf } from './dev-server.ts'

it('cms dev says that it must be restarted once the package itself has changed', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'lintel-package-'))
  for (const part of ['src', 'plugins', 'dist', 'docs', 'package.json'])
    cpSync(join(repository, part), join(copy, part), { recursive: true })
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'))
  const project = createProject({ 'worker.ts': 'export default {}\n' })
  const dev = await startDevOf(join(copy, 'src/cli/cms.js'), project)
  try {
    const mark = dev.mark()
    appendFileSync(join(copy, 'src/compile/compile.ts'), '// changed\n')
    const { message } = await dev.next('notice', mark)
    expect(message).toBe('lintel itself has changed: restart `cms dev` to use it.')
  } finally {
    await dev.stop()
    project.remove()
    rmSync(copy, { recursive: true, force: true })
  }
})
