import { defineCommand, type Invocation, type Options } from '../command.ts'
import { compileProject } from '../compile-project.ts'
import type { PreviewOptions } from '../preview/preview.ts'
import { printStep } from '../step-outcome.ts'
import { requireEnvironment } from '../target/with-target.ts'
import { requireRemote } from './deploy.ts'

const options = {
  pr: { type: 'string', value: 'number', summary: 'The pull request of the preview' },
  branch: { type: 'string', value: 'name', summary: 'The branch of the preview' },
  env: {
    type: 'string',
    value: 'name',
    default: 'preview',
    summary: 'The environment whose settings the preview uses',
  },
  url: { type: 'string', value: 'address', summary: 'The address of the preview (default: below workers.dev)' },
} as const satisfies Options

export const previewUp = defineCommand({
  name: 'preview up',
  summary: 'Create or update a preview with its own database, bucket and worker',
  options,
  async run(invocation) {
    const { previewUp } = await import('../preview/preview.ts')
    const preview = await previewOf(invocation)
    return { name: preview.name, ...(await previewUp(preview)) }
  },
  print() {}, // each step is printed when it is done
})

export const previewDown = defineCommand({
  name: 'preview down',
  summary: 'Delete a preview with everything that it has stored',
  options,
  async run(invocation) {
    const { previewDown } = await import('../preview/preview.ts')
    const preview = await previewOf(invocation)
    await previewDown(preview)
    return { name: preview.name }
  },
  print() {},
})

async function previewOf(invocation: Invocation<typeof options>): Promise<PreviewOptions> {
  const { root, output, options, variables } = invocation
  const environment = requireRemote(options.env)
  const compilation = await compileProject(invocation)
  requireEnvironment(environment, compilation.config)
  const { previewName } = await import('../preview/preview-name.ts')
  return {
    root,
    compilation,
    environment,
    name: previewName(compilation.config.name, options.pr, options.branch),
    variables,
    url: options.url ?? null,
    onStep: (step, outcome) => printStep(step, outcome, output),
  }
}
