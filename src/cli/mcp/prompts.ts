import * as z from 'zod'
import type { Prompt } from '../../mcp/tool.ts'
import type { LocalProject } from './local-project.ts'
import { reviewMarkdown } from './review-tools.ts'

/** Creates the prompts that the project offers. */
export function projectPrompts(project: LocalProject): readonly Prompt[] {
  return [reviewMigration(project), changeSchema]
}

function reviewMigration(project: LocalProject): Prompt {
  return {
    name: 'review_migration',
    title: 'Review this migration',
    description: 'The review of the change since a base, with the questions that a reviewer asks',
    args: z.object({ base: z.string().max(200).optional().describe('The commit to compare with') }),
    make: async ({ base }) => {
      const never = new AbortController().signal
      const markdown = await project.inTurn(never, () => reviewMarkdown(project, base))
      return `${QUESTIONS}\n\n${markdown}`
    },
  }
}

const QUESTIONS = `Review this change to a Lintel project. The report below was made by \`cms diff\`. Answer, with file and line:

1. Is every loss intended, and is its reason in the config true?
2. Who gains access to what, and is that intended?
3. Which clients of the API break, and can the change be made in two steps that break none?
4. Does the migration fail on existing rows, and which backfill would prevent that?
5. Is the order of the deploy possible as it is?

Use the tools collection, plan and search_docs if the report does not say enough. Change nothing.`

const changeSchema: Prompt = {
  name: 'change_schema',
  title: 'Change the schema',
  description: 'Steps for a change to collections that a person will review',
  args: z.object({ change: z.string().max(4000).describe('The change in words: `posts need a summary`') }),
  make: ({ change = '' }) => `Change the schema of this Lintel project: ${change}

1. Call project, and collection for each collection concerned. Call search_docs for what you do not know about the config language.
2. Propose the change with propose_collection, propose_field or propose_change, without apply. Look at the migration's classes and at the effects on access: say in words what is lost, opened or broken before you continue.
3. Apply it with the state of that preview. Call check, and fix what it finds.
4. Say what a person has to do: run \`cms build\`, read the migration, commit config, lock and migration together. Do not run \`cms migrate apply\` or \`cms deploy\`.`,
}
