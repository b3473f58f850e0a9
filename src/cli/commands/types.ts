import { basename, dirname, relative, resolve, sep } from 'node:path'
import { defineCommand, type Invocation } from '../command.ts'
import { type Compiled, compileProject } from '../compile-project.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'

const FILE = '.cms/types.d.ts'
const CLIENT = '@lintel/client'

const options = {
  out: {
    type: 'string',
    value: 'file',
    summary: 'Write the types to a file that imports only the client, to be committed',
  },
  client: {
    type: 'string',
    value: 'module',
    summary: `The module that the file imports the client from; default: ${CLIENT}`,
  },
  check: { type: 'boolean', summary: 'Write nothing, and exit with 3 if the file is not up to date' },
} as const

type TypesInvocation = Invocation<typeof options>

export const types = defineCommand({
  name: 'types',
  summary: 'Write the TypeScript types of every collection',
  options,
  async run(invocation) {
    const { out } = invocation.options
    if (out === undefined) refuseWithoutOut(invocation)
    else refuseName(out)
    const compilation = await compileProject(invocation)
    const { readText, writeTexts } = await import('../../compile/index.ts')
    const { file, text } = out === undefined ? ownFile(compilation) : fileOf(invocation, out, compilation)
    const path = resolve(invocation.root, file)
    const present = readText(path)
    if (out !== undefined) refuseForeign(file, present)
    if (invocation.options.check) return { file, stale: present !== text }
    return { file, written: writeTexts(dirname(path), new Map([[basename(path), text]])).length > 0 }
  },
  print({ file, stale, written }, output, invocation) {
    if (stale) output.note(`${output.noteStyle('yellow', 'stale')} ${file}: \`${commandOf(invocation)}\` writes it.`)
    else output.print(`${output.style('green', '✓')} ${file}${written ? '' : ' is up to date'}`)
  },
  exitCode: ({ stale }) => (stale ? exitCodes.stale : exitCodes.done),
})

interface TypesFile {
  /** Path of the file, relative to the project. */
  readonly file: string
  readonly text: string
}

function ownFile({ outputs }: Compiled): TypesFile {
  return { file: FILE, text: outputs.get(FILE) ?? '' }
}

function fileOf(invocation: TypesInvocation, out: string, { clientTypes }: Compiled): TypesFile {
  const { client = CLIENT } = invocation.options
  const file = relative(invocation.root, resolve(invocation.root, out)).split(sep).join('/')
  return { file, text: clientTypes(client, commandOf(invocation)) }
}

/** Returns the command that writes the file, for the header of the file. */
function commandOf({ root, options: { out, client } }: TypesInvocation): string {
  if (out === undefined) return 'cms types'
  const file = relative(root, resolve(root, out)).split(sep).join('/')
  return `cms types --out ${file}${client === undefined ? '' : ` --client ${client}`}`
}

function refuseWithoutOut({ options: { client } }: TypesInvocation): void {
  if (client === undefined) return
  throw new Failure('--client sets the import in the file that --out writes, but there is no --out.', {
    hint: 'Add the file: `cms types --out src/cms.ts`.',
    exitCode: exitCodes.usage,
  })
}

function refuseName(out: string): void {
  if (/\.[cm]?ts$/.test(out)) return
  throw new Failure(`“${out}” is not a TypeScript file: --out takes a name that ends with .ts.`, {
    exitCode: exitCodes.usage,
  })
}

/** Refuses to overwrite a file that somebody wrote by hand. */
function refuseForeign(file: string, present: string | null): void {
  if (present === null || present === '' || present.startsWith('// Made from cms.config.ts')) return
  throw new Failure(`${file} was not written by \`cms types\`, and is left as it is.`, {
    hint: 'Choose another name, or delete the file first.',
  })
}
