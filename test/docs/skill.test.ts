import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SKILL_FILE, skillText } from '../../scripts/skill/skill-document.ts'
import { commands } from '../../src/cli/commands/index.ts'
import { parseDocumentation } from '../../src/docs/documentation.ts'
import { printSkill } from '../../src/docs/skill.ts'

const text = readFileSync(SKILL_FILE, 'utf8')

it('is what the documentation says now: otherwise run `npm run skill`', () => {
  expect(text).toBe(skillText())
})

it('has the front matter by which agents find it', () => {
  const [, name, description = ''] = /^---\nname: ([a-z-]{1,64})\ndescription: (.+)\n---\n/.exec(text) ?? []
  expect(name).toBe('lintel')
  expect(description.length).toBeLessThanOrEqual(1024)
  expect(description).not.toMatch(/: /) // which YAML would read as a map
  expect(text.split('\n').length).toBeLessThan(500)
})

it('names every command, and pages that the package has', () => {
  for (const { name } of commands) expect(text).toContain(`\`npx cms ${name}\``)
  const pages = [...text.matchAll(/node_modules\/lintel\/(docs\/[\w-]+\.md)/g)].map(([, path = '']) => path)
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.filter((path) => !existsSync(path))).toEqual([])
  expect(text).not.toMatch(/\]\([\w-]+\.md/)
})

it('says which section is missing where a page has changed', () => {
  const files = new Map([
    ['README', '| **G** | |\n| do it | [config](config.md) |\n'],
    ['config', '# Config\n'],
  ])
  expect(() => printSkill(parseDocumentation(files), { commands: [], exitCodes: [] })).toThrow('section collections')
})
