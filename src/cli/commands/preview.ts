import { defineCommand, type Invocation, type Options } from '../command.ts'
import { compileProject } from '../compile-project.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { PreviewOptions } from '../preview/preview.ts'
import { printStep } from '../step-outcome.ts'
import { requireEnvironment } from '../target/with-target.ts'
import { requireRemote } from './deploy.ts'

const options = {
  pr: { type: 'string', value: 'number', summary: 'The pull request of the preview' },
  branch: { type: 'string', value: 'name', summary: 'The branch of the preview' },
  env: { type: 'string', value: 'name', default: 'preview', summary: 'The environment that previews copy' },
  url: { type: 'string', value: 'address', summary: 'The address of the preview (default: below workers.dev)' },
} as const satisfies Options

export const previewUp = defineCommand({
  name: 'preview up',
  summary: 'Create or update a preview with its own database, bucket and worker',
  options,
  run: (invocation) =>
    withPreview(invocation, async (preview) => {
      const { previewUp } = await import('../preview/preview.ts')
      return previewUp(preview)
    }),
})

export const previewDown = defineCommand({
  name: 'preview down',
  summary: 'Delete a preview with everything that it has stored',
  options,
  run: (invocation) =>
    withPreview(invocation, async (preview) => {
      const { previewDown } = await import('../preview/preview.ts')
      await previewDown(preview)
      return {}
    }),
})

async function withPreview(
  invocation: Invocation<typeof options>,
  use: (preview: PreviewOptions) => Promise<object>,
): Promise<ExitCode> {
  const { root, json, output, options, variables } = invocation
  const environment = requireRemote(options.env)
  const outcome = await compileProject(invocation)
  if ('exitCode' in outcome) return outcome.exitCode
  const { compilation } = outcome
  requireEnvironment(environment, compilation.config)
  const { previewName } = await import('../preview/preview-name.ts')
  const name = previewName(compilation.config.name, options.pr, options.branch)
  const result = await use({
    root,
    compilation,
    environment,
    name,
    variables,
    url: options.url ?? null,
    onStep: (step, outcome) => {
      if (!json) printStep(step, outcome, output)
    },
  })
  if (json) output.printJson({ name, ...result })
  return exitCodes.done
}
