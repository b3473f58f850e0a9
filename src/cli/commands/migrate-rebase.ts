import type { NoBase } from '../../compile/branches/find-base.ts'
import type { Rebased } from '../../compile/branches/rebase.ts'
import { defineCommand } from '../command.ts'
import { exitCodeOf } from '../compile-project.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure, Mistakes } from '../failure.ts'
import type { Output } from '../output.ts'
import { requireProject } from '../project.ts'

export const migrateRebase = defineCommand({
  name: 'migrate rebase',
  summary: 'Plan the migrations of this branch again on top of another branch, after a merge',
  options: {
    onto: {
      type: 'string',
      value: 'ref',
      summary: 'The commit whose migrations do not change (default: the merged branch, or main)',
    },
  },
  async run({ root, options }) {
    requireProject(root)
    const { rebaseMigrations } = await import('../../compile/branches/rebase.ts')
    const outcome = await rebaseMigrations(root, options.onto)
    switch (outcome.kind) {
      case 'rebased':
        await write(root, outcome)
        return outcome
      case 'nothing':
        return { ...outcome, moved: [], planned: [], restored: [], shared: [] }
      case 'mistakes': {
        const { diagnostics } = outcome.compilation
        throw new Mistakes(diagnostics, exitCodeOf(diagnostics))
      }
      case 'conflict':
        throw new Failure(`migrations/${outcome.file} has merge conflict markers; nothing was changed.`, {
          hint: 'Keep one version, and move the other to its own file.',
        })
      case 'refused':
        throw new Failure(
          `${outcome.file} does not run after the migrations of the other branch; nothing was changed: ${outcome.reason}.`,
          { hint: `The statement is: ${outcome.statement}` },
        )
      default:
        throw noBase(outcome)
    }
  },
  print(outcome, output) {
    if (outcome.kind === 'rebased') print(outcome, output)
    else output.print(`${output.style('green', '✓')} The migrations are one chain on top of ${outcome.base.name}.`)
  },
  toJson: ({ base, moved, planned, restored, shared }) => ({ onto: base.name, moved, planned, restored, shared }),
})

async function write(root: string, { compilation }: Rebased): Promise<void> {
  const { writeOutputs } = await import('../../compile/index.ts')
  writeOutputs(root, compilation)
}

function print({ base, moved, planned, restored, shared }: Rebased, output: Output): void {
  output.print(`On top of ${base.name}:`)
  for (const { from, to } of moved) {
    output.print(
      to === null
        ? `${output.style('yellow', 'removed')} ${from}`
        : `${output.style('green', 'moved')}   ${from} → ${to}`,
    )
  }
  for (const name of planned) output.print(`${output.style('green', 'planned')} ${name}`)
  for (const name of restored) {
    output.note(
      `${output.noteStyle('yellow', 'both branches')} created ${name}: the migration of ${base.name} is kept, and the config decides the final state.`,
    )
  }
  for (const { title, base: theirs, own } of shared) {
    output.note(
      `${output.noteStyle('yellow', 'both branches')} ${title}: ${theirs} is kept, ${own} is dropped, and the config decides the final state.`,
    )
  }
  output.print('Review it with `git diff`, then commit it.')
}

function noBase(found: NoBase): Failure {
  switch (found.kind) {
    case 'no-git':
      return new Failure('`cms migrate rebase` needs git, to read the other branch.')
    case 'unknown-ref':
      return new Failure(`Git does not know ${found.ref}.`, { exitCode: exitCodes.usage })
    case 'not-merged':
      return new Failure(`${found.name} has ${found.missing}, but this folder does not.`, {
        hint: 'Merge it first, then run `cms migrate rebase`.',
      })
    case 'none':
      return new Failure('No other branch has migrations that this branch could follow.', {
        hint: 'Name the branch whose migrations are kept: cms migrate rebase --onto <ref>',
      })
  }
}
