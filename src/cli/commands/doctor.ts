import { resolve } from 'node:path'
import { defineCommand } from '../command.ts'
import { compileProject } from '../compile-project.ts'
import { exitCodes } from '../exit-codes.ts'
import { requireEnvironment, targetOptions } from '../target/with-target.ts'

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'Find problems, and say how to fix them',
  options: targetOptions,
  async run(invocation) {
    const { root, options, variables } = invocation
    const compilation = await compileProject(invocation)
    requireEnvironment(options.env, compilation.config)
    const { examine } = await import('../doctor/examine.ts')
    const { readVersions } = await import('../doctor/versions.ts')
    const versions = readVersions(root)
    const persist = resolve(root, options.persist)
    const findings = await examine({
      root,
      compilation,
      environment: options.env,
      persist,
      data: options.data,
      variables,
    })
    const ok = !findings.some(({ severity }) => severity === 'error')
    return { ok, environment: options.env, versions, findings }
  },
  print({ environment, versions, findings }, output) {
    const list = Object.entries(versions).map(([name, version]) => `${name} ${version ?? 'not installed'}`)
    output.print(output.style('dim', list.join(' · ')))
    for (const { topic, severity, message, remedy } of findings) {
      output.print(
        `${output.style(STYLES[severity], topic.padEnd(8))} ${message}\n         ${output.style('dim', remedy)}`,
      )
    }
    if (findings.every(({ severity }) => severity === 'note'))
      output.print(`${output.style('green', '✓')} No problems found in ${environment}.`)
  },
  exitCode: ({ ok }) => (ok ? exitCodes.done : exitCodes.error),
})

const STYLES = { error: 'red', warning: 'yellow', note: 'cyan' } as const
