import { diffTexts } from '../../compile/edit/text-diff.ts'
import { defineCommand } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import type { Output } from '../output.ts'
import { requireProject } from '../project.ts'
import { compareVersions, isVersion } from '../upgrade/compare-versions.ts'
import { editPackageJson, requireThisVersion } from '../upgrade/package-json.ts'
import { openProjectFiles, type ProjectFiles, readJson } from '../upgrade/project-files.ts'
import type { Left } from '../upgrade/upgrade.ts'
import { packageVersion } from '../version.ts'

export const upgrade = defineCommand({
  name: 'upgrade',
  summary: 'Update config and plugins to the installed version, and list the remaining tasks',
  options: {
    from: {
      type: 'string',
      value: 'version',
      summary: 'The version that the project was last built with; default: the one in cms.lock.json',
    },
    'dry-run': { type: 'boolean', summary: 'Show the changes and write nothing' },
  },
  async run({ root, options }) {
    requireProject(root)
    const files = openProjectFiles(root)
    const from = readVersion(options.from) ?? lockedVersion(files)
    const to = packageVersion()
    const { UPGRADES } = await import('../upgrade/upgrades.ts')
    const due = UPGRADES.filter(({ version }) => compareVersions(from, version) < 0)
    editPackageJson(files, requireThisVersion)
    const notable = due.filter((step) => {
      const before = JSON.stringify(files.changed())
      step.edit(files)
      return JSON.stringify(files.changed()) !== before
    })
    const left = due.flatMap((step) => step.left?.(files) ?? [])
    const changed = files.changed()
    if (!options['dry-run']) files.write()
    return { from, to, changes: notable.map(({ summary }) => summary), changed, left }
  },
  print({ from, to, changes, changed, left }, output, { options: { 'dry-run': isDry } }) {
    const mark = isDry ? output.style('yellow', '–') : output.style('green', '✓')
    for (const summary of changes) output.print(`${mark} ${summary}`)
    for (const { path, before, after } of changed) {
      if (isDry) output.print(diffTexts(path, before, after))
      else output.print(`  wrote ${path}`)
    }
    printLeft(left, output)
    output.print(nextLine(from, to, changed.length > 0, isDry))
  },
  toJson: ({ from, to, changes, changed, left }) => ({
    from,
    to,
    changes,
    files: changed.map(({ path }) => path),
    left,
  }),
  exitCode: ({ left }) => (left.length > 0 ? exitCodes.stale : exitCodes.done),
})

function readVersion(text: string | undefined): string | undefined {
  if (text === undefined || isVersion(text)) return text
  throw new Failure(`${text} is not a version: --from takes a version such as 0.1.0.`, { exitCode: exitCodes.usage })
}

function lockedVersion(files: ProjectFiles): string {
  // The lock has the form that `cms build` writes.
  const { code } = (readJson(files, 'cms.lock.json') ?? {}) as { readonly code?: { readonly lintel?: string } }
  if (code?.lintel !== undefined && isVersion(code.lintel)) return code.lintel
  throw new Failure('cms.lock.json does not say which version the project was last built with.', {
    hint: 'Name it: cms upgrade --from 0.1.0',
  })
}

function printLeft(left: readonly Left[], output: Output): void {
  for (const { file, line, message } of left) {
    output.print(`${output.style('yellow', 'left')} ${file}:${line} ${message}`)
  }
}

function nextLine(from: string, to: string, hasChanged: boolean, isDry: boolean): string {
  if (isDry)
    return hasChanged
      ? `Dry run of the upgrade from ${from} to ${to}: nothing was written.`
      : `Nothing to change for the upgrade from ${from} to ${to}.`
  return `\nNext:\n  npm install\n  npx cms build\n  npx cms check --types`
}
