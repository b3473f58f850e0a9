import * as z from 'zod'
import type { Json } from '../../fields/field-type.ts'
import { fieldTypes } from '../../fields/index.ts'
import type { EditPreview, EditResult, FieldEdit, SourceEdit } from '../../manifest/source-edit.ts'
import { defineTool, type Tool } from '../../mcp/tool.ts'
import { Failure } from '../failure.ts'
import { requireProject } from '../project.ts'
import { diagnostic, printDiagnosticList } from './diagnostics.ts'
import type { LocalProject } from './local-project.ts'

/** Creates the tools that propose a change to the config, and write the change to the working copy on request. */
export function proposeTools(project: LocalProject): readonly Tool[] {
  return [
    proposeCollection(project),
    proposeField(project),
    proposeChange(project),
    proposeDeletion(project),
    proposeSettings(project),
  ]
}

const NOTHING_ELSE =
  'Shows the patch and its effects on the migration, access and the API. With `apply` it edits the files of collections and cms.config.ts in the working copy, and nothing else: no migration, no database, no commit.'

const applying = {
  apply: z.boolean().default(false).describe('Writes the files. Default: only shows the patch'),
  state: z
    .string()
    .max(100)
    .optional()
    .describe('`state` of the preview that you looked at. Nothing is written if the preview would differ now'),
}

const NAME = z.string().min(1).max(40)

/** Field as the config describes it; its options depend on its type. */
const field = z
  .looseObject({
    type: z.enum(Object.keys(fieldTypes)).optional().describe('May be left out for an existing field'),
    required: z.boolean().nullish(),
    unique: z.boolean().nullish(),
    index: z.boolean().nullish(),
    label: z.string().nullish(),
    help: z.string().nullish(),
    renamedFrom: z.string().nullish().describe('Former name of the field, whose values are kept'),
    target: z.string().nullish().describe('For a reference: the collection that it points to'),
    options: z.array(z.string()).nullish().describe('For a select: its values'),
  })
  .describe('Options as in `field.<type>({ … })`; `null` removes an option. See read_doc config, section fields')

const fields = z.record(NAME, field)

const proposal = z.object({
  outcome: z.enum(['preview', 'saved', 'outdated', 'broken']).describe('`broken`: the project would not compile'),
  name: z.string(),
  file: z.string(),
  patch: z.string().describe('Unified diff'),
  mistakes: z.array(diagnostic),
  migration: z.array(
    z.object({
      class: z.string(),
      title: z.string(),
      migration: z.string(),
      notes: z.array(z.string()),
      sql: z.array(z.string()),
    }),
  ),
  effects: z
    .array(z.object({ class: z.string(), message: z.string() }))
    .describe('Effects on access, the API and settings'),
  state: z.string(),
})

interface Applying {
  readonly apply: boolean
  readonly state?: string | undefined
}

function proposeCollection(project: LocalProject): Tool {
  return defineTool({
    name: 'propose_collection',
    title: 'Propose a new collection',
    description: `Declares a collection in a file of its own and lists it in the config. ${NOTHING_ELSE}`,
    effect: 'changes',
    input: z.object({
      name: NAME,
      fields,
      options: z
        .record(NAME, z.unknown())
        .default({})
        .describe('Options of `defineCollection`: `{ "drafts": true, "access": { "read": "public" } }`'),
      ...applying,
    }),
    output: proposal,
    run: ({ name, fields, options, ...rest }, signal) =>
      propose(project, signal, rest, {
        kind: 'create-collection',
        collection: { ...(options as Values), name, fields: fields as Fields },
      }),
  })
}

function proposeField(project: LocalProject): Tool {
  return defineTool({
    name: 'propose_field',
    title: 'Propose a field',
    description: `Adds a field to a collection, or changes options of an existing one; all other fields are kept. ${NOTHING_ELSE}`,
    effect: 'changes',
    input: z.object({ collection: NAME, name: NAME, field, ...applying }),
    output: proposal,
    run: ({ collection, name, field, ...rest }, signal) =>
      propose(project, signal, rest, {
        kind: 'change-collection',
        collection: { name: collection, fields: { [name]: field } as Fields },
        remove: [],
      }),
  })
}

function proposeChange(project: LocalProject): Tool {
  return defineTool({
    name: 'propose_change',
    title: 'Propose a change to a collection',
    description: `Changes options of a collection, and several fields at once: adds, changes, renames (\`renamedFrom\`) and removes them (\`remove\`, each with a reason). ${NOTHING_ELSE}`,
    effect: 'destroys',
    input: z.object({
      collection: NAME,
      options: z
        .record(NAME, z.unknown())
        .default({})
        .describe('Options of `defineCollection`; `null` removes an option'),
      fields: fields.default({}).describe('Fields to add or change'),
      remove: z
        .record(NAME, z.string().min(1).max(500))
        .default({})
        .describe('Fields to remove with their values, each with the reason to write into the config'),
      ...applying,
    }),
    output: proposal,
    run: ({ collection, options, fields, remove, ...rest }, signal) =>
      propose(project, signal, rest, {
        kind: 'change-collection',
        collection: { ...(options as Values), name: collection, fields: fields as Fields, dropped: remove },
        remove: Object.keys(remove),
      }),
  })
}

function proposeDeletion(project: LocalProject): Tool {
  return defineTool({
    name: 'propose_deletion',
    title: 'Propose to delete a collection',
    description: `Deletes the file of a collection and removes it from the config; the next migration drops its documents. ${NOTHING_ELSE}`,
    effect: 'destroys',
    input: z.object({
      collection: NAME,
      reason: z.string().min(1).max(500).describe('Reason for the loss, to write into the config for reviewers'),
      ...applying,
    }),
    output: proposal,
    run: ({ collection, reason, ...rest }, signal) =>
      propose(project, signal, rest, { kind: 'delete-collection', name: collection, reason }),
  })
}

function proposeSettings(project: LocalProject): Tool {
  return defineTool({
    name: 'propose_settings',
    title: 'Propose settings of a plugin',
    description: `Changes settings of a plugin in cms.config.ts, for all environments or for one. ${NOTHING_ELSE}`,
    effect: 'changes',
    input: z.object({
      plugin: z.string().min(1).max(100),
      environment: z
        .string()
        .min(1)
        .max(100)
        .nullable()
        .default(null)
        .describe('`null`: the settings for all environments'),
      settings: z.record(z.string().max(100), z.unknown()).describe('Settings to change; `null` removes a setting'),
      ...applying,
    }),
    output: proposal,
    run: ({ plugin, environment, settings, ...rest }, signal) =>
      propose(project, signal, rest, { kind: 'change-settings', plugin, environment, settings: settings as Values }),
  })
}

// Values of unknown type in the schemas are JSON, since they arrived as JSON.
type Fields = Readonly<Record<string, FieldEdit>>
type Values = Readonly<Record<string, Json>>

async function propose(project: LocalProject, signal: AbortSignal, { apply, state }: Applying, edit: SourceEdit) {
  return project.inTurn(signal, async () => {
    requireProject(project.root)
    const { executeEdit } = await import('../../compile/edit/execute-edit.ts')
    const request = { edit, save: apply, ...(state !== undefined && { state }) }
    return editText(await executeEdit(project.root, request), apply)
  })
}

function editText(result: EditResult, apply: boolean) {
  if (result.outcome === 'refused') {
    const place = [result.file, result.line].filter((part) => part !== null).join(':')
    throw new Failure(`${result.message}${place === '' ? '' : ` (${place})`}`, { hint: HINTS[result.why] })
  }
  const { preview } = result
  const isBroken = preview.mistakes.some(({ severity }) => severity === 'error')
  const outcome = isBroken && result.outcome === 'preview' ? ('broken' as const) : result.outcome
  const data = { outcome, ...dataOf(preview) }
  return { text: [OUTCOMES[outcome](apply), data.patch, textOf(preview)].filter(Boolean).join('\n'), data }
}

const HINTS: Readonly<Record<Extract<EditResult, { outcome: 'refused' }>['why'], string>> = {
  shape: 'Edit the file by hand: its code is written in a way that a program cannot edit. Then call check.',
  outside: 'Leave that file alone, and tell the user where it is.',
  exists: 'Change the existing one with propose_change.',
  missing: 'Call project to see what exists.',
  invalid: 'Call check for all mistakes in the project.',
}

const OUTCOMES: Readonly<Record<z.output<typeof proposal>['outcome'], (apply: boolean) => string>> = {
  preview: () => 'Nothing was written. Call again with apply: true to write this patch.',
  saved: () => 'Written to the working copy. `cms build` writes the migration; a person reviews and commits it.',
  outdated: () =>
    'Nothing was written: the files have changed since that preview. This is the patch as it would be now.',
  broken: (apply) => `The project would not compile with this patch${apply ? ', so nothing was written' : ''}.`,
}

function dataOf({ name, file, files, mistakes, database, effects, state }: EditPreview) {
  return {
    name,
    file,
    patch: files.map(({ diff }) => diff).join(''),
    mistakes: [...mistakes],
    migration: database.map((step) => ({ ...step, notes: [...step.notes], sql: [...step.sql] })),
    effects: [...effects],
    state,
  }
}

function textOf({ files, mistakes, database, effects, state }: EditPreview): string {
  const steps = database.map(({ class: grade, title, migration }) => `${grade}: ${title} (${migration})`)
  const others = effects.map(({ class: grade, message }) => `${grade}: ${message}`)
  const nothing = files.length === 0 ? ['Nothing changes.'] : []
  return [...nothing, printDiagnosticList(mistakes), ...steps, ...others, `state: ${state}`].filter(Boolean).join('\n')
}
